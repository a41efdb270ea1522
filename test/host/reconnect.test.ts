import { expect, test } from 'vitest'
import { createServer, listen } from '../../src/serve/index.ts'
import type { Listening } from '../../src/serve/index.ts'
import { tool } from '../../src/tool/index.ts'
import { attempt, entry, host } from './hosting.ts'

const look = tool({
  name: 'look_up',
  description: 'Look.',
  input: { type: 'object', properties: {} },
  annotations: { readOnlyHint: true },
  run: () => 'Here.',
})

test('a server over HTTP that was away is connected to again; what did not leave is told from what may have been done', async () => {
  const first = await serve()
  const hosting = await host([entry('far', { url: first.url })], { retryMs: 50 })
  const call = { server: 'far', tool: 'look_up', arguments: {} }
  expect(await attempt(hosting, call)).toBe('result: [{"type":"text","text":"Here."}]')
  await first.close()
  await expect.poll(() => attempt(hosting, call)).toBe('unsent')
  await expect.poll(() => hosting.connections.state('far')?.kind).toBe('failed')
  const second = await serve(first.port)
  await expect.poll(() => attempt(hosting, call), { timeout: 10_000 }).toMatch(/^result/)
  await hosting.connections.close()
  await second.close()
})

async function serve(port = 0): Promise<Listening> {
  return await listen(createServer({ name: 'far', version: '1', tools: [look] }), { graceMs: 10, port })
}
