import type { EndReason } from './event.ts'
import type { ModelError, Usage } from './model.ts'
import type { LoopLimits } from './ports.ts'

/** How a loop ended, beside what was said. */
export interface Ending {
  readonly reason: EndReason
  readonly note?: string
  readonly error?: ModelError
}

export interface Spent {
  readonly steps: number
  /** In milliseconds. */
  readonly ms: number
  readonly usage: Usage
}

const defaultSteps = 50

/** Which limit is reached, if any. */
export function limitReached(limits: LoopLimits, { steps, ms, usage }: Spent): Ending | undefined {
  const { steps: mostSteps = defaultSteps, ms: mostMs, tokens } = limits
  if (steps >= mostSteps)
    return {
      reason: 'steps',
      note: `The model was asked ${steps === 1 ? 'once' : `${steps} times`}, which is the limit.`,
    }
  if (mostMs !== undefined && ms >= mostMs) return timeEnding(mostMs)
  const used = usage.input + usage.output
  if (tokens !== undefined && used >= tokens)
    return { reason: 'tokens', note: `${used} tokens were used; the limit is ${tokens}.` }
  return undefined
}

export function timeEnding(ms: number): Ending {
  return { reason: 'time', note: `The time of ${ms} ms is over.` }
}

/** A limit that no number ever reaches is none; undefined: all can be reached. */
export function limitFault(limits: LoopLimits): string | undefined {
  const wrong = Object.entries(limits).find(([, limit]: [string, unknown]) => !(Number(limit ?? 1) > 0))
  return wrong === undefined ? undefined : `limits.${wrong[0]} is ${String(wrong[1])}; it is a number above 0.`
}
