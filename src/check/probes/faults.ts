import type { Probe } from '../subject.ts'

/** What is wrong with the answer to wrong arguments, the worst first. */
export type Fault = 'stack' | 'dump' | 'opaque' | 'drip'

const stack =
  /\n\s+at .+:\d+:\d+|Traceback \(most recent call last\)|Cannot read propert(?:y|ies) of (?:undefined|null)|is not a function|^(?:KeyError|AttributeError|NullPointerException)\b/m
const dump =
  /"code"\s*:\s*"(?:invalid_|unrecognized_|too_)|"instancePath"\s*:|"schemaPath"\s*:|validation errors? for \w+Arguments|errors\.pydantic\.dev/

/** The faults of one answer. What was accepted, came late or was sent as it should be has none. */
export function faultsOf({ kind, names, answer }: Probe): Fault[] {
  if (kind === 'plain' || kind === 'unknown-tool' || answer.kind === 'late') return []
  if (answer.kind === 'result' && !answer.isError) return []
  const { text } = answer
  const named = names.filter((name) => text.includes(name))
  const found: Fault[] = []
  if (stack.test(text)) found.push('stack')
  if (dump.test(text)) found.push('dump')
  if (names.length > 0 && named.length === 0) found.push('opaque')
  else if (kind === 'nothing' && named.length < names.length) found.push('drip')
  return found
}
