import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ours } from '../../src/compile/docs/known-tags.ts'

test('the tsdoc.json that ships declares every tag', () => {
  const { supportForTags } = JSON.parse(readFileSync('tsdoc.json', 'utf8'))
  expect(ours.filter((tag) => supportForTags[`@${tag}`] !== true)).toEqual([])
})
