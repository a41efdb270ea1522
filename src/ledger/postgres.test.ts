import { setTimeout as elapse } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { database, dropSchemas, endConnections, freshUrl, schemaOf, withPostgres } from '../../test/ledger/database.ts'
import { postgresStore } from './postgres.ts'
import { storeCases } from './store.cases.ts'
import type { Change, Store } from './store.ts'

afterAll(dropSchemas)

withPostgres(() => {
  storeCases('postgres', async () => {
    const url = freshUrl()
    return { store: await postgresStore({ url }), other: await postgresStore({ url }), pass: (ms) => elapse(ms) }
  })

  test('eight that open at once make the tables once', async () => {
    const url = freshUrl()
    const stores = await Promise.all(Array.from({ length: 8 }, () => postgresStore({ url })))
    const written = await Promise.all(stores.map((store) => store.write([set('pay-1')])))
    expect(written.filter(({ kind }) => kind === 'written')).toHaveLength(1)
    await closeAll(stores)
  })

  test('a ledger of a newer version is left alone', async () => {
    const url = freshUrl()
    const store = await postgresStore({ url })
    await store.write([set('pay-1')])
    await store.close()
    await database.unsafe(`INSERT INTO ${schemaOf(url)}.migrations VALUES (99, now())`)
    await expect(postgresStore({ url })).rejects.toThrow(
      'The ledger in PostgreSQL was written by a newer Verbnoun (form 99, this one knows 1). Take that one.',
    )
    await database.unsafe(`DELETE FROM ${schemaOf(url)}.migrations WHERE version = 99`)
    const again = await postgresStore({ url })
    expect((await again.read(['pay-1'])).entries[0]?.value).toBe('1')
    await again.close()
  })

  test('who waits is woken at once, also when the connection that listens was ended', async () => {
    const url = freshUrl()
    const [store, other] = [await postgresStore({ url }), await postgresStore({ url })]
    await store.write([set('pay-1')])
    const { signal } = new AbortController()
    const waiting = other.changed('pay-1', 'pay-1:1', signal)
    await elapse(200)
    const before = performance.now()
    await store.write([set('pay-1', '2', { expect: 'pay-1:1' })])
    await waiting
    expect(performance.now() - before).toBeLessThan(500)
    const again = other.changed('pay-1', 'pay-1:2', signal)
    await endConnections(schemaOf(url))
    await store.write([set('pay-1', '3', { expect: 'pay-1:2' })])
    await again
    await closeAll([store, other])
  })

  test('a database that cannot be reached is told without its password', async () => {
    const far = postgresStore({ url: 'postgres://me:s3cret@127.0.0.1:1/shop', patienceMs: 100 })
    await expect(far).rejects.toThrow('The ledger postgres://127.0.0.1:1/shop cannot be reached. (ECONNREFUSED)')
    const odd = postgresStore({ url: 'postgres://me:s3/cr?et@127.0.0.1:1/shop', patienceMs: 100 })
    const message = await odd.then(String, String)
    expect(message).toMatch(/^StoreError: /)
    expect(message).not.toMatch(/s3|cr|et@/)
  })

  test('a database or user that is not there is told', async () => {
    await expect(postgresStore({ url: 'postgres://postgres@127.0.0.1/none' })).rejects.toThrow(
      'The ledger postgres://127.0.0.1/none has no such database. Make it, or name another.',
    )
    await expect(postgresStore({ url: 'postgres://nobody@127.0.0.1/test' })).rejects.toThrow(
      'does not let this user in. Look at user and password of its URL.',
    )
  })

  test('several that sweep at once share what has expired', async () => {
    const url = freshUrl()
    const stores = await Promise.all(Array.from({ length: 4 }, () => postgresStore({ url })))
    await stores[0]?.write(
      Array.from({ length: 3000 }, (_, at) => set(`k${at}`, '1', { keepMs: at === 0 ? 60_000 : 1 })),
    )
    await elapse(20)
    await Promise.all(stores.map((store) => store.sweep()))
    const [row] = await database.unsafe(`SELECT count(*)::integer AS count FROM ${schemaOf(url)}.entries`)
    expect(row?.['count']).toBe(1)
    await closeAll(stores)
  })

  test('a database that takes too long is told, and is free again afterwards', async () => {
    const url = freshUrl()
    const store = await postgresStore({ url, queryMs: 300, patienceMs: 100 })
    await store.write([set('pay-1')])
    await database.begin(async (holding) => {
      await holding.unsafe(`SELECT * FROM ${schemaOf(url)}.entries FOR UPDATE`)
      await expect(store.write([set('pay-1', '2', { expect: 'pay-1:1' })])).rejects.toThrow(
        'took too long and was stopped.',
      )
    })
    expect((await store.write([set('pay-1', '2', { expect: 'pay-1:1' })])).kind).toBe('written')
    await store.close()
  })

  test('who waits is told when the store closes', async () => {
    const store = await postgresStore({ url: freshUrl() })
    await store.write([set('pay-1')])
    const waiting = store.changed('pay-1', 'pay-1:1', new AbortController().signal)
    await Promise.all([store.close(), expect(waiting).rejects.toThrow('is closed.')])
    await store.close()
  })

  test('a store that is closed says so', async () => {
    const store = await postgresStore({ url: freshUrl() })
    await store.close()
    await expect(store.read(['pay-1'])).rejects.toThrow('The ledger postgres://127.0.0.1:5432/test is closed.')
  })
})

function set(key: string, value = '1', more: Partial<Change> = {}): Change {
  return { key, expect: undefined, version: `${key}:${value}`, value, ...more }
}

async function closeAll(stores: readonly Store[]): Promise<void> {
  for (const store of stores) await store.close()
}
