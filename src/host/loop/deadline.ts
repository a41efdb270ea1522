import type { Stopwatch } from './stopwatch.ts'

/** The longest that a timer of Node takes, in milliseconds. */
const longest = 2_147_483_647

/** Runs `onOver` once a stopwatch has gone so far, in milliseconds; undefined: never. Gives what calls that off. */
export function setDeadline(watch: Stopwatch, ms: number | undefined, onOver: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = (): void => {
    const left = (ms ?? Infinity) - watch.elapsed()
    // While the watch pauses nothing is left less: it is looked at again.
    if (left > 0) timer = setTimeout(lookAgain, Math.min(Math.ceil(left), longest))
    else onOver()
  }
  const lookAgain = (): void => {
    try {
      look()
    } catch {
      // A clock that fails says nothing of what is left.
      onOver()
    }
  }
  if (ms !== undefined) look()
  return () => clearTimeout(timer)
}
