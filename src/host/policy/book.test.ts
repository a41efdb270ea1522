import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { realPath } from '../real-path.ts'
import { openStateFolder } from '../state-folder.ts'
import type { StateFolder } from '../state-folder.ts'
import { openPolicyBook } from './book.ts'
import type { PolicyBook } from './book.ts'
import { judge } from './judge.ts'

const root = mkdtempSync(join(tmpdir(), 'verbnoun-'))
afterAll(() => rmSync(root, { recursive: true }))
let folder: StateFolder
let folders = 0
beforeEach(async () => {
  folder = await openStateFolder(join(root, String((folders += 1))))
})

const open = (): Promise<PolicyBook> => openPolicyBook({ folder, surroundings: { home: root, realPath } })
const write = (text: string): Promise<void> => folder.write('policy.yaml', `version: 1\n${text}`)
function decisionFor(book: PolicyBook, tool: string): string {
  const facts = { server: 'x', tool, trust: 'trusted', tier: 'write', args: {}, flow: [], now: 0 } as const
  return judge(book.policies(), facts).decision
}

test('without a file, what is built in holds', async () => {
  const book = await open()
  expect([decisionFor(book, 'a'), book.waiting()]).toEqual(['ask', []])
})

test('a file that widens waits for a person, also in the next process', async () => {
  await write('rules: [{ id: a, allow: x/a }, { id: b, deny: x/b }]')
  for (const book of [await open(), await open()]) {
    expect([decisionFor(book, 'a'), decisionFor(book, 'b')]).toEqual(['ask', 'deny'])
    expect(book.waiting()).toEqual(['it would allow by rule a (x/a)'])
  }
  const book = await open()
  await book.accept()
  expect([decisionFor(book, 'a'), book.waiting()]).toEqual(['allow', []])
  expect(decisionFor(await open(), 'a')).toBe('allow')
})

test('what narrows holds at once, and what was given up is not had again by itself', async () => {
  const book = await open()
  await write('rules: [{ id: b, deny: x/b }]')
  await book.reload()
  expect([decisionFor(book, 'b'), book.waiting()]).toEqual(['deny', []])
  await write('')
  await book.reload()
  expect(decisionFor(book, 'b')).toBe('deny')
  expect(book.waiting()).toEqual(['it would deny no more by rule b (x/b)'])
})

test('a file that cannot be read leaves what was in use', async () => {
  await write('rules: [{ id: b, deny: x/b }]')
  const book = await open()
  await write('rules: [{ id: b, deny: x/b, deny: x/c }]')
  await expect(book.reload()).rejects.toThrow(/policy\.yaml:2: Map keys must be unique/)
  expect(decisionFor(book, 'b')).toBe('deny')
  await expect(open()).rejects.toThrow(/Map keys must be unique/)
})
