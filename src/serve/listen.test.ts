import { expect, test } from 'vitest'
import { request } from 'node:http'
import { once } from 'node:events'
import { listen } from './listen.ts'
import { createServer } from './server.ts'

test.each([
  ['LOCALHOST', 'localhost'],
  ['127.0.0.1', 'LocalHost'],
  ['::ffff:127.0.0.1', '[::ffff:127.0.0.1]'],
  ['::ffff:127.0.0.1', '[::FFFF:7f00:1]'],
  ['::ffff:127.0.0.1', '127.0.0.1'],
])('what listens on %s is reached as %s, and not as another', async (host, name) => {
  const { url, port, close } = await listen(createServer({ name: 'x', version: '0', tools: [] }), { host })
  expect((await fetch(url)).status).toBe(405)
  expect(await statusAs(port, name)).toBe(405)
  expect(await statusAs(port, 'evil.example')).toBe(403)
  expect(await statusAs(port, `${name}/.evil.example`)).toBe(403)
  await close()
})

async function statusAs(port: number, name: string): Promise<number | undefined> {
  const asked = request({ port, host: '127.0.0.1', path: '/mcp', headers: { host: `${name}:${port}` } }).end()
  const [response] = await once(asked, 'response')
  response.resume()
  return response.statusCode
}
