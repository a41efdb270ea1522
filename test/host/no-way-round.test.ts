import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as host from '../../src/host/index.ts'

const files = readdirSync('src/host', { recursive: true, encoding: 'utf8' })
const sources = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
const read = (file: string): string => readFileSync(`src/host/${file}`, 'utf8')
/** Which files a pattern occurs in. */
const filesWith = (pattern: RegExp): string[] => sources.filter((file) => pattern.test(read(file))).toSorted()

test('one file can call a tool of a server, and one gets at it: the one that takes a permit', () => {
  expect(filesWith(/\bcallTool\b|tools\/call['"]/)).toEqual(['raw-call.ts'])
  expect(filesWith(/import \{[^}]*\brawCall\b/)).toEqual(['connection.ts'])
  expect(filesWith(/\bcallerOf\b/)).toEqual(['connection.ts', 'dispatch.ts'])
  const [begin, claim, call] = ['gate.begin(permit)', 'claim(permit)', 'callerOf(target.connection)'].map((step) =>
    read('dispatch.ts').indexOf(step),
  )
  expect([begin! < claim!, claim! < call!]).toEqual([true, true])
})

test('nothing asks a server for anything but lists and resources', () => {
  expect(filesWith(/\.request(?:<[^>]*>)?\(/)).toEqual(['connection.ts'])
  const methods = [...read('connection.ts').matchAll(/'((?:tools|prompts|resources)\/[^']+)'/g)].map(
    ([, method]) => method,
  )
  expect(methods).toEqual([
    'tools/list',
    'tools/list',
    'prompts/list',
    'resources/templates/list',
    'resources/list',
    'resources/read',
  ])
})

test('permits are given where calls are decided, and used up where they begin', () => {
  expect(filesWith(/import \{[^}]*\bissue\b/)).toEqual(['approvals.ts', 'gate.ts'])
  expect(filesWith(/import \{[^}]*\bredeem, release\b/)).toEqual(['gate.ts'])
  expect(filesWith(/import \{[^}]*\bclaim\b/)).toEqual(['dispatch.ts'])
})

test('none of it is exported', () => {
  const names = Object.keys(host)
  expect(
    names.filter((name) => /^(?:callerOf|rawCall|issue|redeem|release|claim|shakeHands|stdioTransport)$/.test(name)),
  ).toEqual([])
})
