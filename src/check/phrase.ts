/** `1 tool`, `3 tools`. */
export function countOf(count: number, noun: string, many = `${noun}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? noun : many}`
}

/** `a, b and 3 more` */
export function listOf(names: readonly string[], most = 3): string {
  const shown = names.slice(0, most)
  const rest = names.length - shown.length
  return rest > 0 ? `${shown.join(', ')} and ${rest} more` : shown.join(', ')
}

/** Text in quotes, cut where it is long, with what cannot be seen written out. */
export function quoted(text: string, most = 80): string {
  const flat = text.replaceAll(/\s+/g, ' ').trim()
  const cut = flat.length <= most ? flat : `${flat.slice(0, most - 1).toWellFormed()}…`
  return JSON.stringify(cut)
}
