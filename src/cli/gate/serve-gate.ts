import { randomUUID } from 'node:crypto'
import { createGateway } from '../../host/index.ts'
import type { ServerState } from '../../host/index.ts'
import type { Invocation, Io } from '../command.ts'
import { UsageError } from '../command.ts'
import { openGateState } from '../gate-state.ts'
import { version } from '../package.ts'
import { openConfig } from './config.ts'
import type { ServersConfig } from './config.ts'
import { clockTime } from './desk.ts'
import { createFront } from './front.ts'
import type { Front } from './front.ts'
import { hostServers } from './hosting.ts'
import type { Hosting } from './hosting.ts'
import { stateLine } from './state-line.ts'

/** How long a host is kept waiting for servers that start, in milliseconds. Those that come later are told of then. */
const startMs = 10_000
/** How often it is looked whether a person has accepted or changed something, in milliseconds. */
const lookMs = 2000

/** Fronts the servers of a config for a host over stdio, until the host leaves. Gives the exit code. */
export async function serveGate({ options }: Invocation, io: Io): Promise<number> {
  const { claimStdout, serveStdio } = await import('../../serve/index.ts')
  claimStdout()
  const wallMs = readWall(options['wall'])
  const state = await openGateState(io)
  const config = await openConfig(typeof options['config'] === 'string' ? options['config'] : undefined, state, io)
  tellConfig(config, io)
  const client = { name: 'unknown', verified: false }
  let front: Front | undefined
  const hosting = await hostServers(config.entries, state, {
    io,
    client,
    onState(key, said) {
      tellState(key, said, io)
      void front?.refresh().catch((error: unknown) => io.err(String(error)))
    },
  })
  const { gate, connections } = hosting
  const gateway = createGateway({ gate, connections, now: Date.now, newId: randomUUID, clock: clockTime, wallMs })
  const onClient = (name: string): void => void Object.assign(client, { name })
  front = createFront(gateway, { version: version(), newId: randomUUID, onClient, log: io.err })
  await Promise.race([connections.ready(), elapsed(startMs)])
  await front.refresh()
  const looking = setInterval(() => void lookAgain(hosting, front, io), lookMs)
  try {
    await serveStdio(front.server)
    return 0
  } finally {
    clearInterval(looking)
    await hosting.close()
    await state.store.close()
  }
}

const defaultWall = 45

function readWall(said: unknown): number {
  const seconds = said === undefined ? defaultWall : Number(said)
  if (Number.isFinite(seconds) && seconds > 0) return seconds * 1000
  throw new UsageError(`--wall wants seconds, such as 45, not ${String(said)}.`)
}

function tellConfig({ path, isUsers }: ServersConfig, io: Io): void {
  if (isUsers) return
  io.err(
    `${path} is not in your state folder and nobody has accepted it: nothing in it is trusted or started. Look at it once: verbnoun gate review --config ${path}`,
  )
}

function tellState(key: string, state: ServerState, io: Io): void {
  const line = stateLine(state)
  if (line !== undefined) io.err(`${key}: ${line}`)
}

/** What a person has accepted, and what was changed in the policy, holds for a gate that runs. */
async function lookAgain({ gate, book }: Hosting, front: Front | undefined, io: Io): Promise<void> {
  try {
    await book.reload()
  } catch (error) {
    io.err(`The policy stays as it was. ${error instanceof Error ? error.message : ''}`)
  }
  try {
    for (const { facts, standing } of gate.subjects.values())
      if (standing.kind === 'unreviewed' || (standing.kind === 'pinned' && standing.differences.length > 0))
        await gate.admit(facts)
    await front?.refresh()
  } catch (error) {
    io.err(error instanceof Error ? error.message : String(error))
  }
}

function elapsed(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref()
  })
}
