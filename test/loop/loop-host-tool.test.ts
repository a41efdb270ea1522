import { expect, test } from 'vitest'
import { check, profiles, readTools, rules } from '../../src/check/index.ts'
import { profiles as providers, convertTools } from '../../src/host/index.ts'
import { readHandle, readLink } from '../../src/host/shelf-tools.ts'

test('what this program offers a model keeps the rules that it has for others', () => {
  const { tools = [] } = readTools([readHandle, readLink]) ?? {}
  const { findings } = check([{ name: 'host', tools }], { rules, profiles, pedantic: true })
  expect(findings.map(({ rule, tool, message }) => `${rule} ${String(tool)} ${message}`)).toEqual([])
})

test('each provider takes it', () => {
  for (const profile of providers)
    for (const isStrict of [false, true]) {
      const { tools, setAside } = convertTools([{ server: 'host', definition: readHandle }], { profile, isStrict })
      expect([tools.map(({ name }) => name), setAside]).toEqual([['host__read_handle'], []])
    }
})
