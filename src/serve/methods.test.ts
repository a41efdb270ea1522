import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { revisions } from '../protocol/index.ts'
import { methods } from './methods/index.ts'

test('each file of methods is in the list, under the name of its method', () => {
  const files = readdirSync('src/serve/methods').filter((file) => file !== 'index.ts')
  const names = methods.map(({ name }) => `${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`)
  expect(names.map((name) => name.replaceAll('/', '-')).toSorted(byText)).toEqual(files.toSorted(byText))
})

test('each request of each revision can be answered', () => {
  const known = new Set(methods.map(({ name }) => name))
  expect(revisions.flatMap((revision) => [...revision.methods].filter((name) => !known.has(name)))).toEqual([])
})

function byText(one: string, other: string): number {
  return one.localeCompare(other)
}
