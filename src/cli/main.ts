#!/usr/bin/env node
import { run } from './run.ts'

const interrupted = new AbortController()
const write = process.stdout.write.bind(process.stdout)
process.once('SIGINT', interrupt)
process.once('SIGTERM', interrupt)
process.stdout.on('error', leaveWhenUnheard)

process.exitCode = await run(process.argv.slice(2), {
  out: (line) => write(`${line}\n`),
  err: (line) => process.stderr.write(`${line}\n`),
  quiet: () => {
    process.stdout.write = process.stderr.write.bind(process.stderr)
  },
  cwd: process.cwd(),
  env: Object.fromEntries(Object.entries(process.env).filter(isSet)),
  signal: interrupted.signal,
})

// What a module holds open (a timer, a pool) does not keep a process that was asked to end.
if (interrupted.signal.aborted) setTimeout(() => process.exit(), 1000).unref() // oxlint-disable-line unicorn/no-process-exit

/** The first time ends what runs in good order, the second time at once. */
function interrupt(): void {
  interrupted.abort()
  process.stdin.destroy()
}

/** Who pipes into `head` has seen enough. */
function leaveWhenUnheard(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
}

function isSet(entry: [string, string | undefined]): entry is [string, string] {
  return entry[1] !== undefined
}
