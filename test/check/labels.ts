import { readFileSync } from 'node:fs'
import { rules } from '../../src/check/index.ts'

/** What two readings of a hit came to. A hit is right where both say so. */
interface Label {
  readonly corpus: string
  /** `server/tool`, or `server` where the rule reports once a server. */
  readonly id: string
  readonly first: boolean
  /** Absent: read once. */
  readonly second?: boolean
}

interface Labels {
  /** What each name of a corpus stands for. */
  readonly corpora: Readonly<Record<string, string>>
  /** Read while the rule was made (`tune`), and read afterwards (`report`). */
  readonly rules: Readonly<Record<string, { readonly tune: readonly Label[]; readonly report: readonly Label[] }>>
}

export const labels: Labels = JSON.parse(readFileSync(new URL('labels.json', import.meta.url), 'utf8'))

export interface Precision {
  readonly hits: number
  readonly right: number
  readonly precision: number
  /** The lower end of the Wilson interval at 95 %. https://en.wikipedia.org/wiki/Binomial_proportion_confidence_interval */
  readonly lower: number
}

export function precisionOf(list: readonly Label[]): Precision {
  const hits = list.length
  const right = list.filter(({ first, second }) => first && second === true).length
  const share = hits === 0 ? 0 : right / hits
  const z = 1.96
  const middle = share + z ** 2 / (2 * hits)
  const spread = z * Math.sqrt((share * (1 - share)) / hits + z ** 2 / (4 * hits ** 2))
  return { hits, right, precision: share, lower: hits === 0 ? 0 : (middle - spread) / (1 + z ** 2 / hits) }
}

/** The table of the docs. */
export function precisionTable(): string {
  const rows = Object.entries(labels.rules).map(([id, { tune, report }]) => {
    const { hits, right, precision, lower } = precisionOf(report)
    const set = rules.find((rule) => rule.id === id)?.set ?? ''
    const where = Array.from(new Set(report.map(({ corpus }) => corpus))).join(', ')
    return [id, set, `${right} of ${hits}`, precision.toFixed(2), lower.toFixed(2), String(tune.length), where]
  })
  const head = ['rule', 'set', 'right', 'precision', 'at least', 'read while tuning', 'reported on']
  const widths = head.map((title, at) => Math.max(title.length, ...rows.map((row) => row[at]!.length)))
  const line = (row: readonly string[]): string => `| ${row.map((cell, at) => cell.padEnd(widths[at]!)).join(' | ')} |`
  return [line(head), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...rows.map(line)].join('\n')
}
