import type { Annotations } from '../tool/index.ts'

/** The hints of a tool in a person's words; what was not said is not guessed. */
export function hintWords(annotations: Annotations = {}): string {
  const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = annotations
  const words = [
    word(readOnlyHint, 'read-only', 'changes things'),
    word(destructiveHint, 'destructive', 'destroys nothing'),
    word(idempotentHint, 'idempotent', 'not idempotent'),
    word(openWorldHint, 'open world', 'closed world'),
  ].filter((said) => said !== '')
  return words.length === 0 ? 'no hints: a host assumes the worst' : words.join(', ')
}

function word(hint: boolean | undefined, yes: string, no: string): string {
  if (hint === undefined) return ''
  return hint ? yes : no
}
