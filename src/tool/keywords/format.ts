import { formats } from '../formats.ts'
import type { Keyword } from '../validate-keyword.ts'
import { assertion, isString, keyword } from '../validate-keyword.ts'

/**
 * Verbnoun asserts the formats it knows; what it does not know is an annotation.
 * https://json-schema.org/draft/2020-12/json-schema-validation#section-7
 */
export const format: Keyword = keyword({
  name: 'format',
  accepts: isString,
  check: (name, schema) => {
    const holds = formats.get(name)
    return holds && assertion('format', schema, (value) => typeof value !== 'string' || holds(value))
  },
})
