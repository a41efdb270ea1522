import { readers } from '../../codec/kinds.ts'
import { formats } from '../formats.ts'
import type { Keyword } from '../keyword.ts'
import { assertion, isString, keyword } from '../keyword.ts'

/**
 * Verbnoun asserts the formats it knows; what it does not know is an annotation. A value that the function is to receive
 * decoded must also be readable: a leap second is a date-time, but no `Date`.
 * https://json-schema.org/draft/2020-12/json-schema-validation#section-7
 */
export const format: Keyword = keyword({
  name: 'format',
  accepts: isString,
  check: (name, schema) => {
    const holds = formats.get(name)
    const { 'x-codec': codec } = schema
    if (holds === undefined) return undefined
    const canRead = codec === undefined ? () => true : readers[codec].canRead
    return assertion('format', schema, (value) => typeof value !== 'string' || (holds(value) && canRead(value)))
  },
})
