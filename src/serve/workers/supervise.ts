import cluster, { type Worker } from 'node:cluster'
import { mkdtempSync, rmSync } from 'node:fs'
import { platform, tmpdir } from 'node:os'
import { join } from 'node:path'
import { type News, newsIn, stop } from './news.ts'
import { environmentOf, isPipe } from './place.ts'

/** How workers are started and watched. Times are in milliseconds. */
export interface SuperviseOptions {
  /** How many there are. */
  readonly count: number
  /** Takes a line for the operator. */
  readonly log: (line: string) => void
  /** Aborts when all shall end: calls that run may finish. */
  readonly signal: AbortSignal
  /** How long a worker may be silent before it is ended and started again. Default: 15 seconds, as long as a lease. */
  readonly silentMs?: number
  /** How long a worker that ended at once stays away, the first time; twice as long each time after. Default: 100. */
  readonly pauseMs?: number
}

/** The workers cannot be started. The message is all that a person needs. */
export class WorkersError extends Error {
  override readonly name: string = 'WorkersError'
}

/** Starts workers and watches them until all have ended. Rejects with a `WorkersError` when none can be started. */
export async function supervise(options: SuperviseOptions): Promise<void> {
  // A worker takes connections itself: one that blocks has taken none that another could answer.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  const folder =
    platform() === 'win32' ? `\\\\.\\pipe\\verbnoun-${crypto.randomUUID()}` : mkdtempSync(join(tmpdir(), 'verbnoun-'))
  try {
    await new Promise<void>((resolve, reject) => new Supervisor(options, { folder, resolve, reject }).begin())
  } finally {
    if (!isPipe(folder)) rmSync(folder, { recursive: true, force: true })
  }
}

/** How long a worker may take to its first word. */
const startMs = 60_000
/** A worker that served so long has started well. */
const settledMs = 10_000
const longestPauseMs = 30_000
/** How often in a row none may start before the supervisor gives up. */
const lastAttempt = 5
/** How long calls may run on at the end, all in all: as long as a transport lets those that have acted. */
const endMs = 75_000
const tickMs = 1000

/** The place of one worker, whichever process takes it. */
interface Post {
  readonly slot: number
  worker: Worker | undefined
  /** Ticks since it was heard of: a machine that slept counts for one. */
  silent: number
  /** Ticks since it listens. */
  served: number | undefined
  hasSpoken: boolean
  isBlocked: boolean
  problem: string | undefined
  /** How often it ended soon after its start. */
  failures: number
}

interface Ends {
  readonly folder: string
  readonly resolve: () => void
  readonly reject: (error: WorkersError) => void
}

class Supervisor {
  readonly #options: SuperviseOptions
  readonly #ends: Ends
  readonly #posts: readonly Post[]
  #port: number | undefined
  #isEnding: WorkersError | 'stopped' | undefined
  #timer: ReturnType<typeof setInterval> | undefined
  readonly #pauses = new Set<ReturnType<typeof setTimeout>>()

  constructor(options: SuperviseOptions, ends: Ends) {
    this.#options = options
    this.#ends = ends
    this.#posts = Array.from({ length: options.count }, (_, at) => ({ ...vacant, slot: at + 1, failures: 0 }))
  }

  /** The first worker starts alone: what it cannot do, the others cannot. */
  begin(): void {
    const { signal } = this.#options
    this.#timer = setInterval(() => this.#tick(), tickMs)
    signal.addEventListener('abort', () => this.#end('stopped'), { once: true })
    const [first] = this.#posts
    if (signal.aborted || first === undefined) this.#end('stopped')
    else this.#start(first)
  }

  #start(post: Post): void {
    const worker = cluster.fork(environmentOf({ slot: post.slot, folder: this.#ends.folder }))
    Object.assign(post, vacant, { worker })
    worker.on('message', (message: unknown) => {
      const news = newsIn(message)
      if (news !== undefined) this.#hear(post, news)
    })
    worker.on('error', (error) => (post.problem ??= error.message))
    worker.once('exit', (code: number | null, signal: string | null) => this.#ended(post, signal ?? code))
  }

  #hear(post: Post, news: News): void {
    post.silent = 0
    post.hasSpoken = true
    if (news.kind === 'failed') post.problem = news.says
    if (news.kind !== 'listening') return
    post.served = 0
    const isFirst = this.#port === undefined
    // Port 0 is another one when all have ended in between.
    if (this.#port !== news.port) for (const line of news.says) this.#options.log(line)
    this.#port = news.port
    if (isFirst && this.#isEnding === undefined) for (const other of this.#posts) if (other !== post) this.#start(other)
  }

  #tick(): void {
    const { silentMs = 15_000, log } = this.#options
    for (const post of this.#posts) {
      if (post.worker === undefined) continue
      post.silent += 1
      if (post.served !== undefined) post.served += 1
      const limit = post.hasSpoken ? silentMs : startMs
      if (post.isBlocked || post.silent * tickMs <= limit) continue
      post.isBlocked = true
      log(`warning: worker ${post.slot} has been silent for ${limit / 1000} s: something in it blocks. It is ended.`)
      post.worker.process.kill('SIGKILL')
    }
  }

  #ended(post: Post, how: number | string | null): void {
    const { problem, isBlocked, served } = post
    const isSettled = served !== undefined && served * tickMs >= settledMs
    Object.assign(post, vacant, { failures: isSettled ? 0 : post.failures + 1 })
    if (this.#isEnding !== undefined) return this.#finish()
    const why = problem?.replace(/\.$/, '') ?? (isBlocked ? 'it was ended because it blocked' : reason(how))
    if (this.#port === undefined)
      return this.#end(new WorkersError(problem ?? `The first worker did not start: ${why}.`))
    const isLast = this.#posts.every((other) => other.served === undefined && other.failures >= lastAttempt)
    if (isLast) return this.#end(new WorkersError(`No worker starts any more: ${why}.`))
    this.#startLater(post, why)
  }

  #startLater(post: Post, why: string): void {
    const { pauseMs = 100, log } = this.#options
    const pause = Math.min(pauseMs * 2 ** Math.max(post.failures - 1, 0), longestPauseMs)
    log(`warning: worker ${post.slot} ended: ${why}. It starts again in ${pause / 1000} s.`)
    const timer = setTimeout(() => {
      this.#pauses.delete(timer)
      this.#start(post)
    }, pause)
    this.#pauses.add(timer)
  }

  #end(why: WorkersError | 'stopped'): void {
    if (this.#isEnding !== undefined) return
    this.#isEnding = why
    for (const pause of this.#pauses) clearTimeout(pause)
    for (const { worker } of this.#posts) if (worker?.isConnected() === true) worker.send(stop)
    const kill = (): void => this.#posts.forEach(({ worker }) => worker?.process.kill('SIGKILL'))
    setTimeout(kill, endMs).unref()
    this.#finish()
  }

  #finish(): void {
    if (this.#posts.some(({ worker }) => worker !== undefined)) return
    clearInterval(this.#timer)
    if (this.#isEnding instanceof WorkersError) this.#ends.reject(this.#isEnding)
    else this.#ends.resolve()
  }
}

const vacant: Omit<Post, 'slot' | 'failures'> = {
  worker: undefined,
  silent: 0,
  served: undefined,
  hasSpoken: false,
  isBlocked: false,
  problem: undefined,
}

function reason(how: number | string | null): string {
  if (how === 'SIGABRT' || how === 134) return 'it was aborted, as a process is that runs out of memory'
  return typeof how === 'string' ? `it was ended by ${how}` : `it exited with code ${String(how)}`
}
