/** The words of a name in lower case, however it joins them: `getUserById`, `get-user`, `github.get_user`. */
export function wordsOf(name: string): string[] {
  const known = split.get(name)
  if (known !== undefined) return known
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase())
  if (split.size > keptNames) split.clear()
  split.set(name, words)
  return words
}

const keptNames = 50_000
const split = new Map<string, string[]>()

/** How a name joins its words. */
export function joinOf(name: string): 'snake' | 'kebab' | 'camel' | 'dotted' | 'one word' | 'mixed' {
  const marks = new Set(name.match(/[^A-Za-z0-9]/g))
  const isCamel = /[a-z\d][A-Z]/.test(name)
  if (marks.size > 1 || (marks.size === 1 && isCamel)) return 'mixed'
  if (isCamel) return 'camel'
  if (marks.has('_')) return 'snake'
  if (marks.has('-')) return 'kebab'
  return marks.size === 1 ? 'dotted' : 'one word'
}

/** One of a word that may be plural. */
export function singular(word: string): string {
  if (/(?:ss|us|is)$/.test(word)) return word
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`
  if (/(?:ses|xes|ches|shes)$/.test(word)) return word.slice(0, -2)
  return word.endsWith('s') && word.length > 3 ? word.slice(0, -1) : word
}
