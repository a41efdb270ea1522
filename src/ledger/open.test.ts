import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { openStore } from './open.ts'
import { defaultLedger } from './places.ts'
import type { Change } from './store.ts'

const cwd = mkdtempSync(join(tmpdir(), 'verbnoun-'))
afterAll(() => rmSync(cwd, { recursive: true }))

const first: Change = { key: 'a', expect: undefined, version: '1', value: 'x'.repeat(100_000) }
const second: Change = { key: 'b', expect: undefined, version: '2', value: 'x' }
const open = async (url: string) => await openStore(url, { cwd, now: () => 0 })

describe('the URL of a ledger', () => {
  test.each(['memory:', 'memory:?limit=1GB', 'sqlite:where.db?synchronous=normal&limit=2000000'])(
    '%s names a store',
    async (url) => {
      const store = await open(url)
      expect((await store.write([first])).kind).toBe('written')
      await store.close()
    },
  )

  test('a path is relative to the working directory, or absolute', async () => {
    for (const path of ['here.db', join(cwd, 'there.db'), `//${join(cwd, 'everywhere.db')}`]) {
      await (await open(`sqlite:${path}`)).close()
    }
    expect(['here.db', 'there.db', 'everywhere.db'].map((name) => existsSync(join(cwd, name)))).toEqual([
      true,
      true,
      true,
    ])
  })

  test('a limit holds for each', async () => {
    for (const url of ['memory:?limit=10kB', 'sqlite:small.db?limit=10kB']) {
      const store = await open(url)
      await store.write([first]).catch(() => undefined)
      await expect(store.write([second])).rejects.toThrow('is full')
      await store.close()
    }
  })

  test.each([
    [
      'mysql://me:s3cret@host/db',
      'A ledger is named by sqlite:PATH, postgres://USER@HOST/DATABASE or memory:, not by "mysql:".',
    ],
    ['ledger.db', 'A ledger is named by sqlite:PATH, postgres://USER@HOST/DATABASE or memory:.'],
    ['', 'A ledger is named by sqlite:PATH, postgres://USER@HOST/DATABASE or memory:.'],
    ['sqlite:', 'sqlite: wants a path: sqlite:.verbnoun/ledger.db. What forgets is "memory:".'],
    ['sqlite::memory:', 'sqlite: wants a path: sqlite:.verbnoun/ledger.db. What forgets is "memory:".'],
    ['sqlite:a.db?mode=ro', 'A ledger there has no "mode". It has limit, synchronous.'],
    ['sqlite:a.db?synchronous=off', 'synchronous is "full" or "normal", not "off".'],
    ['memory:?limit=much', 'limit wants bytes, such as 1073741824 or 500MB, not "much".'],
    [
      'postgres://me:s3cret@host/db?schema=a-b',
      'schema wants a name of small letters, digits and "_", at most 50, not "a-b".',
    ],
    [
      'postgres://me:s3 cret@ho st/db',
      'The URL of the ledger cannot be read. It has the form postgres://USER:PASSWORD@HOST/DATABASE, encoded as URLs are.',
    ],
  ])('%s is refused', async (url, message) => {
    const refused = open(url)
    await expect(refused).rejects.toThrow(message)
    await expect(refused).rejects.not.toThrow('s3')
    await expect(refused).rejects.toMatchObject({ name: 'StoreError' })
  })
})

describe('the ledger of what is served', () => {
  const env = { VERBNOUN_HOME: join(cwd, 'home') }

  test('it lies beside the nearest package.json', () => {
    const project = join(cwd, 'shop')
    const folder = join(project, 'src', 'tools')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(project, 'package.json'), '{}')
    expect(defaultLedger({ folder, env })).toBe(`sqlite:${join(project, '.verbnoun', 'ledger.db')}`)
  })

  test('where that cannot be it lies in the state folder, one for each target', () => {
    const [one, other] = ['one', 'other'].map((name) => {
      const folder = join(cwd, name, 'tools')
      mkdirSync(folder, { recursive: true })
      writeFileSync(join(folder, 'package.json'), '{}')
      writeFileSync(join(folder, '.verbnoun'), 'in the way')
      return defaultLedger({ folder, env })
    })
    expect(one).toMatch(/^sqlite:.*[/\\]home[/\\]ledgers[/\\]tools-[0-9a-f]{12}[/\\]ledger\.db$/)
    expect(other).not.toBe(one)
  })

  test('one that is there already is not left for another', async () => {
    const folder = join(cwd, 'late')
    mkdirSync(folder)
    writeFileSync(join(folder, 'package.json'), '{}')
    writeFileSync(join(folder, '.verbnoun'), 'in the way')
    const url = defaultLedger({ folder, env })
    await (await open(url)).close()
    rmSync(join(folder, '.verbnoun'))
    expect(defaultLedger({ folder, env })).toBe(url)
  })

  test('without a project it follows XDG_STATE_HOME', () => {
    const url = defaultLedger({ folder: '/', env: { XDG_STATE_HOME: join(cwd, 'xdg') } })
    expect(url.startsWith(`sqlite:${join(cwd, 'xdg', 'verbnoun', 'ledgers')}`)).toBe(true)
  })
})
