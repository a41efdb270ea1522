import type { Findability } from './findability.ts'

/** A matrix of more tools is wider than a page. */
const widest = 20

type Outcome = Pick<Findability, 'results' | 'confusion'>

/**
 * The confusion as a matrix in text: a row for each tool that lost requests, a column for each that won or lost some; where
 * a tool meets itself, what it won of its own. Of more than 20 tools a list, the most frequent loss first. Empty where
 * nothing was lost.
 */
export function confusionText({ results, confusion }: Outcome): string {
  if (confusion.length === 0) return ''
  const tools = Array.from(new Set(confusion.flatMap(({ wanted, won }) => [wanted, won])))
  return tools.length > widest ? listOf(confusion) : matrixOf(tools, { results, confusion })
}

function listOf(confusion: Outcome['confusion']): string {
  return confusion.map(({ wanted, won, count }) => `${String(count).padStart(3)} ${wanted} → ${won}`).join('\n')
}

function matrixOf(tools: readonly string[], { results, confusion }: Outcome): string {
  const losers = new Set(confusion.map(({ wanted }) => wanted))
  const cell = (row: string, column: string): string => {
    const own = results.filter(({ tool, wanted, rank }) => tool === row && wanted && rank === 1).length
    const lost = confusion.find(({ wanted, won }) => wanted === row && won === column)?.count ?? 0
    return String((row === column ? own : lost) || '·').padStart(4)
  }
  const width = Math.max(...Array.from(losers, (tool) => tool.length))
  const head = `${' '.repeat(4 + width)}${tools.map((_, at) => String(at + 1).padStart(4)).join('')}`
  const lines = tools.map((tool, at) => {
    const label = `${String(at + 1).padStart(3)} ${tool}`
    return losers.has(tool) ? label.padEnd(4 + width) + tools.map((other) => cell(tool, other)).join('') : label
  })
  return [head, ...lines].join('\n')
}
