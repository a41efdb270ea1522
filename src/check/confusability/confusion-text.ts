import type { Findability } from './findability.ts'

/**
 * The confusion as a matrix in text: a row for each tool that lost requests, a column for each that won them. In the
 * diagonal, what a tool of the matrix won of its own. Empty where nothing was lost.
 */
export function confusionText({ results, confusion }: Pick<Findability, 'results' | 'confusion'>): string {
  if (confusion.length === 0) return ''
  const tools = Array.from(new Set(confusion.flatMap(({ wanted, won }) => [wanted, won])))
  const rows = tools.filter((tool) => confusion.some(({ wanted }) => wanted === tool))
  const counts = new Map(confusion.map(({ wanted, won, count }) => [JSON.stringify([wanted, won]), count]))
  const countOf = (row: string, column: string): number =>
    row === column
      ? results.filter(({ tool, wanted, rank }) => tool === row && wanted && rank === 1).length
      : (counts.get(JSON.stringify([row, column])) ?? 0)
  const width = Math.max(...rows.map((row) => row.length))
  const columns = tools.map((tool, at) => ({ tool, number: String(at + 1) }))
  const head = `${' '.repeat(width + 4)}${columns.map(({ number }) => number.padStart(4)).join('')}`
  const lines = rows.map((row) => {
    const number = columns.find(({ tool }) => tool === row)?.number ?? ''
    const cells = columns.map(({ tool }) => String(countOf(row, tool) || '·').padStart(4))
    return `${number.padStart(3)} ${row.padEnd(width)}${cells.join('')}`
  })
  const winners = columns
    .filter(({ tool }) => !rows.includes(tool))
    .map(({ number, tool }) => `${number.padStart(3)} ${tool}`)
  return [head, ...lines, ...(winners.length === 0 ? [] : ['', ...winners])].join('\n')
}
