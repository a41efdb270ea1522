import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { StoreError } from './store.ts'
import type { Change, Query, Store } from './store.ts'

/** A store in a place of its own, and a second one that sees the same, as another process would. */
export interface Opened {
  readonly store: Store
  readonly other: Store
  /** Lets this much time pass for both, in milliseconds. */
  readonly pass: (milliseconds: number) => Promise<void>
}

/** The behaviour every store owes. A store's own test file is this call and what is peculiar to it. */
export function storeCases(name: string, open: () => Promise<Opened>): void {
  describe(`${name} as a store`, () => {
    let store: Store
    let other: Store
    let pass: Opened['pass']
    beforeEach(async () => {
      const opened = await open()
      store = opened.store
      other = opened.other
      pass = opened.pass
    })
    afterEach(async () => {
      await store.close()
      await other.close()
    })

    test('an entry is written where none was, and seen by others with all that it has', async () => {
      const bytes = new Uint8Array([0, 1, 255])
      const { now } = await store.write([
        set('pay-1', '{"a":"ü"}', { bytes, tag: 'open', leaseMs: 500, keepMs: 900_000 }),
      ])
      const { entries } = await other.read(['none', 'pay-1'])
      expect(entries[0]).toBeUndefined()
      expect(entries[1]).toMatchObject({ key: 'pay-1', version: 'pay-1:{"a":"ü"}', value: '{"a":"ü"}', tag: 'open' })
      expect([...(entries[1]?.bytes ?? [])]).toEqual([0, 1, 255])
      expect(entries[1]?.lease).toBe(now + 500)
      expect(entries[1]?.expires).toBe(now + 900_000)
    })

    test.each(['a\u0000b', 'a\ud800b'])('text that would not come back as it is is refused: %j', async (text) => {
      await expect(store.write([set('a'), set('b', text)])).rejects.toThrow(StoreError)
      await expect(store.write([set('b', '1', { tag: text })])).rejects.toThrow(StoreError)
      await expect(store.append('audit', 0, text)).rejects.toThrow(StoreError)
      expect((await other.read(['a', 'b'])).entries).toEqual([undefined, undefined])
      expect(await other.lastLine('audit')).toBeUndefined()
    })

    test.each(['ü😀 "\\\'$1%_', '\u0001\u007f\uffff', ''])('text comes back as it is: %j', async (text) => {
      await store.write([set('a', text)])
      await store.append('audit', 0, text)
      expect((await other.read(['a'])).entries[0]).toMatchObject({ value: text, version: `a:${text}` })
      expect(await other.lastLine('audit')).toMatchObject({ value: text })
    })

    test('what an entry lacks is absent', async () => {
      await store.write([set('pay-1')])
      const { entries } = await other.read(['pay-1'])
      const [entry] = entries
      expect([entry?.bytes, entry?.tag, entry?.lease, entry?.expires]).toEqual([
        undefined,
        undefined,
        undefined,
        undefined,
      ])
    })

    test('an entry that is there is not written over by who has not seen it', async () => {
      await store.write([set('pay-1', 'first')])
      const second = await other.write([set('pay-1', 'second')])
      expect(second).toMatchObject({ kind: 'conflict', entries: [{ value: 'first' }] })
    })

    test('who has seen an entry may replace and remove it, once', async () => {
      await store.write([set('pay-1', 'first')])
      const seen = 'pay-1:first'
      expect((await other.write([set('pay-1', 'second', { expect: seen })])).kind).toBe('written')
      expect(await store.write([set('pay-1', 'third', { expect: seen })])).toMatchObject({ kind: 'conflict' })
      expect(await store.write([{ key: 'pay-1', expect: seen, remove: true }])).toMatchObject({ kind: 'conflict' })
      expect((await store.write([{ key: 'pay-1', expect: 'pay-1:second', remove: true }])).kind).toBe('written')
      expect((await other.read(['pay-1'])).entries).toEqual([undefined])
    })

    test('changes are made together or not at all, and the answer shows all that stands there', async () => {
      await store.write([set('b', 'old')])
      const refused = await other.write([set('a'), set('b'), set('c')])
      expect(refused).toMatchObject({ kind: 'conflict', entries: [undefined, { value: 'old' }, undefined] })
      expect((await store.read(['a', 'b', 'c'])).entries.map((entry) => entry?.value)).toEqual([
        undefined,
        'old',
        undefined,
      ])
      expect((await other.write([set('a'), set('b', 'new', { expect: 'b:old' })])).kind).toBe('written')
      expect((await store.read(['a', 'b'])).entries.map((entry) => entry?.value)).toEqual(['1', 'new'])
    })

    test('of many at once one writes, and all others see what it wrote', async () => {
      const writers = Array.from({ length: 20 }, (_, at) =>
        (at % 2 === 0 ? store : other).write([set('pay-1', String(at))]),
      )
      const outcomes = await Promise.all(writers)
      const written = outcomes.flatMap(({ kind }, at) => (kind === 'written' ? [String(at)] : []))
      expect(written).toHaveLength(1)
      const seen = outcomes.flatMap((outcome) => (outcome.kind === 'conflict' ? [outcome.entries[0]?.value] : []))
      expect(seen).toEqual(Array.from({ length: 19 }, () => written[0]))
    })

    test('changes that cross each other end, one way or the other', async () => {
      const pairs = Array.from({ length: 10 }, (_, at) =>
        at % 2 === 0
          ? store.write([set('a', String(at)), set('b', String(at))])
          : other.write([set('b', String(at)), set('a', String(at))]),
      )
      const kinds = (await Promise.all(pairs)).map(({ kind }) => kind)
      expect(kinds.filter((kind) => kind === 'written')).toHaveLength(1)
      const { entries } = await store.read(['a', 'b'])
      expect(entries[0]?.value).toBe(entries[1]?.value)
    })

    test('what has expired is not there, and makes room for another', async () => {
      await store.write([set('pay-1', 'first', { keepMs: 300, tag: 'open' })])
      await pass(400)
      expect((await other.read(['pay-1'])).entries).toEqual([undefined])
      expect(await other.list({ prefix: '' })).toEqual([])
      expect((await other.write([set('pay-1', 'second')])).kind).toBe('written')
      expect((await store.read(['pay-1'])).entries[0]?.value).toBe('second')
    })

    test('a lease is extended by who holds it; its version stays', async () => {
      await store.write([set('pay-1', '1', { leaseMs: 300 })])
      await pass(200)
      expect(await store.renew('pay-1', 'pay-1:1', 60_000)).toBe(true)
      const { now, entries } = await other.read(['pay-1'])
      expect(entries[0]?.version).toBe('pay-1:1')
      expect((entries[0]?.lease ?? 0) - now).toBeGreaterThan(30_000)
      expect(await other.renew('pay-1', 'another', 60_000)).toBe(false)
      expect(await other.renew('none', 'pay-1:1', 60_000)).toBe(false)
    })

    test('entries are listed by prefix and tag, in pages', async () => {
      await store.write([
        set('x/1'),
        set('x/2', '1', { tag: 'open' }),
        set('x/3', '1', { tag: 'open' }),
        set('y/1', '1', { tag: 'open' }),
      ])
      expect(await keysOf(other, { prefix: 'x/' })).toEqual(['x/1', 'x/2', 'x/3'])
      expect(await keysOf(other, { prefix: 'x/', tag: 'open' })).toEqual(['x/2', 'x/3'])
      expect(await keysOf(other, { prefix: 'x/', limit: 2 })).toEqual(['x/1', 'x/2'])
      expect(await keysOf(other, { prefix: 'x/', after: 'x/2' })).toEqual(['x/3'])
      expect(await keysOf(other, { prefix: '', tag: 'open' })).toEqual(['x/2', 'x/3', 'y/1'])
      expect(await keysOf(other, { prefix: '%_' })).toEqual([])
    })

    test('a change wakes those who wait for it, wherever they are', async () => {
      await store.write([set('pay-1', 'first')])
      const { signal } = new AbortController()
      const waiting = Promise.all([store, other].map((each) => each.changed('pay-1', 'pay-1:first', signal)))
      await store.write([set('pay-1', 'second', { expect: 'pay-1:first' })])
      expect(await waiting).toEqual([undefined, undefined])
      expect(await other.changed('pay-1', 'pay-1:first', signal)).toBeUndefined()
      expect(await other.changed('none', 'pay-1:first', signal)).toBeUndefined()
    })

    test('waiting ends when the signal aborts', async () => {
      await store.write([set('pay-1')])
      expect(await other.changed('pay-1', 'pay-1:1', AbortSignal.timeout(50))).toBeUndefined()
      expect(await other.changed('pay-1', 'pay-1:1', AbortSignal.abort())).toBeUndefined()
    })

    test('a log grows at its end only, one line at a time', async () => {
      expect(await store.append('audit', 0, 'one')).toBe(true)
      expect(await other.append('audit', 0, 'not')).toBe(false)
      expect(await other.append('audit', 2, 'not')).toBe(false)
      expect(await other.append('audit', 1, 'two')).toBe(true)
      expect(await store.append('another', 0, 'one')).toBe(true)
      const lines = await store.readLog('audit')
      expect(lines.map(({ number, value }) => [number, value])).toEqual([
        [1, 'one'],
        [2, 'two'],
      ])
      expect((await other.readLog('audit', { after: 1 })).map(({ value }) => value)).toEqual(['two'])
      expect((await other.readLog('audit', { limit: 1 })).map(({ value }) => value)).toEqual(['one'])
      expect(await store.lastLine('audit')).toMatchObject({ number: 2, value: 'two' })
      expect(await store.lastLine('none')).toBeUndefined()
      expect(await store.readLog('none')).toEqual([])
    })

    test('of many that append the same line one does', async () => {
      const done = await Promise.all(
        Array.from({ length: 10 }, (_, at) => (at % 2 === 0 ? store : other).append('audit', 0, String(at))),
      )
      expect(done.filter(Boolean)).toHaveLength(1)
    })

    test('sweeping leaves what still holds', async () => {
      await store.write([set('gone', '1', { keepMs: 100 }), set('kept')])
      await pass(200)
      await other.sweep()
      expect((await store.list({ prefix: '' })).map(({ key }) => key)).toEqual(['kept'])
    })
  })
}

function set(key: string, value = '1', more: Partial<Change> = {}): Change {
  return { key, expect: undefined, version: `${key}:${value}`, value, ...more }
}

async function keysOf(store: Store, query: Query): Promise<string[]> {
  return (await store.list(query)).map(({ key }) => key)
}
