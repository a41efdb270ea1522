import type { Check } from './problem.ts'

/** Holds where all of them hold. */
export function every(checks: readonly Check[]): Check {
  return inTurn(checks, 0)
}

/** Holds where all of them hold; where the first does not, the others have nothing to say. */
export function everyAfter(first: Check, others: readonly Check[]): Check {
  return inTurn([first, ...others], 1)
}

/** One function for both, since each call on the way down costs stack where a value is deep. */
function inTurn(checks: readonly Check[], decisive: number): Check {
  const [first, second] = checks
  if (first === undefined) return () => true
  if (second === undefined) return first
  return (value, problems) => {
    let holds = true
    for (let at = 0; at < checks.length; at += 1) {
      holds = checks[at]!(value, problems) && holds
      if (!holds && (problems === undefined || at < decisive)) return false
    }
    return holds
  }
}
