import { createPending } from '../pending.ts'
import { StoreError } from '../store.ts'
import type { Connect, Pool } from './driver.ts'
import { loadDriver } from './driver.ts'
import { explain, isBroken } from './failure.ts'

export type Row = Record<string, unknown>
export type Run = (query: string, values?: readonly Parameter[]) => Promise<readonly Row[]>
export type Parameter = string | number | boolean | null

export interface ClientOptions {
  readonly url: string
  /** How the ledger is called in messages. */
  readonly name: string
  /** How long to try where the way to the database is broken, in milliseconds. */
  readonly patienceMs: number
  /** How long one query may take, in milliseconds. */
  readonly queryMs: number
}

/** A database, over as many connections as it takes. */
export interface Client {
  /** One round trip. Rejects with what the driver throws. */
  readonly run: Run
  /** Runs queries in one transaction. Rejects with what the driver throws. */
  readonly transact: (queries: (run: Run) => Promise<void>) => Promise<void>
  /** Runs what may run twice, again and again where the way to the database breaks. Rejects with a `StoreError`. */
  readonly surely: <Value>(attempt: () => Promise<Value>) => Promise<Value>
  /** Runs what must not run twice. Rejects with a `StoreError`. */
  readonly once: <Value>(attempt: () => Promise<Value>) => Promise<Value>
  /** Opens a connection that hears what is told on a channel, until it breaks. */
  readonly listen: (channel: string, ears: Ears) => Promise<{ readonly end: () => Promise<void> }>
  readonly end: () => Promise<void>
}

export interface Ears {
  readonly hear: (message: string) => void
  readonly lost: () => void
}

/** The driver is loaded with the first client. Rejects with a `StoreError` for a URL that cannot be read. */
export async function createClient(options: ClientOptions): Promise<Client> {
  const { name, queryMs, patienceMs } = options
  const connect = await loadDriver(options)
  const pool = createPool(connect, options)
  return {
    run: pool.run,
    transact: pool.transact,
    surely: (attempt) => tryAgain(attempt, options, pool.isEnded),
    once: async (attempt) =>
      await attempt().catch((error: unknown) => {
        throw explain(error, name)
      }),
    listen: (channel, ears) => listen(connect, channel, { ...ears, answerMs: queryMs + patienceMs }),
    end: pool.end,
  }
}

function createPool(
  connect: Connect,
  { name, queryMs, patienceMs }: ClientOptions,
): Pick<Client, 'run' | 'transact' | 'end'> & { isEnded: () => boolean } {
  let pool = connect({})
  let isEnded = false
  const running = createPending()

  /** Of a connection that does not answer nobody knows when it breaks: all are given up. */
  function giveUp(lost: Pool): void {
    if (lost !== pool || isEnded) return
    pool = connect({})
    void lost.end({ timeout: 0 }).catch(ignore)
  }

  return {
    isEnded: () => isEnded,
    async run(query, values = []) {
      if (isEnded) throw new StoreError(`${name} is closed.`)
      const used = pool
      const answer = used.unsafe<Row[]>(query, [...values], { prepare: true })
      return await running.add(within(answer, queryMs + patienceMs, () => giveUp(used)))
    },
    async transact(queries) {
      await pool.begin((transaction) => queries((query) => transaction.unsafe<Row[]>(query)))
    },
    async end() {
      isEnded = true
      await running.ended()
      // By itself the driver waits for connections that broke long ago.
      await pool.end({ timeout: 0 })
    },
  }
}

async function listen(
  connect: Connect,
  channel: string,
  { hear, lost, answerMs }: Ears & { readonly answerMs: number },
): Promise<{ readonly end: () => Promise<void> }> {
  let isHearing = false
  const ear = connect({
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    onnotify: (_, message) => hear(message),
    onclose() {
      if (!isHearing) return
      void end()
      lost()
    },
  })

  async function end(): Promise<void> {
    isHearing = false
    await ear.end({ timeout: 0 })
  }

  try {
    await within(ear.unsafe(`LISTEN "${channel}"`), answerMs, ignore)
    isHearing = true
    return { end }
  } catch (error) {
    await end()
    throw error
  }
}

const longestPause = 500

async function tryAgain<Value>(
  attempt: () => Promise<Value>,
  { name, patienceMs }: ClientOptions,
  isEnded: () => boolean,
): Promise<Value> {
  const until = performance.now() + patienceMs
  for (let pause = 20; ; pause = Math.min(pause * 2, longestPause)) {
    try {
      return await attempt()
    } catch (error) {
      if (!isBroken(error) || isEnded() || performance.now() >= until) throw explain(error, name)
    }
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

async function within<Value>(answer: PromiseLike<Value>, ms: number, giveUp: () => void): Promise<Value> {
  let timer: NodeJS.Timeout | undefined
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      giveUp()
      reject(Object.assign(new Error('The database does not answer.'), { code: 'NO_ANSWER' }))
    }, ms)
  })
  try {
    return await Promise.race([answer, silence])
  } finally {
    clearTimeout(timer)
  }
}

function ignore(): void {}
