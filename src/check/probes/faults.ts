import type { Probe } from '../subject.ts'

/** What is wrong with the answer to wrong arguments, the worst first. */
export type Fault = 'stack' | 'dump' | 'opaque' | 'drip'

const stack =
  /\n\s+at .+:\d+:\d+|Traceback \(most recent call last\)|Cannot read propert(?:y|ies) of (?:undefined|null)|is not a function|^(?:KeyError|AttributeError|NullPointerException)\b/m
const dump =
  /"code"\s*:\s*"(?:invalid_|unrecognized_|too_)|"instancePath"\s*:|"schemaPath"\s*:|validation errors? for \w+Arguments|errors\.pydantic\.dev/

/** A refusal by the protocol may be about anything; only one that speaks of arguments is judged as an answer to them. */
const aboutArguments = /argument|param|propert|invalid|required|expected|missing|valid/i

/** What was asked of the world behind, after the arguments had passed: it fails by reasons of its own. */
const behind =
  /ENOENT|ENOTFOUND|ECONN|EACCES|ETIMEDOUT|EAI_AGAIN|fetch failed|network|socket|timed? ?out|unauthorized|forbidden|not authenticated|\b(?:401|403|404|429|50\d)\b|api key|credential|install|no such|not found|task augmentation/i

/**
 * The faults of one answer. What was accepted, came late or was sent as it should be has none. A name too many may be
 * ignored and the call fail for another reason, so that its answer need not name it.
 */
export function faultsOf({ kind, names, answer }: Probe): Fault[] {
  const isRefusal = answer.kind === 'refused' || (answer.kind === 'result' && answer.isError)
  if (kind === 'plain' || kind === 'unknown-tool' || !isRefusal) return []
  const { text } = answer
  const isJudged = kind !== 'unknown-name' && (answer.kind === 'result' || aboutArguments.test(text))
  return [
    ...(stack.test(text) ? (['stack'] as const) : []),
    ...(dump.test(text) ? (['dump'] as const) : []),
    ...(isJudged ? silenceIn(text, { kind, names }) : []),
  ]
}

/** Which of the names that a good answer holds an answer leaves out. */
function silenceIn(text: string, { kind, names }: Pick<Probe, 'kind' | 'names'>): Fault[] {
  const named = names.filter((name) => text.includes(name)).length
  if (named === names.length) return []
  if (named > 0) return kind === 'nothing' ? ['drip'] : []
  return behind.test(text) ? [] : ['opaque']
}
