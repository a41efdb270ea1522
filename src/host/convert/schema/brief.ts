/** In characters, of a tool or its schema. */
export const longestDescription = 10_000

const longestBrief = 200
const mostInRow = 50

/** A text of which a long one loses its end. */
export function cut(text: string, longest: number = longestBrief): string {
  return text.length <= longest ? text : `${text.slice(0, longest).toWellFormed()}…`
}

/** JSON of which a long one loses its end. */
export function brief(value: unknown): string {
  return cut(JSON.stringify(value) ?? '')
}

/** Values in a row, of many the first ones. */
export function row(values: readonly unknown[]): string {
  const rest = values.length - mostInRow
  const shown = values.slice(0, mostInRow).map(brief)
  return rest > 0 ? `${shown.join(', ')} and ${rest} more` : shown.join(', ')
}

/** 1 item, 2 items */
export function counted(count: unknown, one: string, many = `${one}s`): string {
  return `${brief(count)} ${count === 1 ? one : many}`
}
