import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { callerOf, tenantOf } from './caller.ts'

const text = fc.string({
  unit: fc.constantFrom('a', '@', '#', '%', '4', '0', ' ', 'é', '\uD800'),
  minLength: 1,
  maxLength: 6,
})
const issuer = 'https://id.example'

test('the tenant can be read from the name of a caller', () => {
  fc.assert(
    fc.property(text, text, (subject, tenant) => {
      expect(tenantOf(callerOf(issuer, subject, tenant))).toBe(tenant.toWellFormed())
    }),
  )
})

test('no two callers of a server share a name', () => {
  fc.assert(
    fc.property(text, text, text, text, (one, of, other, elsewhere) => {
      const isSame = one === other && of.toWellFormed() === elsewhere.toWellFormed()
      expect(callerOf(issuer, one, of) === callerOf(issuer, other, elsewhere)).toBe(isSame)
      expect(callerOf(issuer, one, undefined) === callerOf(issuer, other, undefined)).toBe(one === other)
    }),
  )
})

test('callers that no token names have no tenant', () => {
  expect(['local', 'http', 'ada@example.com'].map(tenantOf)).toEqual(['', '', ''])
})
