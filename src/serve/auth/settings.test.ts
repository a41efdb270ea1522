import { expect, test } from 'vitest'
import type { AuthOptions } from '../../tool/index.ts'
import { createServer } from '../server.ts'
import { readAuth } from './settings.ts'

const good: AuthOptions = { issuer: 'https://id.example', audience: 'https://shop.example/mcp' }

test('issuer and audience are enough', () => {
  const { resource, algorithms, skewMs } = readAuth(good)
  expect([resource.href, skewMs]).toEqual(['https://shop.example/mcp', 30_000])
  expect(algorithms.some((algorithm) => /^HS|none/.test(algorithm))).toBe(false)
})

test.each<[Partial<AuthOptions>, RegExp]>([
  [{ issuer: 'id.example' }, /^auth\.issuer is a URL, "id\.example" is none\.$/],
  [{ issuer: 'http://id.example' }, /^auth\.issuer begins with https:, unless it is on this machine/],
  [{ issuer: 'http://localhost.evil.example' }, /begins with https:/],
  [{ issuer: 'https://id.example?a' }, /^auth\.issuer has no query and no fragment/],
  [{ keys: 'http://id.example/keys' }, /^auth\.keys begins with https:/],
  [{ keys: 'file:///keys' }, /^auth\.keys begins with https:/],
  [{ audience: '' }, /^auth\.audience is empty/],
  [{ audience: [] }, /^auth\.audience is empty/],
  [{ audience: 'shop' }, /^auth\.resource is missing/],
  [{ resource: 'shop' }, /^auth\.resource is a URL without fragment, not shop\.$/],
  [{ resource: 'https://shop.example/mcp#a' }, /^auth\.resource is a URL without fragment/],
  [{ algorithms: ['HS256'] }, /^auth\.algorithms: HS256 will not do; choose from RS256, /],
  [{ algorithms: ['none'] }, /^auth\.algorithms: none will not do/],
  [{ algorithms: [] }, /^auth\.algorithms: none will not do/],
  [{ skewMs: Number.NaN }, /^auth\.skewMs is NaN/],
  [{ skewMs: Infinity }, /^auth\.skewMs is Infinity/],
  [{ scopes: ['a b'] }, /^auth: "a b" is no scope\.$/],
  [{ implied: { admin: ['a"'] } }, /^auth: "a\\"" is no scope\.$/],
])('%j is refused', (wrong, says) => {
  expect(() => createServer({ name: 'shop', version: '1', tools: [], auth: { ...good, ...wrong } })).toThrow(says)
})

test('on this machine http will do', () => {
  expect(readAuth({ ...good, issuer: 'http://localhost:8080/realms/shop' }).issuer).toBe(
    'http://localhost:8080/realms/shop',
  )
})

test('who calls is said by a token or by a header, not by both', () => {
  const http = { caller: () => 'ada' }
  expect(() => createServer({ name: 'shop', version: '1', tools: [], auth: good, http })).toThrow(/leave out "caller"/)
})

test('a tool with what is no scope is refused', () => {
  const tool = { name: 'refund', inputSchema: { type: 'object' }, scopes: ['a\nb'], run: () => undefined } as const
  expect(() => createServer({ name: 'shop', version: '1', tools: [tool] })).toThrow('refund: "a\\nb" is no scope.')
})
