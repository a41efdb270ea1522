import { expect, test } from 'vitest'
import { profiles as checked } from '../../src/check/index.ts'
import { convertTools, profiles as converted } from '../../src/host/index.ts'

// The two rooms may not import each other, and say of one provider what each of them needs.
const pairs = [
  ['anthropic', 'anthropic'],
  ['openai', 'openai-responses'],
  ['openai', 'openai-chat'],
  ['gemini', 'gemini'],
] as const

test.each(pairs)('what check says of %s is what tools are converted for as %s', (one, other) => {
  const known = checked.find(({ id }) => id === one)!
  const profile = converted.find(({ id }) => id === other)!
  expect(profile.schema.propertyName).toEqual(known.propertyName)
  // Anthropic takes any number; what is known of it are only tokens.
  expect(profile.mostTools).toBe(known.tools?.most)
  const definition = { name: 'admin.tools.list', inputSchema: { type: 'object' } }
  const { tools } = convertTools([{ server: 'x'.repeat(60), name: definition.name, definition }], { profile })
  expect(tools[0]!.name).toMatch(known.toolName!)
})
