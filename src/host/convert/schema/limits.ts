import type { UnknownObject } from '../../../tool/index.ts'
import type { SchemaLimits } from '../schema-rules.ts'
import { Inexpressible } from './inexpressible.ts'
import { sizeOf } from './measure.ts'
import type { Size } from './measure.ts'

/** The size of a converted schema. Throws an `Inexpressible` where it is over a limit. */
export function refuseLarge(schema: UnknownObject, limits: SchemaLimits = {}): Size {
  const size = sizeOf(schema)
  refuse(size.properties, limits.properties, 'properties')
  refuse(size.levels, limits.levels, 'levels of objects')
  refuse(size.characters, limits.characters, 'characters of names and values')
  refuse(size.enumValues, limits.enumValues, 'values to choose from')
  refuse(size.longestEnum, limits.longestEnum, 'characters in one long list of values')
  return size
}

function refuse(count: number, most: number | undefined, what: string): void {
  if (most !== undefined && count > most)
    throw new Inexpressible(`has ${count} ${what}, and ${most} are the most that are taken`)
}
