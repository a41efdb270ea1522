/** What the value of a tag may be where the tag stands in the middle of a line. */
type Value = 'number' | 'flag' | 'word' | 'text' | 'prose'

/** The tags that say something of a value or of a whole tool in a word or two, and so may share a line with others. */
const vocabulary: Readonly<Record<string, Value>> = {
  minimum: 'number',
  maximum: 'number',
  exclusiveminimum: 'number',
  exclusivemaximum: 'number',
  multipleof: 'number',
  minlength: 'number',
  maxlength: 'number',
  minitems: 'number',
  maxitems: 'number',
  integer: 'flag',
  uniqueitems: 'flag',
  deprecated: 'text',
  pattern: 'text',
  format: 'word',
  default: 'text',
  defaultvalue: 'text',
  example: 'text',
  title: 'text',
  name: 'word',
  readonly: 'flag',
  destructive: 'flag',
  nondestructive: 'flag',
  openworld: 'flag',
  closedworld: 'flag',
  idempotent: 'text',
  internal: 'flag',
  within: 'word',
  downstream: 'word',
  scope: 'word',
  verify: 'text',
  for: 'text',
  notfor: 'text',
  param: 'prose',
  returns: 'prose',
  remarks: 'prose',
  verbnounignore: 'text',
  packagedocumentation: 'flag',
}

/** In lower case. */
export const tagNames: ReadonlySet<string> = new Set(Object.keys(vocabulary))

/** Whether words follow a tag, in which other tags may stand that speak of the same. */
export function isProse(tag: string): boolean {
  return (vocabulary[tag] ?? 'prose') === 'prose'
}

const fitting: Readonly<Record<Exclude<Value, 'text' | 'prose'>, RegExp>> = {
  number: /^\s+-?[\d.]+(?=\s|$)/,
  flag: /^\s*($|@|(?:true|false)(?=\s|$))/i,
  word: /^\s+[^\s@]\S*\s*($|@)/,
}

/** How a line stands where a tag is found in the middle of it. */
export interface Opening {
  /** After words that may go on: those of another tag. */
  readonly loosely: boolean
  /** At the beginning, after the end of a sentence, or after another tag and its value. */
  readonly strictly: boolean
}

/** Whether a tag in the middle of a line is meant as one, and not a word of the prose. */
export function takesInline(tag: string, after: string, { loosely, strictly }: Opening): boolean {
  const value = vocabulary[tag]
  if (value === undefined) return false
  if (value === 'text' || value === 'prose') return loosely || strictly
  // What stands where only a tag can stand is one, also with a value that does not fit.
  return fitting[value].test(after) || (strictly && value !== 'flag')
}

/** Whether a misspelt tag in the middle of a line is meant as one: a person's handle may look like it. */
export function takesMisspelt(meant: string, after: string, strictly: boolean): boolean {
  const value = vocabulary[meant]
  if (strictly) return takesInline(meant, after, { loosely: true, strictly })
  return (value === 'number' || value === 'flag') && fitting[value].test(after)
}
