import { untilAborted } from './until-aborted.ts'
import type { aborted } from './until-aborted.ts'

/** Does one thing after the other, in the order in which they came. Who leaves the line holds up nobody. */
export type Line = <Value>(signal: AbortSignal, work: () => Promise<Value>) => Promise<Value | typeof aborted>

export function createLine(): Line {
  let last: Promise<unknown> = Promise.resolve()
  return async (signal, work) => {
    const turn = last.then(() => untilAborted(signal, work))
    last = turn.catch(() => undefined)
    return await untilAborted(signal, () => turn)
  }
}
