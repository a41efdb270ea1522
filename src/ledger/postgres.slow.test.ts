import { createServer, connect } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'
import { setTimeout as elapse } from 'node:timers/promises'
import { afterAll, afterEach, expect, test } from 'vitest'
import { dropSchemas, endConnections, freshUrl, schemaOf, withPostgres } from '../../test/ledger/database.ts'
import { atOnce } from '../../test/ledger/workers.ts'
import { digest } from '../tool/index.ts'
import { postgresStore } from './postgres.ts'
import type { Change } from './store.ts'

const ways: Way[] = []
afterEach(async () => {
  for (const way of ways.splice(0)) await way.close()
})
afterAll(dropSchemas)

withPostgres(() => {
  test('connections that are ended at any time lose nothing and do nothing twice', async () => {
    const url = freshUrl()
    const store = await postgresStore({ url })
    const keys = Array.from({ length: 60 }, (_, at) => `pay-${at}`)
    const killer = setInterval(() => void endConnections(schemaOf(url)), 60)
    for (const key of keys) {
      expect((await store.write([set(key)])).kind).toBe('written')
      expect((await store.write([set(key, '2', { expect: `${key}:1` })])).kind).toBe('written')
    }
    clearInterval(killer)
    expect((await store.list({ prefix: '', limit: 300 })).map(({ value }) => value)).toEqual(keys.map(() => '2'))
    await store.close()
  })

  test('what is full refuses what is new, and finishes what was begun', async () => {
    const store = await postgresStore({ url: `${freshUrl()}&limit=300kB` })
    const fill = async (at: number): Promise<string> =>
      at > 1000
        ? 'never'
        : await store.write([set(`k${at}`, noise(at), { keepMs: 1500 })]).then(() => fill(at + 1), String)
    expect(await fill(0)).toContain('is full: it holds more than 300000 bytes.')
    const begun = { expect: `k0:${noise(0)}`, keepMs: 1500 }
    expect((await store.write([set('k0', noise(0), begun)])).kind).toBe('written')
    await elapse(1600)
    expect((await store.write([set('late')])).kind).toBe('written')
    await store.close()
  })

  test('eight processes that count together lose no step and no line', async () => {
    const url = freshUrl()
    await atOnce(8, url, ['count', '50'])
    const store = await postgresStore({ url })
    expect((await store.read(['number'])).entries[0]?.value).toBe('400')
    expect(await store.lastLine('audit')).toMatchObject({ number: 400 })
    await store.close()
  })

  test('a database that is away for a while is waited for', async () => {
    const way = await openWay()
    const store = await postgresStore({ url: way.url })
    await store.write([set('pay-1')])
    const waiting = store.changed('pay-1', 'pay-1:1', new AbortController().signal)
    await elapse(200)
    way.cut()
    const written = store.write([set('pay-1', '2', { expect: 'pay-1:1' })])
    const read = store.read(['pay-1'])
    await elapse(2000)
    way.mend()
    expect((await written).kind).toBe('written')
    expect((await read).entries[0]?.key).toBe('pay-1')
    await waiting
    await store.close()
  })

  test('a database that stays away is told in time, and what was asked for may have happened', async () => {
    const way = await openWay()
    const store = await postgresStore({ url: way.url, patienceMs: 500, queryMs: 500 })
    await store.write([set('pay-1')])
    way.cut()
    const before = performance.now()
    await expect(store.write([set('pay-2')])).rejects.toThrow('cannot be reached.')
    await expect(store.append('audit', 0, 'one')).rejects.toThrow('cannot be reached.')
    expect(performance.now() - before).toBeLessThan(3000)
    way.mend()
    expect((await store.write([set('pay-2')])).kind).toBe('written')
    await store.close()
  })

  test('a database that falls silent is given up in time, and found again', async () => {
    const way = await openWay()
    const store = await postgresStore({ url: way.url, patienceMs: 500, queryMs: 500 })
    await store.write([set('pay-1')])
    const waiting = store.changed('pay-1', 'pay-1:1', new AbortController().signal)
    await elapse(200)
    way.freeze()
    const before = performance.now()
    await expect(store.write([set('pay-2')])).rejects.toThrow('cannot be reached. (NO_ANSWER)')
    expect(performance.now() - before).toBeLessThan(5000)
    way.mend()
    expect((await store.write([set('pay-2')])).kind).toBe('written')
    expect((await store.write([set('pay-1', '2', { expect: 'pay-1:1' })])).kind).toBe('written')
    await waiting.catch(() => undefined)
    await store.close()
  })
})

/** 2,000 characters that do not become less by packing. */
function noise(at: number): string {
  return Array.from({ length: 32 }, (_, part) => digest(`${at} ${part}`))
    .join('')
    .slice(0, 2000)
}

function set(key: string, value = '1', more: Partial<Change> = {}): Change {
  return { key, expect: undefined, version: `${key}:${value}`, value, ...more }
}

/** A way to the database that can be cut and frozen. */
interface Way {
  readonly url: string
  /** Ends all connections and refuses others. */
  readonly cut: () => void
  /** Lets nothing through any more, and ends nothing. */
  readonly freeze: () => void
  readonly mend: () => void
  readonly close: () => Promise<void>
}

async function openWay(): Promise<Way> {
  let state: 'open' | 'cut' | 'frozen' = 'open'
  const sockets = new Set<Socket>()
  const server: Server = createServer((near) => {
    if (state === 'cut') return void near.destroy()
    const far = connect(5432, '127.0.0.1')
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('data', (data) => state === 'open' && to.write(data))
      from.on('error', () => to.destroy())
      from.on('close', () => to.destroy())
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const end = (): void => {
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  }
  const way: Way = {
    url: freshUrl().replace(':5432', `:${(server.address() as AddressInfo).port}`),
    cut() {
      state = 'cut'
      end()
    },
    freeze() {
      state = 'frozen'
    },
    mend() {
      state = 'open'
    },
    async close() {
      end()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  ways.push(way)
  return way
}
