import type { Decoder } from './decode.ts'
import { decoderOf } from './decode.ts'
import type { Encoder } from './encode.ts'
import { encoderOf } from './encode.ts'
import type { JsonSchema, SchemaObject } from '../schema/schema.ts'
import { beginRun, compilerOf } from '../schema/compile.ts'

export { wireSchema } from './wire.ts'

const decoders = new WeakMap<SchemaObject, Decoder>()
const encoders = new WeakMap<SchemaObject, Encoder>()

/**
 * What the function holds of a value that came over the wire and fits its schema: dates, URLs, bigints, bytes, sets and
 * maps are built, absent properties with a `@default` are filled.
 */
export function decode(schema: JsonSchema, value: unknown): unknown {
  if (typeof schema === 'boolean') return value
  const compiler = compilerOf(schema)
  const decoder = decoders.get(schema) ?? decoderOf(schema, compiler) ?? ((wire: unknown) => wire)
  decoders.set(schema, decoder)
  beginRun(compiler)
  return decoder(value)
}

/**
 * What goes on the wire of a value that the function returned: JSON, with only the properties that the schema has room
 * for. What cannot fit is passed on, for the validator to refuse.
 */
export function encode(schema: JsonSchema, value: unknown): unknown {
  if (typeof schema === 'boolean') return encode({}, value)
  const compiler = compilerOf(schema)
  const encoder = encoders.get(schema) ?? encoderOf(schema, compiler)
  encoders.set(schema, encoder)
  beginRun(compiler)
  return encoder(value, { depth: 0, visits: 0, known: new Map() })
}
