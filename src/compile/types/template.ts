import type { ts } from '../program.ts'
import { literalOf } from './literal.ts'
import type { Kind, Walk } from './kind.ts'

/** A template literal type is a string with a pattern. */
const kind: Kind = {
  name: 'template',
  emit(type, walk) {
    if (isTemplate(type, walk) || isMapping(type, walk))
      return { type: 'string', pattern: `^${patternOf(type, walk)}$` }
    return undefined
  },
}
export default kind

/** The regular expression, without anchors, of the strings that a type lets through. */
export function patternOf(type: ts.Type, walk: Walk): string {
  const { Number, BigInt } = walk.compiler.TypeFlags
  if (isTemplate(type, walk)) {
    const parts = type.types.map((part, index) => patternOf(part, walk) + escape(type.texts[index + 1] ?? ''))
    return escape(type.texts[0] ?? '') + parts.join('')
  }
  if (isMapping(type, walk)) return mapped[type.symbol.name] ?? anything
  if (type.isUnion()) return `(?:${type.types.map((member) => patternOf(member, walk)).join('|')})`
  if ((type.flags & Number) !== 0) return '-?\\d+(?:\\.\\d+)?'
  if ((type.flags & BigInt) !== 0) return '-?\\d+'
  const value = literalOf(type, walk)
  return value === undefined ? anything : escape(String(value))
}

const anything = '[\\s\\S]*'

const mapped: Readonly<Record<string, string>> = {
  Uppercase: '[^a-z]*',
  Lowercase: '[^A-Z]*',
  Capitalize: '(?:[^a-z][\\s\\S]*)?',
  Uncapitalize: '(?:[^A-Z][\\s\\S]*)?',
}

function isTemplate(type: ts.Type, { compiler }: Walk): type is ts.TemplateLiteralType {
  return (type.flags & compiler.TypeFlags.TemplateLiteral) !== 0
}

function isMapping(type: ts.Type, { compiler }: Walk): type is ts.StringMappingType {
  return (type.flags & compiler.TypeFlags.StringMapping) !== 0
}

function escape(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}
