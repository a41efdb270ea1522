import { isObject } from '../json.ts'
import type { JsonSchema, SchemaObject } from './schema.ts'

/** The schema that a local `$ref` names (`#`, `#/$defs/Tree`), or undefined. https://www.rfc-editor.org/rfc/rfc6901 */
export function resolveReference(root: SchemaObject, reference: string): JsonSchema | undefined {
  if (!reference.startsWith('#')) return undefined
  let target: unknown = root
  for (const step of reference.slice(1).split('/').slice(1)) {
    const key = unescape(step)
    if (Array.isArray(target)) target = target[Number(key)]
    else target = isObject(target) && Object.hasOwn(target, key) ? target[key] : undefined
  }
  return typeof target === 'boolean' || isObject(target) ? target : undefined
}

function unescape(step: string): string {
  return decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~')
}
