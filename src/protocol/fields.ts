import type { UnknownObject } from '../tool/index.ts'

/** The named fields of a value, in that order, without those that it does not have. */
export function pick(value: object, fields: readonly string[]): UnknownObject {
  const all: UnknownObject = { ...value }
  const picked: Record<string, unknown> = {}
  for (const field of fields) if (all[field] !== undefined) picked[field] = all[field]
  return picked
}
