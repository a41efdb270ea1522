import type { Annotations, CompiledTool, Idempotency } from '../../tool/index.ts'
import type { Block, Comment } from './parse-comment.ts'

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

const hourInMs = 3_600_000

/**
 * What the author said of the effects of a tool, and nothing that he did not say. A repeated call that acts again within
 * the hour is not what a client understands by idempotent.
 */
export function annotationsOf(comment: Comment, idempotency: Idempotency | undefined): Annotations | undefined {
  const found: { -readonly [Key in Hint]?: boolean } = {}
  for (const { tag, text } of comment.blocks) {
    const hint = hints.get(tag)
    if (hint !== undefined) found[hint[0]] = isDenied(text) ? !hint[1] : hint[1]
  }
  if ((idempotency?.window ?? hourInMs) < hourInMs) delete found.idempotentHint
  return Object.keys(found).length > 0 ? found : undefined
}

/** The hint tags that are followed by what says neither yes nor no. */
export function unclearHints({ blocks }: Comment): Block[] {
  return blocks.filter(({ tag, text }) => hints.has(tag) && tag !== 'idempotent' && !/^(?:true|false)?$/i.test(text))
}

/** The requests that a tool should win or lose, as `@for "where is my parcel?"` says. */
export function requestsOf({ blocks }: Comment): CompiledTool['requests'] {
  const textsOf = (name: string): string[] =>
    blocks
      .filter(({ tag, text }) => tag === name && text !== '')
      .map(({ text }) => text.replace(/^(["'])(.*)\1$/s, '$2'))
  const requests = { for: textsOf('for'), notFor: textsOf('notfor') }
  return requests.for.length + requests.notFor.length > 0 ? requests : undefined
}

/** The rules of `check` that `@verbnounIgnore rule reason` sets aside. */
export function ignoredOf({ blocks }: Comment): CompiledTool['ignored'] {
  const ignored = blocks.flatMap(({ tag, text }) => {
    const [, rule, reason = ''] =
      tag === 'verbnounignore' ? (/^([\w-]+)\s*(?:[-–—:]\s*)?([\s\S]*)$/.exec(text) ?? []) : []
    return rule === undefined ? [] : [{ rule, reason: reason.trim() }]
  })
  return ignored.length > 0 ? ignored : undefined
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
