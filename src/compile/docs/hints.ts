import type { Annotations } from '../../tool/index.ts'
import type { Comment } from './parse-comment.ts'

type Hint = Exclude<keyof Annotations, 'title'>

/** What each tag says, and what it says when it is followed by `false`. */
const hints: ReadonlyMap<string, readonly [Hint, boolean]> = new Map([
  ['readonly', ['readOnlyHint', true]],
  ['destructive', ['destructiveHint', true]],
  ['nondestructive', ['destructiveHint', false]],
  ['idempotent', ['idempotentHint', true]],
  ['openworld', ['openWorldHint', true]],
  ['closedworld', ['openWorldHint', false]],
])

/** What the author said of the effects of a tool, and nothing that he did not say. */
export function annotationsOf(comment: Comment): Annotations | undefined {
  const found: { -readonly [Key in Hint]?: boolean } = {}
  for (const { tag, text } of comment.blocks) {
    const hint = hints.get(tag)
    if (hint !== undefined) found[hint[0]] = isDenied(text) ? !hint[1] : hint[1]
  }
  return Object.keys(found).length > 0 ? found : undefined
}

/** The text of the first tag of a name; undefined when there is none, or nothing after it. */
export function tagText(comment: Comment, name: string): string | undefined {
  const text = comment.blocks.find(({ tag }) => tag === name)?.text
  return text === '' ? undefined : text
}

export function hasTag(comment: Comment, name: string): boolean {
  return comment.blocks.some(({ tag, text }) => tag === name && !isDenied(text))
}

function isDenied(text: string): boolean {
  return /^false\b/i.test(text)
}
