import type { Check } from './validate-problem.ts'

/** Holds where all of them hold. */
export function every(checks: readonly Check[]): Check {
  const [first, second] = checks
  if (first === undefined) return () => true
  if (second === undefined) return first
  return (value, problems) => {
    let holds = true
    for (let at = 0; at < checks.length; at += 1) {
      holds = checks[at]!(value, problems) && holds
      if (!holds && problems === undefined) return false
    }
    return holds
  }
}
