import { expect, test } from 'vitest'
import { memoryStore } from './memory.ts'
import { storeCases } from './store.cases.ts'

storeCases('memory', async () => {
  let time = 1_000_000
  const store = memoryStore({ now: () => time })
  const pass = async (milliseconds: number): Promise<void> => {
    time += milliseconds
  }
  return { store, other: store, pass }
})

test('what is full refuses what is new, and finishes what was begun', async () => {
  let time = 0
  const store = memoryStore({ now: () => time, limit: 5000 })
  const value = 'x'.repeat(5000)
  await store.write([{ key: 'a', expect: undefined, version: '1', value, keepMs: 100 }])
  const second = { key: 'b', expect: undefined, version: '1', value: '' }
  await expect(store.write([second])).rejects.toThrow('The ledger in memory is full')
  expect((await store.write([{ key: 'a', expect: '1', version: '2', value, keepMs: 100 }])).kind).toBe('written')
  time = 200
  expect((await store.write([second])).kind).toBe('written')
})
