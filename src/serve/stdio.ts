import { traceOf } from '../tool/index.ts'
import { failure, parseMessage, rpcCode, RpcError } from '../protocol/index.ts'
import { type Line, lineLimit, lineSplitter } from './lines.ts'
import { createOutbox, type Outbox, type Output } from './outbox.ts'
import { closePeer, createPeer, endStreams, type Peer } from './peer.ts'
import type { Server } from './server.ts'
import { tell, tellError } from './tell.ts'

// `node:process` as a module reads all its properties at once, which costs a start some milliseconds.
const { process } = globalThis

/** Where lines are read: as much of a stream as that takes. */
export interface Input {
  on(event: 'data', listener: (chunk: Buffer) => void): unknown
  once(event: 'end' | 'close', listener: () => void): unknown
  once(event: 'error', listener: (error: Error) => void): unknown
  pause(): unknown
  resume(): unknown
  destroy(): unknown
}

/** The channels of a stdio server. */
export interface Stdio {
  readonly input: Input
  readonly output: Output
  /** Takes a line for the operator. */
  readonly log: (line: string) => void
  /** How long running calls may go on after the input has ended. Default: 5 seconds. */
  readonly graceMs?: number
}

/**
 * Serves newline-delimited JSON until the input ends or the client is gone. stdout is claimed before a given function
 * loads the server, so that nothing its module prints can reach the client.
 * https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/stdio
 */
export async function serveStdio(server: Server | (() => Promise<Server>), stdio?: Stdio): Promise<void> {
  const channels = stdio ?? ownStdio()
  const served = typeof server === 'function' ? await server() : server
  if (stdio === undefined) surviveStrayErrors(channels.log, served.secrets)
  await converse(served, channels)
  if (stdio === undefined) leaveSoon()
}

/** What a module holds open (a timer, a pool) does not keep a process whose client has gone. */
function leaveSoon(): void {
  // oxlint-disable-next-line unicorn/no-process-exit -- nobody is left to be served
  setTimeout(() => process.exit(), leaveMs).unref()
}

const defaultGraceMs = 5000
/** So long what has begun and must not be done again may take to end, though nobody waits for it, in milliseconds. */
const actingMs = 60_000
/** What a module leaves open has this long once nobody is left, in milliseconds. */
const leaveMs = 1000

let claimed: Output | undefined

/** Makes stdout the protocol's alone: whatever else is written to it goes to stderr. Returns the way to the client. */
export function claimStdout(): Output {
  if (claimed !== undefined) return claimed
  const { stdout, stderr } = process
  claimed = { write: stdout.write.bind(stdout), once: stdout.once.bind(stdout) }
  stdout.write = stderr.write.bind(stderr)
  return claimed
}

function ownStdio(): Stdio {
  return { input: process.stdin, output: claimStdout(), log: (line) => void process.stderr.write(`${line}\n`) }
}

/** What a tool throws after its call is over is logged from now on; the calls of others go on. */
export function surviveStrayErrors(log: (line: string) => void, secrets: readonly string[] = []): void {
  const hear = (error: unknown): void => tell(log, `Uncaught, outside any call: ${traceOf(error)}`, secrets)
  process.on('uncaughtException', hear)
  process.on('unhandledRejection', hear)
}

async function converse(server: Server, { input, output, log, graceMs = defaultGraceMs }: Stdio): Promise<void> {
  const outbox = createOutbox(output, (run) => process.nextTick(run))
  const peer = createPeer({ send: outbox.put, log })
  const gone = new Promise<void>((resolve) => {
    output.once('error', resolve)
    output.once('close', resolve)
  })
  const running = new Set<Promise<void>>()
  const leave = server.attend()
  const takeAll = createTaker(server, peer, { running, outbox, log })

  await Promise.race([readAll(), gone])
  endStreams(peer)
  await Promise.race([Promise.all(running), gone, elapsed(graceMs)])
  closePeer(peer)
  input.destroy()
  await Promise.race([Promise.all([leave(), server.settled()]), elapsed(actingMs)])
  await Promise.race([outbox.flush(), gone])

  function readAll(): Promise<void> {
    const split = lineSplitter()
    const read = (chunk: Buffer): void => {
      takeAll(split(chunk))
      const full = outbox.flush()
      if (full === undefined) return
      input.pause()
      void full.then(() => input.resume())
    }
    return new Promise((resolve) => {
      input.on('data', read)
      input.once('error', (error) => log(`The input broke: ${error.message}`))
      input.once('end', () => read(Buffer.from('\n')))
      input.once('end', resolve)
      input.once('close', resolve)
    })
  }
}

interface Taking extends Pick<Stdio, 'log'> {
  readonly running: Set<Promise<void>>
  readonly outbox: Outbox
}

/** Answers lines. One that cannot be answered does not lose the others of its chunk. */
function createTaker(server: Server, peer: Peer, { running, outbox, log }: Taking): (lines: readonly Line[]) => void {
  const complain = (error: unknown): void => tellError(log, error, server.secrets)
  const put = (text: string | undefined): void => {
    if (text !== undefined) outbox.put(text)
  }
  const take = (line: Line): void => {
    const answer = answerTo(line, server, peer)
    if (!(answer instanceof Promise)) return put(answer)
    const call = answer
      .then(put)
      .catch(complain)
      .finally(() => running.delete(call))
    running.add(call)
  }
  return (lines) => {
    for (const line of lines) {
      try {
        take(line)
      } catch (error) {
        complain(error)
      }
    }
  }
}

function answerTo(line: Line, server: Server, peer: Peer): string | undefined | Promise<string | undefined> {
  switch (line.kind) {
    case 'text': {
      const parsed = parseMessage(line.text)
      return parsed.kind === 'value' ? server.handle(parsed.value, peer) : failure(parsed.id, parsed.error)
    }
    case 'too-long':
      return failure(null, new RpcError(rpcCode.invalidRequest, `Invalid request: longer than ${lineLimit} bytes.`))
    case 'not-utf8':
      return failure(null, new RpcError(rpcCode.parseError, 'Parse error: this is not UTF-8.'))
  }
}

function elapsed(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref()
  })
}
