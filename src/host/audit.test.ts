import { beforeEach, describe, expect, test } from 'vitest'
import { memoryStore } from '../ledger/index.ts'
import type { LogLine, Store } from '../ledger/index.ts'
import { createAudit } from './audit.ts'
import type { Audit, AuditLine } from './audit.ts'

let lines: string[]
let store: Store
let audit: Audit

/** A store whose log can be forged, as who owns the file could. */
beforeEach(() => {
  let id = 0
  lines = []
  const memory = memoryStore({ now: () => 5 })
  store = {
    ...memory,
    append: async (_, length, value) => length === lines.length && lines.push(value) > 0,
    readLog: async (_, { after = 0, limit = 100 } = {}) => lines.map(asLine).slice(after, after + limit),
    lastLine: async () => (lines.length === 0 ? undefined : asLine(lines.at(-1)!, lines.length - 1)),
  }
  audit = createAudit({ store, key: new Uint8Array(32), now: () => 7, newId: () => String((id += 1)) })
})

const asLine = (value: string, at: number): LogLine => ({ number: at + 1, value, at: 5 })
const put = (call: string): Promise<void> =>
  audit.append({ kind: 'begun', call, payload: { arguments: { amount: call } } })

async function all(): Promise<AuditLine[]> {
  const found: AuditLine[] = []
  for await (const line of audit.read()) found.push(line)
  return found
}

describe('a record', () => {
  test('keeps what was said, in order, however many say it at once', async () => {
    await Promise.all(Array.from({ length: 250 }, (_, at) => put(String(at))))
    const found = await all()
    expect(found.map(({ call }) => call)).toEqual(Array.from({ length: 250 }, (_, at) => String(at)))
    expect(found[0]).toMatchObject({ number: 1, at: 7, kind: 'begun', payload: { arguments: { amount: '0' } } })
    expect(await audit.verify()).toMatchObject({ kind: 'whole', lines: 250, erased: 0, head: await audit.head() })
  })

  test('tells which line was changed, taken out or put in', async () => {
    for (const call of ['a', 'b', 'c']) await put(call)
    const written = [...lines]
    lines[1] = written[1]!.replace('"begun"', '"ended"')
    expect(await audit.verify()).toEqual({
      kind: 'broken',
      number: 2,
      reason: 'It, or what was before it, was changed.',
    })
    lines.splice(0, 3, written[0]!, written[2]!)
    expect(await audit.verify()).toMatchObject({ kind: 'broken', number: 2 })
    lines.splice(0, 2, written[0]!, written[0]!, written[1]!)
    expect(await audit.verify()).toMatchObject({ kind: 'broken', number: 2 })
  })

  test('tells that its end was cut off only by a head that was kept', async () => {
    for (const call of ['a', 'b', 'c']) await put(call)
    const kept = await audit.head()
    lines.pop()
    expect(await audit.verify()).toMatchObject({ kind: 'whole', lines: 2 })
    expect(await audit.verify(kept)).toEqual({
      kind: 'broken',
      number: 3,
      reason: 'The record ends before the head that was kept.',
    })
    await put('d')
    expect(await audit.verify(kept)).toMatchObject({ kind: 'broken', number: 3 })
  })

  test('tells that what was said was changed', async () => {
    await put('a')
    const place: string = JSON.parse(lines[0]!).place
    const { entries } = await store.read([place])
    const forged = entries[0]!.value.replace('"amount":"a"', '"amount":"b"')
    await store.write([{ key: place, expect: entries[0]!.version, version: 'forged', value: forged }])
    expect(await audit.verify()).toEqual({ kind: 'broken', number: 1, reason: 'What was said in it was changed.' })
  })

  test('lets what was said be erased, and stays whole', async () => {
    for (const call of ['a', 'b']) await put(call)
    expect(await audit.erase(1)).toBe(true)
    expect(await audit.erase(1)).toBe(false)
    expect(await audit.erase(9)).toBe(false)
    expect((await all()).map(({ payload }) => payload)).toEqual([undefined, { arguments: { amount: 'b' } }])
    expect(await audit.verify()).toMatchObject({ kind: 'whole', lines: 2, erased: 1 })
  })

  test('without its key cannot be forged', async () => {
    await put('a')
    const forger = createAudit({ store, key: new Uint8Array(32).fill(1), now: () => 7, newId: () => 'f' })
    await forger.append({ kind: 'begun', call: 'b', payload: {} })
    expect(await audit.verify()).toMatchObject({ kind: 'broken', number: 2 })
  })
})
