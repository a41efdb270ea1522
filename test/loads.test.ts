import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'verbnoun-'))
const source = join(folder, 'greet.ts')
afterAll(() => rmSync(folder, { recursive: true }))

/** What a server loads that answers one request from a cold or warm start, as paths inside the package. */
function loadsOfServing(): string[] {
  const log = join(folder, 'loads')
  writeFileSync(log, '')
  const ping =
    '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}\n'
  const args = ['--import', resolve('test/loads/log.mjs'), resolve('dist/cli/main.js'), 'serve', source]
  const answer = execFileSync(process.execPath, args, {
    input: ping,
    env: { ...process.env, LOADS: log },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  expect(String(answer)).toContain('"id":1')
  return readFileSync(log, 'utf8')
    .split('\n')
    .filter((url) => url.startsWith('file:'))
}

test('a warm start loads its own few files and the bundle: no compiler, no bundler, no package', () => {
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  writeFileSync(source, '/** Greet. */\nexport function greet(name: string): string { return `Hello ${name}` }\n')
  const cold = loadsOfServing()
  expect(cold.some((url) => url.includes('node_modules/esbuild'))).toBe(true)
  expect(cold.some((url) => url.includes('node_modules/@typescript/'))).toBe(true)
  const warm = loadsOfServing()
  expect(warm.filter((url) => url.includes('node_modules') || /\/cold-/.test(url))).toEqual([])
  expect(warm.length).toBeLessThan(40)
})
