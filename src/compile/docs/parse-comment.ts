import { constraints } from './constraints.ts'
import { meantTag } from './known-tags.ts'
import { isProse, takesInline, takesMisspelt, tagNames } from './vocabulary.ts'
import type { Opening } from './vocabulary.ts'

/** A doc comment, taken apart. */
export interface Comment {
  /** What stands before the first tag. */
  readonly summary: string
  readonly blocks: readonly Block[]
  /** Where it begins in the file. */
  readonly pos: number
}

/** A tag with what follows it. */
export interface Block {
  /** In lower case: tags are matched in any case. */
  readonly tag: string
  /** As the author wrote it. */
  readonly written: string
  readonly text: string
  /** Where the tag stands in the file. */
  readonly pos: number
  /** Tags inside the text that say something of what it describes: `@param limit - Page size. {@minimum 1}`. */
  readonly inner: readonly Block[]
}

interface Draft {
  written: string
  lines: string[]
  pos: number
  inner: Block[]
}

export function parseComment(raw: string, pos: number): Comment {
  const summary: Draft = { written: '', lines: [], pos, inner: [] }
  const drafts: Draft[] = []
  let fence = false
  for (const line of linesOf(raw, pos)) {
    if (/^\s*(```|~~~)/.test(line.text)) fence = !fence
    else if (!fence) {
      readLine(line, summary, drafts)
      continue
    }
    ;(drafts.at(-1) ?? summary).lines.push(line.text)
  }
  const blocks = drafts.map(finish)
  return { summary: tidy(summary.lines), blocks: [...summary.inner, ...blocks], pos }
}

/** A text without the type in braces that JSDoc puts first. */
export function withoutType(text: string): string {
  if (!text.startsWith('{')) return text
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '{') depth += 1
    if (text[at] === '}') depth -= 1
    if (depth === 0) return text.slice(at + 1).trimStart()
  }
  return text
}

interface Line {
  readonly text: string
  readonly pos: number
}

function linesOf(raw: string, pos: number): Line[] {
  const body = raw.slice(3, -2)
  let at = pos + 3
  return body.split('\n').map((line, index) => {
    const text = index === 0 ? line : line.replace(/^[ \t]*\*? ?/, '')
    const start = at + line.length - text.length
    at += line.length + 1
    return { text: text.replace(/\s+$/, ''), pos: start }
  })
}

function readLine(line: Line, summary: Draft, drafts: Draft[]): void {
  const opening = /^\s*@([A-Za-z][\w-]*)/.exec(line.text)
  let rest = line
  if (opening !== null) {
    const at = opening[0].length - (opening[1]?.length ?? 0) - 1
    drafts.push({ written: opening[1] ?? '', lines: [], pos: line.pos + at, inner: [] })
    rest = { text: line.text.slice(opening[0].length), pos: line.pos + opening[0].length }
  }
  const { text, found } = takeInline(rest, opening !== null)
  ;(drafts.at(-1) ?? summary).lines.push(text)
  for (const each of found) place(each, summary, drafts)
}

/** What is said of a value inside words belongs to what they describe; every other tag stands for itself. */
function place(found: Block, summary: Draft, drafts: Draft[]): void {
  const target = drafts.at(-1) ?? summary
  if (target === summary ? !takesWords(found.tag) : isProse(target.written.toLowerCase()) && !isOfTool(found.tag)) {
    target.inner.push(found)
  } else drafts.push({ written: found.written, lines: [found.text], pos: found.pos, inner: [] })
}

function takesWords(tag: string): boolean {
  return tagNames.has(tag) && isProse(tag)
}

function isOfTool(tag: string): boolean {
  return tagNames.has(tag) && !constraints.has(tag)
}

const braced = /\{@([A-Za-z]\w*)\s*([^{}]*(?:\{[^{}]*\}[^{}]*)*)\}/g

/** Stands for what was taken out of a line, so that every place in it stays where it was. */
const taken = '\0'

/** Takes tags out of the middle of a line: `{@minimum 1}`, known ones where a tag can stand, and what is near to them. */
function takeInline(line: Line, afterTag: boolean): { text: string; found: Block[] } {
  const inBraces = [...line.text.matchAll(braced)].filter(([, written = '']) => isTag(written.toLowerCase()))
  const rest = inBraces.reduce((text, [whole]) => text.replace(whole, taken.repeat(whole.length)), line.text)
  const cuts = cutsOf(rest, afterTag)
  const textBetween = (from: number, to: number | undefined): string => rest.slice(from, to).replaceAll(taken, '')
  const found = [
    ...inBraces.map(({ 1: written = '', 2: value = '', index }) => block(written, value.trim(), line.pos + index)),
    ...cuts.map(({ written, from, value }, index) =>
      block(written, textBetween(value, cuts[index + 1]?.from).trim(), line.pos + from),
    ),
  ]
  return { text: textBetween(0, cuts[0]?.from), found: found.toSorted((a, b) => a.pos - b.pos) }
}

interface Cut {
  readonly written: string
  readonly from: number
  readonly value: number
}

function cutsOf(text: string, afterTag: boolean): Cut[] {
  const cuts: Cut[] = []
  for (const match of text.matchAll(/(?<=[\s\0])@([A-Za-z]\w*)(?=\s|$)/g)) {
    const written = match[1] ?? ''
    const value = match.index + match[0].length
    const before = text.slice(0, match.index).replaceAll(taken, '').trimEnd()
    const last = cuts.at(-1)
    const isAfterValue = last !== undefined && !isProse(last.written.toLowerCase())
    const strictly = before === '' || isAfterValue || /[.!?:;)]$/.test(before)
    const opening = { loosely: afterTag || last !== undefined, strictly }
    if (isMeant(written.toLowerCase(), text.slice(value), opening)) cuts.push({ written, from: match.index, value })
  }
  return cuts
}

function isMeant(tag: string, after: string, opening: Opening): boolean {
  const meant = meantTag(tag)
  if (meant === undefined) return takesInline(tag, after, opening)
  return takesMisspelt(meant.toLowerCase(), after, opening.strictly)
}

function isTag(tag: string): boolean {
  return tagNames.has(tag) || meantTag(tag) !== undefined
}

function block(written: string, text: string, pos: number): Block {
  return { tag: written.toLowerCase(), written, text, pos, inner: [] }
}

function finish({ written, lines, pos, inner }: Draft): Block {
  return { tag: written.toLowerCase(), written, text: tidy(dedent(lines)), pos, inner }
}

/** The lines after the first without the indentation that they share. */
function dedent([first = '', ...lines]: readonly string[]): string[] {
  const widths = lines.filter((line) => line !== '').map((line) => line.length - line.trimStart().length)
  const width = Math.min(...widths)
  return [first, ...lines.map((line) => line.slice(width))]
}

function tidy(lines: readonly string[]): string {
  return lines
    .join('\n')
    .replace(
      /\{@(?:link|linkcode|linkplain)\s+([^{}|]*?)\s*(?:\|\s*([^{}]*?)\s*)?\}/g,
      (_, target: string, label?: string) => label ?? target,
    )
    .replace(/\\([@{}])/g, '$1')
    .trim()
}
