import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { sqliteStore } from './sqlite.ts'
import { storeCases } from './store.cases.ts'

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

function freshPath(): string {
  made += 1
  return join(folder, String(made), 'ledger.db')
}
