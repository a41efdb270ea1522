import { nearest } from '../../tool/index.ts'
import type { ObjectSchema } from '../../tool/index.ts'
import type { ts } from '../program.ts'
import { misfitAt } from '../workshop.ts'
import type { Workshop } from '../workshop.ts'
import { annotateAt } from './param-tags.ts'
import type { ParamTag } from './param-tags.ts'

/** What the `@param` tags of one function are applied to. */
export interface Documented {
  readonly schema: ObjectSchema
  readonly tags: readonly ParamTag[]
  /** Names that are no arguments but may be documented: the flattened object, the injected context. */
  readonly silent: readonly string[]
  /** Whether the only parameter was flattened, so that `input.order_id` speaks of the argument `order_id`. */
  readonly isFlat: boolean
  readonly at: ts.Node
}

/** Writes what `@param` tags say into the schema of the arguments, and warns of those that speak of nothing. */
export function applyParams({ schema, tags, silent, isFlat, at }: Documented, shop: Workshop): ObjectSchema {
  return tags.reduce((whole, { path, comment, block }) => {
    const note = { comment, misfit: misfitAt(shop, at) }
    const changed =
      annotateAt(whole, path, note) ?? (isFlat && path.length > 1 ? annotateAt(whole, path.slice(1), note) : undefined)
    if (changed !== undefined) return { ...changed, type: 'object' }
    if (path.length === 1 && (silent.includes(path[0] ?? '') || isHead(path[0], tags))) return whole
    const [near] = nearest(path.at(-1) ?? '', Object.keys(whole.properties ?? {}))
    const advice = near === undefined ? '' : ` Did you mean ${near}?`
    shop.reporter.warn('unknown-parameter', `@param ${path.join('.')} names no parameter.${advice}`, {
      at,
      pos: block.pos,
    })
    return whole
  }, schema)
}

/** Whether other tags speak of parts of what this name stands for. */
function isHead(name: string | undefined, tags: readonly ParamTag[]): boolean {
  return tags.some(({ path }) => path.length > 1 && path[0] === name)
}
