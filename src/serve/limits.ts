import type { RateLimit, Tool } from '../tool/index.ts'

/** A call that wants to run. */
export interface Wanting {
  readonly tool: Tool
  readonly caller: string
  /** False for a call that goes on after an answer: it was counted when it began. */
  readonly isNew: boolean
}

export type Admission =
  | {
      readonly kind: 'admitted'
      /** Gives the place back when the call has ended. */
      readonly leave: () => void
      /** As if it had never come. */
      readonly undo: () => void
    }
  /** The tool has reached a limit; the text is for the model. */
  | { readonly kind: 'refused'; readonly text: string }

/** Keeps tools to their limits, over all connections of a server. */
export interface Limits {
  readonly admit: (wanting: Wanting) => Admission
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
    admit({ tool, caller, isNew }) {
      const { name, concurrency = Infinity, rateLimit } = tool
      const busy = running.get(name) ?? 0
      if (busy >= concurrency)
        return { kind: 'refused', text: `${name} was not run: ${busyText(busy)}. Try again when one has ended.` }
      const key = JSON.stringify([name, caller])
      const wait = isNew && rateLimit !== undefined ? take(key, rateLimit) : 0
      if (wait > 0 && rateLimit !== undefined)
        return { kind: 'refused', text: `${name} was not run: ${rateText(rateLimit)}. Try again in ${seconds(wait)}.` }
      running.set(name, busy + 1)
      const leave = once(() => void running.set(name, (running.get(name) ?? 1) - 1))
      return {
        kind: 'admitted',
        leave,
        undo() {
          leave()
          if (isNew && rateLimit !== undefined) giveBack(key)
        },
      }
    },
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

  function giveBack(key: string): void {
    const { times = [], until = 0 } = recent.get(key) ?? {}
    recent.set(key, { times: times.slice(0, -1), until })
  }

  /** Who has not called for longest stands first. */
  function forget(time: number): void {
    for (const [key, { until }] of recent) {
      if (until > time) return
      recent.delete(key)
    }
  }
}

function once(run: () => void): () => void {
  let isDone = false
  return () => {
    if (!isDone) run()
    isDone = true
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
