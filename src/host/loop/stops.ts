import { digest } from '../../tool/index.ts'
import type { ModelAnswer } from '../convert/parts.ts'
import type { Step, Stop } from './ports.ts'

/** Ends a loop in which so many steps in a row make the same calls and get the same answers. */
export function repeats(times: number): Stop {
  return (steps) =>
    repeated(steps) >= times
      ? { reason: 'repeating', note: `The model has made the same call ${times} times in a row, with the same result.` }
      : undefined
}

/** Ends a loop once a tool was called and has answered; the name is as the model knows it. */
export function calls(name: string): Stop {
  return (steps) =>
    steps.at(-1)?.answers.some((answer) => answer.name === name && !answer.isError) === true
      ? { reason: 'stopped', note: `${name} was called.` }
      : undefined
}

/** How many steps at the end are the same. */
export function repeated(steps: readonly Step[]): number {
  const last = steps.at(-1)
  if (last === undefined) return 0
  const said = digestOf(last)
  const before = steps.findLastIndex((step) => digestOf(step) !== said)
  return steps.length - 1 - before
}

const worthSaying = 3

/** Answers as they are, and from the third time on a word to the model that it gets nowhere. */
export function withNote(answers: readonly ModelAnswer[], times: number): readonly ModelAnswer[] {
  if (times < worthSaying) return answers
  const text = `You have made exactly this call ${times} times in a row, with exactly this result. To repeat it changes nothing: do something else, or tell the user.`
  return answers.map((answer) => ({ ...answer, parts: [...answer.parts, { kind: 'text', text }] }))
}

const digests = new WeakMap<Step, string>()

/** Of all but the ids, which are new each time. Steps are looked at again with each one that follows. */
function digestOf(step: Step): string {
  const known = digests.get(step)
  if (known !== undefined) return known
  const { calls: made, answers } = step
  const said = digest(
    JSON.stringify([
      made.map(({ name, arguments: args }) => [name, args]),
      answers.map(({ isError, parts }) => [isError, parts]),
    ]),
  )
  digests.set(step, said)
  return said
}
