import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { createServer, type Listening, listen } from '../../src/serve/index.ts'

let listening: Listening | undefined
afterEach(() => listening?.close())

async function serve(options: object): Promise<number> {
  listening = await listen(createServer({ name: 'shop', version: '1.0.0', tools: [] }), options)
  return listening.port
}

function open(port: number): Socket {
  return connect(port, '127.0.0.1').on('error', () => undefined)
}

/** What a connection is told until it is closed. It sends one text at once, the other letter by letter. */
async function toldTo(port: number, atOnce: string, slowly = ''): Promise<string> {
  const socket = open(port)
  let told = ''
  socket.on('data', (chunk: Buffer) => (told += chunk.toString()))
  socket.write(atOnce)
  const rest = slowly[Symbol.iterator]()
  const letters = setInterval(() => socket.write(rest.next().value ?? ''), 20)
  await once(socket, 'close')
  clearInterval(letters)
  return told
}

const headers = 'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nAccept: */*\r\n'

test.each([
  ['sends nothing', '', ''],
  ['sends its headers letter by letter', headers, 'x: y\r\n'.repeat(1000)],
  ['sends its body letter by letter', `${headers}Content-Length: 100000\r\n\r\n`, 'x'.repeat(10_000)],
  ['ends no chunk', `${headers}Transfer-Encoding: chunked\r\n\r\nffff\r\n`, 'x'.repeat(10_000)],
])('who %s is cut off', async (_, atOnce, slowly) => {
  const port = await serve({ requestMs: 500 })
  const began = performance.now()
  expect(await toldTo(port, atOnce, slowly)).toMatch(/^(HTTP\/1\.1 408 |$)/)
  expect(performance.now() - began).toBeLessThan(2000)
})

test('headers without end are refused', async () => {
  const port = await serve({})
  expect(await toldTo(port, headers + 'x: y\r\n'.repeat(10_000))).toMatch(/^HTTP\/1\.1 431 /)
})

test('a request without a host is refused', async () => {
  const port = await serve({})
  const nameless = headers.replace('Host: localhost', 'Connection: close')
  expect(await toldTo(port, `${nameless}Content-Length: 0\r\n\r\n`)).toMatch(/^HTTP\/1\.1 400 /)
  expect(await toldTo(port, `${nameless}Host:\r\nContent-Length: 0\r\n\r\n`)).toMatch(/^HTTP\/1\.1 403 /)
  const older = nameless.replace('HTTP/1.1', 'HTTP/1.0')
  expect(await toldTo(port, `${older}Content-Length: 0\r\n\r\n`)).toMatch(/^HTTP\/1\.1 403 /)
})

test('a body without end is refused, and is not kept', async () => {
  const port = await serve({ bodyLimit: 1000, requestMs: 1000 })
  const socket = open(port)
  let told = ''
  socket.on('data', (chunk: Buffer) => (told += chunk.toString()))
  socket.write(`${headers}Transfer-Encoding: chunked\r\n\r\n`)
  const before = process.memoryUsage().arrayBuffers
  const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`
  while (!socket.destroyed) {
    if (socket.writableLength < 1_000_000) socket.write(chunk)
    await sleep(0)
  }
  expect(told).toMatch(/^HTTP\/1\.1 413 /)
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(50_000_000)
  socket.destroy()
})

test('a body that its client does not finish is no failure of the server', async () => {
  const told: string[] = []
  const port = await serve({ log: (line: string) => told.push(line) })
  const socket = open(port)
  socket.write(`${headers}Content-Length: 100\r\n\r\n{`)
  await sleep(100)
  socket.destroy()
  await sleep(100)
  expect(told).toEqual([])
})

test('there are no more connections than were allowed', async () => {
  const port = await serve({ connectionLimit: 2 })
  const first = [open(port), open(port)]
  await Promise.all(first.map((socket) => once(socket, 'connect')))
  await sleep(50)
  await once(open(port), 'close')
  expect(first.map(({ destroyed }) => destroyed)).toEqual([false, false])
  for (const socket of first) socket.destroy()
  await sleep(50)
  expect((await fetch(`http://127.0.0.1:${port}/mcp`, { method: 'PUT' })).status).toBe(405)
})
