import type { JsonSchema, SchemaObject } from '../../tool/index.ts'
import { annotate } from './describe.ts'
import type { Misfit } from './describe.ts'
import { withoutType } from './parse-comment.ts'
import type { Block, Comment } from './parse-comment.ts'

/** What one `@param` says. */
export interface ParamTag {
  /** `order.lines.sku` as a list; the brackets of a list (`lines[].sku`) are left out. */
  readonly path: readonly string[]
  readonly comment: Comment
  readonly block: Block
}

/** `name - text`, `[name=1] text`, `order.lines[].sku: text`. */
const namedText = /^\[?([\w$]+(?:\[\])?(?:\.[\w$-]+(?:\[\])?)*)(?:\s*=[^\]]*)?\]?\s*(?:[-–—:]\s*)?([\s\S]*)$/

const names = new Set(['param', 'arg', 'argument'])

/** The `@param` tags of a function's comment, in TSDoc's form (`name - text`) or JSDoc's (`{type} [name=1] text`). */
export function paramTags(comment: Comment | undefined): ParamTag[] {
  const blocks = comment?.blocks.filter(({ tag }) => names.has(tag)) ?? []
  return blocks.flatMap((block) => {
    const match = namedText.exec(withoutType(block.text))
    if (match?.[1] === undefined) return []
    const path = match[1].replaceAll('[]', '').split('.')
    return [{ path, block, comment: { summary: (match[2] ?? '').trim(), blocks: block.inner, pos: block.pos } }]
  })
}

/** Documents a part of a schema. Gives undefined when there is no such part. */
export function annotateAt(
  schema: SchemaObject,
  [name, ...rest]: readonly string[],
  note: { readonly comment: Comment; readonly misfit: Misfit },
): SchemaObject | undefined {
  if (name === undefined) return annotate(schema, note.comment, note.misfit)
  const part = schema.properties?.[name]
  if (isSchema(part)) {
    const changed = annotateAt(part, rest, note)
    return changed && { ...schema, properties: { ...schema.properties, [name]: changed } }
  }
  if (!isSchema(schema.items)) return undefined
  const items = annotateAt(schema.items, [name, ...rest], note)
  return items && { ...schema, items }
}

function isSchema(schema: JsonSchema | undefined): schema is SchemaObject {
  return typeof schema === 'object'
}
