import { expect, test } from 'vitest'
import { isScope, mayUse, scopesIn } from './scopes.ts'

test.each<[object, string[]]>([
  [{ scope: 'a b  c' }, ['a', 'b', 'c']],
  [{ scp: ['a', 7, 'b'] }, ['a', 'b']],
  [{ scp: 'a', scope: ['b'] }, ['b', 'a']],
  [{ scope: { a: true }, scp: null }, []],
  [{}, []],
])('%j names the scopes %j', (claims, scopes) => {
  expect([...scopesIn({ ...claims }, {})]).toEqual(scopes)
})

test('a scope contains others, and these others more, also in a circle', () => {
  const implied = { admin: ['staff'], staff: ['read', 'admin'] }
  expect([...scopesIn({ scope: 'admin' }, implied)]).toEqual(['admin', 'staff', 'read'])
  expect([...scopesIn({ scope: 'toString constructor' }, implied)]).toEqual(['toString', 'constructor'])
})

test.each(['', 'a b', 'a"', 'a\\', 'a\r\nx: y', 'ä', '\u007F'])('%j is no scope', (text) => {
  expect(isScope(text)).toBe(false)
})

test.each(['refunds:write', 'https://shop.example/refunds.write', 'a!#[]~'])('%j is a scope', (text) => {
  expect(isScope(text)).toBe(true)
})

test('all scopes of a tool are needed, and none of whoever started the process', () => {
  const tool = { name: 'refund', inputSchema: { type: 'object' }, scopes: ['a', 'b'], run: () => undefined } as const
  expect(mayUse({ scopes: new Set(['a']), claims: {} }, tool)).toBe(false)
  expect(mayUse({ scopes: new Set(['b', 'a']), claims: {} }, tool)).toBe(true)
  expect(mayUse(undefined, tool)).toBe(true)
})
