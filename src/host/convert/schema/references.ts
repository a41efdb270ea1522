import { isObject } from '../../../tool/index.ts'
import type { UnknownObject } from '../../../tool/index.ts'

/** What a reference inside a schema points at: `#`, `#/$defs/name`, `#anchor`; undefined for any other. */
export type Resolve = (reference: string) => UnknownObject | boolean | undefined

export function resolverOf(root: UnknownObject): Resolve {
  const anchors = anchorsIn(root)
  return (reference) => {
    if (reference === '#') return root
    const target = reference.startsWith('#/') ? follow(root, reference) : anchors.get(reference)
    return isObject(target) || typeof target === 'boolean' ? target : undefined
  }
}

/** https://www.rfc-editor.org/rfc/rfc6901 */
function follow(root: UnknownObject, reference: string): unknown {
  return reference
    .slice(2)
    .split('/')
    .reduce<unknown>((place, step) => member(place, unescaped(step)), root)
}

function member(place: unknown, key: string): unknown {
  if (Array.isArray(place)) return /^\d+$/.test(key) ? place[Number(key)] : undefined
  return isObject(place) && Object.hasOwn(place, key) ? place[key] : undefined
}

function unescaped(step: string): string {
  try {
    return decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~')
  } catch {
    return step
  }
}

/** Anchors are looked for where definitions are. */
function anchorsIn(root: UnknownObject): ReadonlyMap<string, UnknownObject> {
  const definitions = [root['$defs'], root['definitions']].flatMap((each) =>
    isObject(each) ? Object.values(each) : [],
  )
  // Of two with one name the first stands.
  return new Map(
    definitions.toReversed().flatMap((each) => {
      const anchor = isObject(each) ? each['$anchor'] : undefined
      return isObject(each) && typeof anchor === 'string' ? [[`#${anchor}`, each]] : []
    }),
  )
}
