import { isProse, takesInline, tagNames } from './vocabulary.ts'

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

/** A constraint inside words belongs to what they describe; every other tag stands for itself. */
function place(found: Block, summary: Draft, drafts: Draft[]): void {
  const target = drafts.at(-1) ?? summary
  const belongs = target === summary || isProse(target.written.toLowerCase())
  if (belongs && !isProse(found.tag)) target.inner.push(found)
  else drafts.push({ written: found.written, lines: [found.text], pos: found.pos, inner: [] })
}

const braced = /\{@([A-Za-z]\w*)\s*([^{}]*(?:\{[^{}]*\}[^{}]*)*)\}/g

/** Takes tags out of the middle of a line: `{@minimum 1}`, and known ones whose value fits. */
function takeInline(line: Line, afterTag: boolean): { text: string; found: Block[] } {
  const matches = [...line.text.matchAll(braced)].filter(([, written = '']) => tagNames.has(written.toLowerCase()))
  if (matches.length > 0) {
    const found = matches.map(({ 1: written = '', 2: value = '', index }) =>
      block(written, value.trim(), line.pos + index),
    )
    return { text: matches.reduce((text, [whole]) => text.replace(whole, ''), line.text), found }
  }
  const cuts = cutsOf(line.text, afterTag)
  const found = cuts.map(({ written, from, value }, index) =>
    block(written, line.text.slice(value, cuts[index + 1]?.from).trim(), line.pos + from),
  )
  return { text: line.text.slice(0, cuts[0]?.from), found }
}

interface Cut {
  readonly written: string
  readonly from: number
  readonly value: number
}

function cutsOf(text: string, afterTag: boolean): Cut[] {
  const cuts: Cut[] = []
  for (const match of text.matchAll(/(?<=\s)@([A-Za-z]\w*)(?=\s|$)/g)) {
    const written = match[1] ?? ''
    const value = match.index + match[0].length
    const before = text.slice(0, match.index).trimEnd()
    const opens = before === '' || cuts.length > 0 || afterTag || /[.!?:;)]$/.test(before)
    if (takesInline(written, text.slice(value), opens)) cuts.push({ written, from: match.index, value })
  }
  return cuts
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
