import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

test('every server scenario that the official suite requires passes', { timeout: 300_000 }, () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['test/conformance/run.mjs'], { encoding: 'utf8' })
  expect({ status, stdout, stderr }).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('37 of 37 required server scenarios pass'),
  })
})
