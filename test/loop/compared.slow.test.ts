import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

test('the tables of docs/conversion-compared.md are what the hosts send', { timeout: 400_000 }, async () => {
  const path = '../peers/install.mjs'
  const { newerNode, installPeers }: { newerNode: string; installPeers: () => void } = await import(path)
  installPeers()
  const run = spawnSync(newerNode, ['test/loop/compare.mjs', '--check'], { encoding: 'utf8' })
  expect([run.stderr.split('\n').filter((line) => line.includes('stale')), run.status]).toEqual([[], 0])
})
