import type { Keyword } from '../keyword.ts'
import { assertion, isNumber, keyword } from '../keyword.ts'

/** https://json-schema.org/draft/2020-12/json-schema-validation#section-6.2 */
export const numbers: readonly Keyword[] = [
  keyword({
    name: 'minimum',
    accepts: isNumber,
    check: (limit, schema) => assertion('minimum', schema, (value) => typeof value !== 'number' || value >= limit),
  }),
  keyword({
    name: 'maximum',
    accepts: isNumber,
    check: (limit, schema) => assertion('maximum', schema, (value) => typeof value !== 'number' || value <= limit),
  }),
  keyword({
    name: 'exclusiveMinimum',
    accepts: isNumber,
    check: (limit, schema) =>
      assertion('exclusiveMinimum', schema, (value) => typeof value !== 'number' || value > limit),
  }),
  keyword({
    name: 'exclusiveMaximum',
    accepts: isNumber,
    check: (limit, schema) =>
      assertion('exclusiveMaximum', schema, (value) => typeof value !== 'number' || value < limit),
  }),
  keyword({
    name: 'multipleOf',
    accepts: isPositive,
    check: (step, schema) =>
      assertion('multipleOf', schema, (value) => typeof value !== 'number' || isMultiple(value, step)),
  }),
]

function isPositive(value: unknown): value is number {
  return isNumber(value) && value > 0
}

/** In decimals, as JSON writes numbers: 19.99 is a multiple of 0.01, although their binary quotient is not whole. */
function isMultiple(value: number, step: number): boolean {
  if (!Number.isFinite(value)) return false
  if (Number.isSafeInteger(value) && Number.isSafeInteger(step)) return value % step === 0
  const [digits, exponent] = decimal(value)
  const [stepDigits, stepExponent] = decimal(step)
  const scale = Math.min(exponent, stepExponent)
  return (digits * 10n ** BigInt(exponent - scale)) % (stepDigits * 10n ** BigInt(stepExponent - scale)) === 0n
}

/** A number as whole digits times a power of ten. */
function decimal(value: number): [digits: bigint, exponent: number] {
  const [mantissa = '0', exponent = '0'] = String(value).split('e')
  const [whole = '0', fraction = ''] = mantissa.split('.')
  return [BigInt(whole + fraction), Number(exponent) - fraction.length]
}
