import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, expect, test } from 'vitest'

let child: ChildProcess
let url = ''

beforeAll(async () => {
  const args = ['dist/cli/main.js', 'serve', 'examples/paper-trail/paper-trail.ts', '--http', '--port', '0']
  child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  for await (const line of createInterface({ input: child.stderr! })) {
    url = /http:\/\/\S+/.exec(line)?.[0] ?? url
    if (url !== '') break
  }
}, 60_000)
afterAll(() => child.kill('SIGKILL'))

test.each(['legacy', 'auto'] as const)('the official client calls over HTTP in its %s era', async (mode) => {
  const client = new Client({ name: 'stranger', version: '1.0.0' }, { versionNegotiation: { mode } })
  await client.connect(new StreamableHTTPClientTransport(new URL(url)))
  const { structuredContent } = await client.callTool({ name: 'order_status', arguments: { order_id: 'PT-1042' } })
  expect(structuredContent).toMatchObject({ status: 'shipped' })
  await client.close()
})

test('a page of another site is turned away', async () => {
  const { status } = await fetch(url, { method: 'POST', headers: { origin: 'https://evil.example' }, body: '{}' })
  expect(status).toBe(403)
})

test('a port that is taken is told in one sentence', async () => {
  const args = [
    'dist/cli/main.js',
    'serve',
    'examples/paper-trail/paper-trail.ts',
    '--http',
    '--port',
    new URL(url).port,
  ]
  const second = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  second.stderr.on('data', (chunk) => (said += String(chunk)))
  expect(await once(second, 'exit')).toEqual([2, null])
  expect(said).toMatch(/^Cannot listen there: .* --port 0 takes a port that is free\.\n$/)
})

test('an interrupt ends it in good order', async () => {
  child.kill('SIGINT')
  expect(await once(child, 'exit')).toEqual([0, null])
})

test('what a tool prints does not get into what call prints', () => {
  const folder = mkdtempSync(join(tmpdir(), 'verbnoun-'))
  const source = `console.log('loaded')\n/** Print. */\nexport function print_it(): string { console.log('printed'); return 'done' }\n`
  writeFileSync(join(folder, 'noisy.ts'), source)
  const args = [resolve('dist/cli/main.js'), 'call', 'noisy.ts', 'print_it', '--json']
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
  expect(JSON.parse(stdout)).toMatchObject({ content: [{ text: 'done' }] })
  expect(stderr).toContain('loaded\nprinted')
  rmSync(folder, { recursive: true })
})
