import type { RateLimit, Tool } from '../tool/index.ts'

/** A call that wants to run. */
export interface Admission<Value> {
  readonly tool: Tool
  readonly caller: string
  /** False for a call that goes on after an answer: it was counted when it began. */
  readonly isNew: boolean
  readonly run: () => Value | Promise<Value>
  /** The answer when the tool has reached a limit. */
  readonly refuse: (text: string) => Value
}

/** Keeps tools to their limits, over all connections of a server. */
export interface Limits {
  readonly keep: <Value>(admission: Admission<Value>) => Value | Promise<Value>
}

/** When one caller called one tool, and until when that counts. */
interface Recent {
  readonly times: readonly number[]
  readonly until: number
}

/** Limits by a clock in milliseconds. */
export function createLimits(now: () => number): Limits {
  const running = new Map<string, number>()
  const recent = new Map<string, Recent>()
  return {
    keep({ tool, caller, isNew, run, refuse }) {
      const { name, concurrency = Infinity, rateLimit } = tool
      const busy = running.get(name) ?? 0
      if (busy >= concurrency) return refuse(`${name} was not run: ${busyText(busy)}. Try again when one has ended.`)
      if (isNew && rateLimit !== undefined) {
        const wait = take(JSON.stringify([name, caller]), rateLimit)
        if (wait > 0) return refuse(`${name} was not run: ${rateText(rateLimit)}. Try again in ${seconds(wait)}.`)
      }
      return concurrency === Infinity ? run() : counted(name, run)
    },
  }

  function counted<Value>(name: string, run: () => Value | Promise<Value>): Value | Promise<Value> {
    const add = (count: number): void => void running.set(name, (running.get(name) ?? 0) + count)
    add(1)
    const result = run()
    if (result instanceof Promise) return result.finally(() => add(-1))
    add(-1)
    return result
  }

  /** Counts a call, or says how long its caller has to wait until one may be counted. */
  function take(key: string, { calls, per }: RateLimit): number {
    const time = now()
    forget(time)
    const times = (recent.get(key)?.times ?? []).filter((counting) => counting > time - per)
    const [oldest] = times
    if (oldest !== undefined && times.length >= calls) return oldest + per - time
    recent.delete(key)
    recent.set(key, { times: [...times, time], until: time + per })
    return 0
  }

  /** Who has not called for longest stands first. */
  function forget(time: number): void {
    for (const [key, { until }] of recent) {
      if (until > time) return
      recent.delete(key)
    }
  }
}

function busyText(busy: number): string {
  return busy === 1 ? 'a call of it is running' : `${busy} calls of it are running`
}

function rateText({ calls, per }: RateLimit): string {
  return `you may call it ${calls === 1 ? 'once' : `${calls} times`} in ${seconds(per)}`
}

function seconds(milliseconds: number): string {
  return `${Math.ceil(milliseconds / 1000)} s`
}
