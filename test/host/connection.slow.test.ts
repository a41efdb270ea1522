import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import type { RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as elapsed } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { connect } from '../../src/host/index.ts'
import { createServer, listen } from '../../src/serve/index.ts'
import { tool } from '../../src/tool/index.ts'
import { hostile } from './hostile/kit.ts'

const folder = mkdtempSync(join(tmpdir(), 'verbnoun-'))
afterAll(() => rmSync(folder, { recursive: true }))
const client = { name: 'test', version: '1' }

describe('a connection', () => {
  test('speaks to a server of ours, and says who it is', async () => {
    const args = [resolve('dist/cli/main.js'), 'serve', resolve('examples/paper-trail/paper-trail.ts')]
    const place = { command: process.execPath, args, cwd: folder, env: { PATH: process.env['PATH'] ?? '' } }
    const connection = await connect(place, client)
    const { tools, leftOut } = await connection.list()
    expect(connection.server).toMatchObject({ name: expect.any(String), version: expect.any(String) })
    expect(tools.map(({ name }) => name)).toContain('order_status')
    expect(leftOut).toEqual([])
    await connection.close()
  })

  test('is made with an older server that leaves when it is asked for its revisions', async () => {
    const connection = await connect(hostile('leaves-when-probed'), client)
    expect(await names(connection)).toEqual(['keep_note'])
    await connection.close()
  })

  test('bears what is no message on stdout, and a flood on stderr', async () => {
    for (const attack of ['garbage', 'noisy']) {
      const connection = await connect(hostile(attack), client)
      expect(await names(connection)).toEqual(['keep_note'])
      expect(connection.heard().length).toBeLessThanOrEqual(4000)
      await connection.close()
    }
  })

  test('that is not answered fails with the command and what the server said', async () => {
    await expect(connect(hostile('no-server'), client)).rejects.toThrow(/server\.mjs no-server: no MCP server answered/)
    await expect(connect({ ...hostile('x'), command: 'no-such-program' }, client)).rejects.toThrow(
      /no such program or folder/,
    )
  })

  test('is given up when its time is over, and when the signal aborts', async () => {
    const start = performance.now()
    await expect(connect(hostile('silent'), client, { timeoutMs: 300 })).rejects.toThrow(/no MCP server answered/)
    await expect(connect(hostile('silent'), client, { signal: AbortSignal.timeout(300) })).rejects.toThrow(/abort/i)
    expect(performance.now() - start).toBeLessThan(6000)
  })

  test('leaves no process behind, whatever its server started', async () => {
    const log = join(folder, 'family')
    const connection = await connect(hostile('family', log), client)
    const pid = Number(readFileSync(log, 'utf8'))
    expect(isAlive(pid)).toBe(true)
    await connection.close()
    expect(isAlive(pid)).toBe(false)
  })

  test('ends a server that will not leave', async () => {
    const log = join(folder, 'stubborn')
    const connection = await connect(hostile('stubborn', log), client)
    await connection.close()
    await elapsed(50)
    expect(isAlive(Number(readFileSync(log, 'utf8')))).toBe(false)
  })
})

describe('a connection to a URL', () => {
  test('speaks to a server of ours', async () => {
    const place = await listen(createServer({ name: 'far', version: '2', tools: [greet] }), { port: 0 })
    const connection = await connect({ url: place.url, headers: { 'x-a': '1' } }, client)
    expect(connection.server).toEqual({ name: 'far', version: '2' })
    expect(await names(connection)).toEqual(['greet'])
    await connection.close()
    await place.close()
  })

  test('follows no redirect to another origin', async () => {
    const other = await serve((_, response) => void response.end('{}'))
    const place = await serve((_, response) => void response.writeHead(307, { location: other.url }).end())
    await expect(connect({ url: place.url }, client)).rejects.toThrow(/redirect/i)
    await other.close()
    await place.close()
  })

  test('that nobody answers fails with the URL', async () => {
    await expect(connect({ url: 'http://127.0.0.1:9/mcp' }, client)).rejects.toThrow(
      /^http:\/\/127\.0\.0\.1:9\/mcp: no MCP server/,
    )
  })
})

describe('a listing', () => {
  test('ends where a cursor comes again', async () => {
    const connection = await connect(hostile('cursor-stuck'), client)
    expect((await connection.list()).tools).toHaveLength(1)
    await connection.close()
  })

  test('that has no end is refused', async () => {
    const connection = await connect(hostile('cursor-endless'), client)
    await expect(connection.list()).rejects.toThrow(/has no end: 1001 on 1001 pages/)
    await connection.close()
  })

  test('keeps the first of equal names, and leaves out what has none', async () => {
    const twice = await connect(hostile('same-name-twice'), client)
    expect(await twice.list()).toMatchObject({ tools: [{ description: 'Do keep_note.' }], leftOut: [/keep_note/] })
    await twice.close()
  })

  test('goes on where one tool of it is malformed', async () => {
    const connection = await connect(hostile('malformed'), client)
    const { tools, leftOut } = await connection.list()
    expect(tools.map(({ name }) => name)).toEqual(['keep_note', 'no_schema'])
    expect(leftOut).toEqual(['One has no name.', 'One has no name.'])
    await connection.close()
  })
})

const greet = tool({
  name: 'greet',
  description: 'Greet.',
  input: { type: 'object', properties: {} },
  run: () => 'Hello',
})

async function serve(listener: RequestListener): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createHttpServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return { url: `http://127.0.0.1:${port}/`, close: async () => void server.close() }
}

async function names(connection: Awaited<ReturnType<typeof connect>>): Promise<string[]> {
  return (await connection.listTools()).map(({ name }) => name)
}

function isAlive(pid: number): boolean {
  const status = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim()
  return status !== '' && !status.startsWith('Z')
}
