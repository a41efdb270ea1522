import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { createServer } from '../../src/serve/index.ts'

test('ten thousand abandoned sessions do not make the server grow', async () => {
  let time = 0
  const server = createServer({ name: 'shop', version: '1.0.0', tools: [], http: { now: () => time } })
  const begin = async (): Promise<void> => {
    time += 100
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '0' } }
    const response = await server.fetch(
      new Request('http://localhost/mcp', {
        method: 'POST',
        body: JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params }),
        headers: { 'content-type': 'application/json', accept: '*/*' },
      }),
    )
    await response.text()
    expect(response.status).toBe(200)
  }
  for (let at = 0; at < 2000; at += 1) await begin()
  const before = heapUsed()
  for (let at = 0; at < 10_000; at += 1) await begin()
  expect(heapUsed() - before).toBeLessThan(1_000_000)
})

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

function heapUsed(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed
}
