import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { performance } from 'node:perf_hooks'
import { expect, test } from 'vitest'

test('a process ends some six seconds after its input, whatever a call is waiting for', async () => {
  const child = spawn(process.execPath, ['test/serve/noisy.mjs'], { stdio: 'pipe' })
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  for (const [id, name] of ['make_noise', 'wait_forever'].entries())
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, _meta } })}\n`)
  await once(child.stdout, 'data')
  const began = performance.now()
  child.stdin.end()
  expect(await once(child, 'exit')).toEqual([0, null])
  expect(performance.now() - began).toBeLessThan(7500)
}, 20_000)
