import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openGateState } from '../gate-state.ts'
import { openConfig } from './config.ts'

test('what only counts once a config is accepted is read when it is shown, and hinders nothing before', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'verbnoun-config-'))
  const env = { VERBNOUN_HOME: join(folder, 'state') }
  const io = { out() {}, err() {}, quiet() {}, cwd: folder, env, signal: new AbortController().signal }
  const state = await openGateState(io)
  try {
    const notes = { command: 'notes', trust: 'trusted', tiers: { add: 'odd' } }
    writeFileSync(join(folder, 'project.json'), JSON.stringify({ mcpServers: { notes } }))
    const config = await openConfig('project.json', state, io)
    expect(config.entries.map(({ key, trust }) => [key, trust])).toEqual([['notes', 'untrusted']])
    expect(config.accepted).toThrow('"tiers" says "odd" of add.')
  } finally {
    await state.store.close()
    rmSync(folder, { recursive: true })
  }
})
