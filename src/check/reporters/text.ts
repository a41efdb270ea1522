import { countOf } from '../phrase.ts'
import type { Finding, Report } from '../report.ts'
import type { Severity } from '../rule.ts'
import type { Place } from '../subject.ts'
import { showHidden } from '../words/hidden.ts'

export interface TextOptions {
  /** The text that a finding is about: a line of source, or a part of the definition. */
  readonly excerptOf?: (finding: Finding) => string | undefined
  /** Marks a severity for a terminal. Default: plain. */
  readonly paint?: (text: string, severity: Severity) => string
}

/** A report for a person: fact, fix and the place it is about, server by server; the last line counts. */
export function reportText(report: Report, options: TextOptions = {}): string {
  const parts = report.subjects.flatMap(({ name, tools }) => {
    const own = report.findings.filter(({ subject }) => subject === name)
    return own.length === 0
      ? []
      : [`${showHidden(name)} · ${countOf(tools, 'tool')}\n`, ...own.map((each) => findingText(each, options))]
  })
  return [...parts, ...incompleteText(report), summaryText(report)].join('\n')
}

function findingText(finding: Finding, { excerptOf, paint = plain }: TextOptions): string {
  const { severity, message, fix, location, rule, related } = finding
  const excerpt = excerptOf?.(finding)
  const where = location === undefined ? '' : `${placeText(location)}  `
  const lines = [
    `${message} ${fix}`,
    ...(excerpt === undefined ? [] : [`| ${excerpt}`]),
    ...(read.has(rule) ? related.map(({ message: said }) => `| ${said}`) : []),
    `${where}${rule}`,
  ]
  const [first, ...rest] = lines.map((line) => showHidden(line.replaceAll('\n', ' ')))
  const label = severity.padEnd(7)
  return `  ${paint(label, severity)}  ${first ?? ''}\n${rest.map((line) => `           ${line}`).join('\n')}\n`
}

/** Rules whose related lines are what a model would have read. */
const read = new Set(['argument-unchecked', 'error-channel', 'error-unhelpful', 'output-mismatch'])

function plain(text: string): string {
  return text
}

/** `orders.ts:12:3` */
export function placeText({ file, line, column }: Place): string {
  return [file, line, column].filter((part) => part !== undefined).join(':')
}

function incompleteText({ incomplete }: Report): string[] {
  return incomplete.length === 0 ? [] : [...incomplete.map((said) => `note: ${showHidden(said)}`), '']
}

function summaryText({ summary, suppressed }: Report): string {
  const { error, warning, info, tools } = summary
  const found = [
    countOf(error, 'error'),
    countOf(warning, 'warning'),
    ...(info === 0 ? [] : [`${info} for information`]),
  ].join(', ')
  const excused = suppressed.length === 0 ? '' : `; ${suppressed.length} suppressed`
  return error + warning + info === 0
    ? `${countOf(tools, 'tool')}: nothing found${excused}.`
    : `${found} in ${countOf(tools, 'tool')}${excused}. verbnoun explain RULE tells why.`
}
