import type { Keyword } from '../keyword.ts'
import { assertion, isCount, keyword } from '../keyword.ts'
import { isPattern, patternOf } from './pattern.ts'

/** https://json-schema.org/draft/2020-12/json-schema-validation#section-6.3 */
export const strings: readonly Keyword[] = [
  keyword({
    name: 'minLength',
    accepts: isCount,
    check: (limit, schema) =>
      assertion('minLength', schema, (value) => typeof value !== 'string' || lengthOf(value, limit * 2) >= limit),
  }),
  keyword({
    name: 'maxLength',
    accepts: isCount,
    check: (limit, schema) =>
      assertion('maxLength', schema, (value) => typeof value !== 'string' || lengthOf(value, limit * 2 + 1) <= limit),
  }),
  keyword({
    name: 'pattern',
    accepts: isPattern,
    check: (source, schema) => {
      const pattern = patternOf(source)
      return assertion('pattern', schema, (value) => typeof value !== 'string' || pattern.test(value))
    },
  }),
]

/** In characters, not in UTF-16 units; beyond `enough` units the exact number no longer matters. */
function lengthOf(value: string, enough: number): number {
  if (value.length >= enough) return value.length
  let length = value.length
  for (let at = 0; at < value.length - 1; at += 1) {
    if (isHigh(value.charCodeAt(at)) && isLow(value.charCodeAt(at + 1))) {
      length -= 1
      at += 1
    }
  }
  return length
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff
}
