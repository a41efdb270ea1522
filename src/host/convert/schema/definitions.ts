import type { UnknownObject } from '../../../tool/index.ts'

/** What references point at: each is converted once, under a name of its own. */
export interface Definitions {
  /** A reference to a schema, which is to be converted. */
  readonly refer: (schema: UnknownObject, reference: string) => string
  readonly convertAll: (convert: (schema: unknown) => UnknownObject) => UnknownObject
}

export function createDefinitions(root: UnknownObject): Definitions {
  const names = new Map<UnknownObject, string>()
  const taken = new Set<string>()
  return {
    refer(schema, reference) {
      const known = names.get(schema)
      if (known !== undefined) return `#/$defs/${known}`
      const wanted = schema === root ? 'root' : (reference.split('/').at(-1) ?? '')
      const sane = wanted.replaceAll(/[^A-Za-z0-9_]+/g, '_').slice(0, 50)
      const name = taken.has(sane) || sane === '' ? `${sane}_${names.size + 1}` : sane
      taken.add(name)
      names.set(schema, name)
      return `#/$defs/${name}`
    },
    convertAll(convert) {
      const done = new Map<string, UnknownObject>()
      // While one is converted, others are named: a map goes on to what is added.
      for (const [schema, name] of names) done.set(name, convert(schema))
      return done.size === 0 ? {} : { $defs: Object.fromEntries(done) }
    },
  }
}
