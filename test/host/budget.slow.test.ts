import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { openStore } from '../../src/ledger/index.ts'

const folder = mkdtempSync(join(tmpdir(), 'verbnoun-'))
afterAll(() => rmSync(folder, { recursive: true }))

interface Spent {
  readonly calls: number
  readonly cents: number
}

async function spend(url: string): Promise<Spent> {
  const { stdout } = await promisify(execFile)(process.execPath, [resolve('test/host/spender.mjs'), url, '30'])
  return JSON.parse(stdout)
}

test('processes that race for one budget never overspend it, and use it up', async () => {
  const url = `sqlite:${join(folder, 'ledger.db')}`
  await (await openStore(url, { cwd: folder, now: Date.now })).close()
  const spent = await Promise.all(Array.from({ length: 6 }, () => spend(url)))
  const calls = spent.reduce((sum, each) => sum + each.calls, 0)
  const cents = spent.reduce((sum, each) => sum + each.cents, 0)
  expect(calls).toBeLessThanOrEqual(40)
  expect(cents).toBeLessThanOrEqual(1000)
  expect(Math.max(calls / 40, cents / 1000)).toBeGreaterThan(0.95)
})
