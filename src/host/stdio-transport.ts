import { spawn } from 'node:child_process'
import type { ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'
import type { Readable, Writable } from 'node:stream'
import { deserializeMessage, serializeMessage } from '@modelcontextprotocol/client'
import type { Transport } from '@modelcontextprotocol/client'
import { createLines } from './lines.ts'
import type { ServerCommand } from './place.ts'

type Child = ChildProcessByStdio<Writable, Readable, Readable>

/** How long a server has to leave by itself once its stdin has ended, and again once it was asked, in milliseconds. */
const graceMs = 2000
/** How long what it wrote last may still be on its way, in milliseconds. */
const drainMs = 500
/** Where processes have groups. */
const hasGroups = process.platform !== 'win32'

/**
 * A server as a child process, spoken to over its stdin and stdout. Unlike the official transport it ends the whole
 * tree: what `npx` or a shell started would outlive them. Its members `pid` and `stderr` are how the official client
 * knows that a pipe is behind. `heard` gets what the server writes on stderr.
 */
export function stdioTransport(server: ServerCommand, heard: (text: string) => void): Transport {
  const lines = createLines()
  let child: Child | undefined
  const transport: Transport & { pid: number | null; stderr: null } = {
    pid: null,
    stderr: null,
    async start() {
      child = start(server)
      child.stderr.on('data', (chunk: unknown) => heard(String(chunk)))
      child.stdout.on('data', receive)
      child.once('close', () => transport.onclose?.())
      child.on('error', (error) => transport.onerror?.(error))
      await once(child, 'spawn')
      transport.pid = child.pid ?? null
    },
    async send(message) {
      if (child === undefined || !child.stdin.writable) throw new Error('The server has ended.')
      if (!child.stdin.write(serializeMessage(message))) await once(child.stdin, 'drain')
    },
    close: async () => {
      if (child?.pid !== undefined) await endTree(child)
    },
  }
  function receive(chunk: Buffer): void {
    try {
      for (const line of lines.split(chunk)) deliver(line)
    } catch (error) {
      transport.onerror?.(asError(error))
      if (child !== undefined) release(child)
      void transport.close()
    }
  }
  /** A line that is no message is told and left out. */
  function deliver(line: string): void {
    try {
      transport.onmessage?.(deserializeMessage(line))
    } catch (error) {
      transport.onerror?.(asError(error))
    }
  }
  return transport
}

const alive = new Set<Child>()

function start({ command, args, cwd, env }: ServerCommand): Child {
  const child = spawn(command, [...args], {
    cwd,
    env: { ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
    // A group of its own, so that all of it can be ended; also, Ctrl-C is for the host to handle.
    detached: hasGroups,
    windowsHide: true,
  })
  child.stdin.on('error', () => undefined)
  child.once('spawn', () => {
    if (alive.size === 0) process.once('exit', endAll)
    alive.add(child)
  })
  child.once('exit', () => {
    alive.delete(child)
    if (alive.size === 0) process.off('exit', endAll)
    signalTree(child, 'SIGTERM')
    // Who left the group may hold the pipes for ever.
    setTimeout(() => release(child), drainMs).unref()
  })
  return child
}

/** The host leaves without having closed its connections. */
function endAll(): void {
  for (const child of alive) signalTree(child, 'SIGKILL')
}

/** Lets a server leave in good order, and then sees to it that nothing that it started stays. */
async function endTree(child: Child): Promise<void> {
  child.stdin.end()
  const isGone = (): boolean => child.exitCode !== null || child.signalCode !== null
  if (!(await becomes(isGone))) signalTree(child, 'SIGTERM')
  await becomes(() => isGone() && !hasTree(child))
  signalTree(child, 'SIGKILL')
  release(child)
}

function release(child: Child): void {
  child.stdout.destroy()
  child.stderr.destroy()
}

async function becomes(isSo: () => boolean): Promise<boolean> {
  const stepMs = 10
  for (let waited = 0; waited < graceMs && !isSo(); waited += stepMs)
    await new Promise((resolve) => {
      setTimeout(resolve, stepMs)
    })
  return isSo()
}

function hasTree(child: Child): boolean {
  return hasGroups && signalTree(child, 0)
}

/** Whether anybody was there to be signalled. */
function signalTree({ pid }: Child, signal: NodeJS.Signals | 0): boolean {
  if (pid === undefined) return false
  try {
    if (hasGroups) return process.kill(-pid, signal)
    if (signal !== 0) spawn('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore' }).on('error', ignore)
    return true
  } catch {
    return false
  }
}

function ignore(): void {
  // The process is gone, or there is no taskkill; either way nothing can be done.
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}
