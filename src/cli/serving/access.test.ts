import { expect, test } from 'vitest'
import { joinAuth, readAccess } from './access.ts'

const address = { port: 0, host: '127.0.0.1' }

function read(options: Record<string, string>): ReturnType<typeof readAccess> {
  return readAccess({ words: [], command: [], options }, address)
}

test('what was typed stands before what the module declares, and beside the rest of it', () => {
  const declared = { issuer: 'https://id.example', audience: 'https://shop.example/mcp', tenant: 'org_id' }
  const { auth } = read({ 'auth-issuer': 'https://other.example' })
  expect(joinAuth(declared, auth)).toEqual({ ...declared, issuer: 'https://other.example' })
  expect(joinAuth(declared, read({}).auth)).toBe(declared)
  expect(joinAuth(undefined, undefined)).toBeUndefined()
})

test.each([
  [{ 'auth-issuer': 'https://id.example' }, '--auth-audience is missing: whom are tokens made for?'],
  [{ 'auth-audience': 'shop' }, '--auth-issuer is missing: whose tokens are taken?'],
])('%j alone is too little', (options, says) => {
  expect(() => joinAuth(undefined, read(options).auth)).toThrow(says)
})

test('origins are read one by one, and as browsers write them', () => {
  const { allowedOrigins } = read({ 'allow-origin': 'https://app.example,http://localhost:6274' })
  expect(allowedOrigins).toEqual(['https://app.example', 'http://localhost:6274'])
  for (const wrong of ['app.example', 'https://app.example/', 'https://App.example', '*', 'null', ''])
    expect(() => read({ 'allow-origin': `https://a.example,${wrong}` })).toThrow(`not ${wrong}.`)
})

test('over stdio nobody is asked', () => {
  const typed = { words: [], command: [], options: { 'auth-issuer': 'https://id.example' } }
  expect(() => readAccess(typed, undefined)).toThrow('--auth-issuer is for --http.')
  expect(readAccess({ ...typed, options: {} }, undefined)).toEqual({ auth: undefined, allowedOrigins: undefined })
})
