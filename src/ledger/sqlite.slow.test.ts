import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { atOnce, isCi, nodes, start } from '../../test/ledger/workers.ts'
import { sqliteStore } from './sqlite.ts'
import { loadDriver } from './sqlite/driver.ts'
import type { Change, Store } from './store.ts'

const folder = mkdtempSync(join(tmpdir(), 'verbnoun-'))
const mounts: string[] = []
let made = 0
afterAll(() => {
  for (const mount of mounts) spawnSync('umount', ['-l', mount])
  rmSync(folder, { recursive: true })
})

describe(`processes on one file, with ${nodes.length} kinds of Node`, () => {
  test('eight that open what is not there yet all can, and one claims', async () => {
    for (let round = 0; round < 3; round += 1) {
      const path = freshPath()
      const outcomes = await atOnce(8, `sqlite:${path}`, ['claim'])
      expect(outcomes.filter((kind) => kind === 'written')).toHaveLength(1)
      const store = await open(path)
      expect(await store.list({ prefix: 'worker-' })).toHaveLength(8)
      await store.close()
      const modes = [path, `${path}-wal`, `${path}-shm`].map((each) => statSync(each, { throwIfNoEntry: false })?.mode)
      expect(modes.filter((mode) => mode !== undefined && (mode & 0o077) !== 0)).toEqual([])
    }
  })

  test('eight that count together lose no step and no line', async () => {
    const path = freshPath()
    await atOnce(8, `sqlite:${path}`, ['count', '50'])
    const store = await open(path)
    expect((await store.read(['number'])).entries[0]?.value).toBe('400')
    const lines = await store.readLog('audit', { limit: 1000 })
    expect(lines.map(({ number }) => number)).toEqual(Array.from({ length: 400 }, (_, at) => at + 1))
    await store.close()
  })

  test('a change in one wakes who waits in another', async () => {
    const path = freshPath()
    const store = await open(path)
    await store.write([set('pay-1')])
    for (const node of nodes) {
      const before = (await store.read(['pay-1'])).entries[0]?.version ?? ''
      const worker = start(`sqlite:${path}`, 'waiter', { task: ['wait', 'pay-1', before], node })
      await worker.line()
      worker.child.stdin?.write('begin\n')
      expect(await worker.line()).toBe('waiting')
      await new Promise((resolve) => setTimeout(resolve, 1000))
      const changed = performance.timeOrigin + performance.now()
      await store.write([set('pay-1', node, { expect: before })])
      expect(Number(await worker.line()) - changed).toBeLessThan(500)
    }
    await store.close()
  })
})

test.skipIf(mountFails('size=1m'))(
  'a full disk is told, nothing that was written is lost, and room helps',
  async () => {
    const mount = mounted('size=4m')
    const ballast = join(mount, 'ballast')
    writeFileSync(ballast, Buffer.alloc(1_000_000))
    const path = join(mount, 'ledger.db')
    const store = await open(path)
    const written: string[] = []
    const fill = async (at: number): Promise<string> =>
      await store.write([set(`k${at}`, 'x'.repeat(3000))]).then(async () => {
        written.push(`k${at}`)
        return await fill(at + 1)
      }, String)
    const full = `The disk of the ledger ${path} is full. Make room: nothing runs that must not run twice.`
    expect(await fill(0)).toContain(full)
    expect(written.length).toBeGreaterThan(100)
    expect(await fillLog(store, 0)).toContain(full)
    await expect(open(join(mount, 'another', 'ledger.db'))).rejects.toMatchObject({ name: 'StoreError' })
    expect(await keys(store)).toEqual(written.toSorted())
    rmSync(ballast)
    expect((await store.write([set('late', 'x'.repeat(9000))])).kind).toBe('written')
    await store.close()
    const again = await open(path)
    expect(await keys(again)).toEqual([...written, 'late'].toSorted())
    await again.close()
  },
)

test.skipIf(mountFails('size=1m'))('a place that can only be read is refused, and "memory:" is named', async () => {
  const source = mounted('size=4m')
  await (await open(join(source, 'ledger.db'))).close()
  const mount = mounted('size=4m')
  execFileSync('mount', ['--bind', source, mount])
  mounts.push(mount)
  execFileSync('mount', ['-o', 'remount,ro,bind', mount])
  const path = join(mount, 'ledger.db')
  await expect(open(path)).rejects.toThrow(`The ledger ${path} cannot be written to (EROFS`)
  await expect(open(path)).rejects.toThrow('take "memory:" for a single process that may forget.')
  await expect(open(join(mount, 'sub', 'ledger.db'))).rejects.toThrow('cannot be written to (')
})

test('with many records the few that are open are listed at once, and what expires goes little by little', async () => {
  const path = freshPath()
  const store = await open(path)
  const database = (await loadDriver())(path)
  database.exec(`PRAGMA synchronous = OFF; BEGIN;
    INSERT INTO entries (key, version, value, expires)
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300000)
      SELECT 'call/' || hex(randomblob(16)), i, 'x', CASE WHEN i <= 20000 THEN -1 ELSE 1000 END FROM n;
    COMMIT`)
  database.close()
  await store.write([set('call/open', '1', { tag: 'running' })])
  const before = performance.now()
  expect((await store.list({ prefix: 'call/', tag: 'running' })).map(({ key }) => key)).toEqual(['call/open'])
  expect(await store.list({ prefix: 'call/', limit: 10 })).toHaveLength(10)
  expect(performance.now() - before).toBeLessThan(100)
  let longest = 0
  let last = performance.now()
  const watch = setInterval(() => {
    longest = Math.max(longest, performance.now() - last)
    last = performance.now()
  }, 1)
  await store.sweep()
  clearInterval(watch)
  expect(await countOf(path)).toBe(280_001)
  expect(longest).toBeLessThan(1000)
  await store.close()
})

async function fillLog(store: Store, length: number): Promise<string> {
  return await store.append('audit', length, 'x'.repeat(3000)).then(() => fillLog(store, length + 1), String)
}

async function keys(store: Store): Promise<string[]> {
  return (await store.list({ prefix: '', limit: 10_000 })).map(({ key }) => key)
}

async function countOf(path: string): Promise<unknown> {
  const database = (await loadDriver())(path)
  const row = database.prepare('SELECT count(*) AS count FROM entries').get() as { count: number }
  database.close()
  return row.count
}

async function open(path: string): Promise<Store> {
  return await sqliteStore({ path, now: () => 0 })
}

function freshPath(): string {
  made += 1
  return join(folder, String(made), 'ledger.db')
}

function set(key: string, value = '1', more: Partial<Change> = {}): Change {
  return { key, expect: undefined, version: `${key}:${value}`, value, ...more }
}

/** A small disk of its own. */
function mounted(size: string): string {
  made += 1
  const mount = join(folder, `mount-${made}`)
  mkdirSync(mount)
  execFileSync('mount', ['-t', 'tmpfs', '-o', size, 'tmpfs', mount], { stdio: 'pipe' })
  mounts.push(mount)
  return mount
}

/** Only root may mount, and not everywhere. In CI it must. */
function mountFails(size: string): boolean {
  if (isCi) return false
  try {
    mounted(size)
    return false
  } catch {
    return true
  }
}
