import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { sqliteStore } from './sqlite.ts'
import type { SqliteOptions } from './sqlite.ts'
import { loadDriver } from './sqlite/driver.ts'
import type { Database } from './sqlite/driver.ts'
import { storeCases } from './store.cases.ts'
import type { Change, Store } from './store.ts'

const folder = mkdtempSync(join(tmpdir(), 'verbnoun-'))
let made = 0
afterAll(() => rmSync(folder, { recursive: true }))

storeCases('sqlite', async () => {
  let time = 1_000_000
  const place = { path: freshPath(), now: () => time }
  const pass = async (milliseconds: number): Promise<void> => {
    time += milliseconds
  }
  return { store: await sqliteStore(place), other: await sqliteStore(place), pass }
})

test('what was written is there when the file is opened again', async () => {
  const path = freshPath()
  const store = await open({ path })
  await store.write([set('pay-1')])
  await store.append('audit', 0, 'one')
  await store.close()
  const again = await open({ path })
  expect((await again.read(['pay-1'])).entries[0]?.value).toBe('1')
  expect(await again.lastLine('audit')).toMatchObject({ number: 1, value: 'one' })
  await again.close()
})

test('changes of one moment that share a commit succeed and fail each by itself', async () => {
  const store = await open()
  await store.write([set('b')])
  const outcomes = await Promise.all([
    store.write([set('a'), set('b')]),
    store.write([set('a', '2'), set('c')]),
    store.write([set('c', '3')]),
    store.append('audit', 0, 'one'),
    store.renew('b', 'b:1', 1000),
    store.write([{ key: 'b', expect: 'b:1', remove: true }], { relaxed: true }),
  ])
  expect(outcomes.map((each) => (typeof each === 'object' ? each.kind : each))).toEqual([
    'conflict',
    'written',
    'conflict',
    true,
    true,
    'written',
  ])
  const { entries } = await store.read(['a', 'b', 'c'])
  expect(entries.map((entry) => entry?.value)).toEqual(['2', undefined, '1'])
  await store.close()
})

test('a clock that jumps forgets nothing that has no end', async () => {
  const day = 86_400_000
  let time = 10 * day
  const store = await open({ now: () => time })
  await store.write([set('open', '1', { leaseMs: 15_000, tag: 'running' }), set('done', '1', { keepMs: day })])
  time = 0
  expect((await store.write([set('open', '2')])).kind).toBe('conflict')
  expect((await store.write([set('done', '2')])).kind).toBe('conflict')
  expect(await store.renew('open', 'open:1', 15_000)).toBe(true)
  time = 1000 * day
  await store.sweep()
  expect((await store.write([set('open', '2')])).kind).toBe('conflict')
  expect((await store.write([set('open', '2', { expect: 'open:1' })])).kind).toBe('written')
  await store.close()
})

test('what is full refuses what is new, and finishes what was begun', async () => {
  let time = 0
  const store = await open({ now: () => time, limit: 500_000 })
  const value = 'x'.repeat(20_000)
  const fill = async (at: number): Promise<string> =>
    await store.write([set(`k${at}`, value, { keepMs: 100 })]).then(() => fill(at + 1), String)
  expect(await fill(0)).toMatch(/^StoreError: The ledger .*ledger\.db is full: it holds more than 500000 bytes\./)
  const begun = { expect: `k0:${value}`, keepMs: 100, version: 'again' }
  expect((await store.write([set('k0', `${value}!`, begun)])).kind).toBe('written')
  expect(await store.renew('k0', 'again', 1000)).toBe(true)
  time = 200
  expect((await store.write([set('late')])).kind).toBe('written')
  await store.close()
})

test('sweeping gives back space', async () => {
  let time = 0
  const path = freshPath()
  const store = await open({ path, now: () => time })
  const changes = Array.from({ length: 1000 }, (_, at) => set(`k${at}`, 'x'.repeat(10_000), { keepMs: 100 }))
  await store.write(changes)
  await store.write([set('tagged', '1', { keepMs: 100, tag: 'waiting' }), set('kept')])
  time = 200
  await store.sweep()
  expect((await store.list({ prefix: '' })).map(({ key }) => key)).toEqual(['kept'])
  await store.close()
  expect(statSync(path).size).toBeLessThan(2_000_000)
})

test('what has expired is swept now and then by itself', async () => {
  let time = 0
  const path = freshPath()
  const store = await open({ path, now: () => time, sweepMs: 20 })
  await store.write([set('gone', '1', { keepMs: 100 })])
  time = 200
  await expect.poll(() => count(path)).toBe(0)
  await store.close()
})

