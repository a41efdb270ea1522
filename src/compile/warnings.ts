import type { JsonSchema, ObjectSchema } from '../tool/index.ts'
import { constraints } from './docs/constraints.ts'
import { proseOf } from './docs/describe.ts'
import { meantFormat } from './docs/formats.ts'
import { meantTag } from './docs/known-tags.ts'
import type { Comment } from './docs/parse-comment.ts'
import type { ts } from './program.ts'
import type { Reporter } from './reporter.ts'

/** Warns of tags that are near one of ours, which nothing would ever read, and of formats that are near a known one. */
export function warnOfTags(comment: Comment, at: ts.Node, reporter: Reporter): void {
  for (const { tag, written, text, pos } of comment.blocks.flatMap((each) => [each, ...each.inner])) {
    const meant = meantTag(tag)
    if (meant !== undefined) {
      reporter.warn('unknown-tag', `@${written} is no tag of ours. Did you mean @${meant}?`, { at, pos })
    }
    const format = tag === 'format' ? meantFormat(text) : undefined
    if (format !== undefined) {
      reporter.warn('unknown-format', `Nobody checks the format ${text}. Did you mean ${format}?`, { at, pos })
    }
  }
}

const tellsOfValues = new Set(
  [...constraints.keys()].filter((tag) => !['title', 'deprecated', 'example'].includes(tag)),
)

/** Warns of tags on a function that say something of a value. */
export function warnOfMisplacedTags({ blocks }: Comment, at: ts.Node, reporter: Reporter): void {
  for (const { tag, written, text, pos } of blocks) {
    if (!tellsOfValues.has(tag)) continue
    const inline = `{@${written}${text === '' ? '' : ` ${text}`}}`
    reporter.warn(
      'misplaced-tag',
      `@${written} says nothing of a function: write ${inline} after the @param it is for.`,
      { at, pos },
    )
  }
}

/** What is looked at in the arguments of a tool. */
export interface Argued {
  readonly schema: ObjectSchema
  readonly comment: Comment | undefined
  readonly placeOf: (name: string) => ts.Node
}

/** Warns of arguments that nothing describes, and of those that some model providers refuse. */
export function warnOfArguments({ schema, comment, placeOf }: Argued, reporter: Reporter): void {
  const prose = comment === undefined ? '' : proseOf(comment).toLowerCase()
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const at = placeOf(name)
    if (prose !== '' && !isDescribed(name, property, prose)) {
      reporter.warn('undescribed-parameter', `Nothing says what ${name} is: add @param ${name} - …`, { at })
    }
    const trouble = troubleOf(property)
    if (trouble === undefined) continue
    reporter.warn('not-portable', `${name} holds ${trouble}, which some model providers refuse.`, { at })
  }
}

/** Described in words, by its values, or by the summary that speaks of it. */
function isDescribed(name: string, schema: JsonSchema, prose: string): boolean {
  if (typeof schema === 'boolean') return true
  const speaks = [schema.description, schema.enum, schema.const, schema.format, schema.pattern, schema.$ref]
  if (speaks.some((keyword) => keyword !== undefined) || schema.type === 'boolean') return true
  const words = name.split(/_|(?<=[a-z])(?=[A-Z])/).filter((word) => word !== '')
  return words.every((word) => prose.includes(word.toLowerCase()))
}

function troubleOf(schema: JsonSchema): string | undefined {
  if (typeof schema === 'boolean') return undefined
  if (schema.$ref !== undefined) return 'a type that contains itself'
  if (schema.prefixItems !== undefined) return 'a tuple'
  if (schema.type === undefined && schema.anyOf === undefined && schema['enum'] === undefined)
    return 'a value of any type'
  const { items, additionalProperties, properties = {}, anyOf = [] } = schema
  const parts = [items ?? true, additionalProperties ?? true, ...Object.values(properties), ...anyOf]
  return parts.map(troubleOf).find((trouble) => trouble !== undefined)
}
