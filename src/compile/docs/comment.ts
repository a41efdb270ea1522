import type { ts } from '../program.ts'
import { parseComment } from './parse-comment.ts'
import type { Comment } from './parse-comment.ts'

const openers = new Set(['{', '(', '[', '<', '|', '='])

/**
 * The doc comment of a declaration, read from the text: the compiler attaches none that stands on the line of the token
 * before it, as in `lines: { sku: string; /** @minimum 1 *\/ qty: number }[]`.
 */
export function commentOf(node: ts.Node): Comment | undefined {
  const known = comments.get(node)
  if (known !== undefined) return known.comment
  const comment = readComment(node)
  comments.set(node, { comment })
  return comment
}

/** A comment is asked for by its declaration, by each of its tags, and by each type that names it. */
const comments = new WeakMap<ts.Node, { readonly comment: Comment | undefined }>()

function readComment(node: ts.Node): Comment | undefined {
  const source = node.getSourceFile()
  const last = docComments(node, source).at(-1)
  if (last === undefined) return undefined
  const comment = parseComment(last.text, last.pos)
  return comment.blocks.some(({ tag }) => tag === 'packagedocumentation') ? undefined : comment
}

/** The comment of a file that says `@packageDocumentation`. */
export function packageComment(source: ts.SourceFile): Comment | undefined {
  const first = source.statements[0] ?? source.endOfFileToken
  return docComments(first, source)
    .map(({ text, pos }) => parseComment(text, pos))
    .find(({ blocks }) => blocks.some(({ tag }) => tag === 'packagedocumentation'))
}

interface RawComment {
  readonly text: string
  readonly pos: number
}

function docComments(node: ts.Node, source: ts.SourceFile): RawComment[] {
  const from = node.getFullStart()
  const trivia = source.text.slice(from, node.getStart(source, false))
  return [...trivia.matchAll(/\/\/[^\n]*|\/\*[\s\S]*?\*\//g)]
    .filter(([text]) => text.startsWith('/**') && text.length > 4)
    .filter(
      ({ 0: text, index }) => !isTrailing(trivia, { from: index, to: index + text.length }, source.text[from - 1]),
    )
    .map(({ 0: text, index }) => ({ text, pos: from + index }))
}

/** Whether a comment closes the line of the member before it, and so speaks of that one. */
function isTrailing(trivia: string, { from, to }: { from: number; to: number }, before: string | undefined): boolean {
  if (before === undefined || openers.has(before)) return false
  return !trivia.slice(0, from).includes('\n') && trivia.slice(to).includes('\n')
}