describe('the file', () => {
  test('it is for this user alone, in a folder of its own that git does not see', async () => {
    const path = freshPath()
    const store = await open({ path })
    await store.write([set('pay-1')])
    const modes = [dirname(path), path, `${path}-wal`, `${path}-shm`].map((each) => statSync(each).mode & 0o777)
    expect(modes.map((mode) => mode.toString(8))).toEqual(['700', '600', '600', '600'])
    expect(readFileSync(join(dirname(path), '.gitignore'), 'utf8')).toBe('*\n')
    await store.close()
  })

  test('a folder that was there stays as it is', async () => {
    const path = freshPath()
    mkdirSync(dirname(path))
    chmodSync(dirname(path), 0o755)
    await (await open({ path })).close()
    expect((statSync(dirname(path)).mode & 0o777).toString(8)).toBe('755')
    expect(existsSync(join(dirname(path), '.gitignore'))).toBe(false)
  })

  test('one that others can read is closed to them', async () => {
    const path = freshPath()
    await (await open({ path })).close()
    chmodSync(path, 0o644)
    await (await open({ path })).close()
    expect((statSync(path).mode & 0o777).toString(8)).toBe('600')
  })

  test('one that was removed or replaced takes no claims', async () => {
    const path = freshPath()
    const store = await open({ path })
    await store.write([set('pay-1')])
    for (const each of [path, `${path}-wal`, `${path}-shm`]) rmSync(each)
    await new Promise((resolve) => setTimeout(resolve, 150))
    const claimed = store.write([set('pay-2')])
    const settled = store.write([set('pay-1', '2', { expect: 'pay-1:1' })], { relaxed: true })
    await expect(claimed).rejects.toThrow('was removed or replaced while it was in use. Start the server again.')
    expect((await settled).kind).toBe('written')
    const other = await open({ path })
    await expect(store.append('audit', 0, 'one')).rejects.toThrow('was removed or replaced')
    await other.close()
    await store.close()
  })

  test.each([
    ['text', 'This is no database, but it is somebody’s.'],
    ['a damaged header', `SQLite format 3\0${'\u0001'.repeat(5000)}`],
  ])('%s is refused and left as it is', async (_, content) => {
    const path = freshPath()
    mkdirSync(dirname(path))
    writeFileSync(path, content)
    await expect(open({ path })).rejects.toThrow(`The file ${path} is no ledger, or is damaged. It was left as it is`)
    expect(readFileSync(path, 'utf8')).toBe(content)
  })

  test('the database of another program is refused', async () => {
    const path = freshPath()
    await change(path, 'CREATE TABLE albums (name TEXT)')
    await expect(open({ path })).rejects.toThrow(`The file ${path} is the database of another program.`)
  })

  test('a ledger of a newer version is refused', async () => {
    const path = freshPath()
    await (await open({ path })).close()
    await change(path, 'PRAGMA user_version = 99')
    await expect(open({ path })).rejects.toThrow(
      'was written by a newer Verbnoun (form 99, this one knows 1). Take that one.',
    )
  })

  test('a ledger whose tables are gone is told', async () => {
    const path = freshPath()
    await (await open({ path })).close()
    await change(path, 'DROP TABLE entries')
    await expect(open({ path })).rejects.toMatchObject({ name: 'StoreError' })
  })

  test('a place that cannot be written to is refused, and "memory:" is named', async () => {
    const path = freshPath()
    writeFileSync(dirname(path), 'a file in the way')
    await expect(open({ path })).rejects.toThrow(`The ledger ${path} cannot be written to (`)
    await expect(open({ path })).rejects.toThrow('take "memory:" for a single process that may forget.')
    await expect(open({ path: folder })).rejects.toThrow('cannot be written to')
  })
})

describe('a file that another process has locked', () => {
  test('it is waited for while this process goes on', async () => {
    const path = freshPath()
    const store = await open({ path })
    const holder = await hold(path)
    const written = store.write([set('pay-1')])
    let turns = 0
    const busy = setInterval(() => (turns += 1), 5)
    await new Promise((resolve) => setTimeout(resolve, 300))
    clearInterval(busy)
    expect(turns).toBeGreaterThan(10)
    expect((await store.read(['pay-1'])).entries).toEqual([undefined])
    holder.exec('COMMIT')
    expect((await written).kind).toBe('written')
    holder.close()
    await store.close()
  })

  test('where it stays locked that is told, and nothing is lost', async () => {
    const path = freshPath()
    const store = await open({ path, patienceMs: 50 })
    const holder = await hold(path)
    const before = performance.now()
    const all = await Promise.allSettled(Array.from({ length: 50 }, (_, at) => store.write([set(`pay-${at}`)])))
    expect(all.filter(({ status }) => status === 'rejected')).toHaveLength(50)
    expect(performance.now() - before).toBeLessThan(2000)
    await expect(store.write([set('pay-1')])).rejects.toThrow(
      `The ledger ${path} is locked by another process, and stays so.`,
    )
    holder.exec('COMMIT')
    holder.close()
    expect((await store.write([set('pay-1')])).kind).toBe('written')
    await store.close()
  })
})

test('a store that is closed says so, after what was asked for before', async () => {
  const path = freshPath()
  const store = await open({ path })
  const last = store.write([set('pay-1')])
  await store.close()
  expect((await last).kind).toBe('written')
  await expect(store.read(['pay-1'])).rejects.toThrow(`The ledger ${path} is closed.`)
  await expect(store.write([set('pay-2')])).rejects.toThrow(`The ledger ${path} is closed.`)
})

test('who waits is told when the store closes', async () => {
  const store = await open()
  await store.write([set('pay-1')])
  const waiting = store.changed('pay-1', 'pay-1:1', new AbortController().signal)
  await Promise.all([store.close(), expect(waiting).rejects.toThrow('is closed.')])
  await store.close()
})

async function open(options: Partial<SqliteOptions> = {}): Promise<Store> {
  return await sqliteStore({ path: freshPath(), now: () => 0, ...options })
}

function freshPath(): string {
  made += 1
  return join(folder, String(made), 'ledger.db')
}

function set(key: string, value = '1', more: Partial<Change> = {}): Change {
  return { key, expect: undefined, version: `${key}:${value}`, value, ...more }
}

async function raw(path: string): Promise<Database> {
  mkdirSync(dirname(path), { recursive: true })
  return (await loadDriver())(path)
}

async function change(path: string, sql: string): Promise<void> {
  const database = await raw(path)
  database.exec(sql)
  database.close()
}

async function hold(path: string): Promise<Database> {
  const database = await raw(path)
  database.exec('BEGIN IMMEDIATE')
  return database
}

async function count(path: string): Promise<number> {
  const database = await raw(path)
  const rows = database.prepare('SELECT key FROM entries').all()
  database.close()
  return rows.length
}
