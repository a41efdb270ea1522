import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'verbnoun-accept-'))
afterAll(() => rmSync(folder, { recursive: true }))

const home = join(folder, 'home')
const main = resolve('dist/cli/main.js')
const hasTerminal = spawnSync('script', ['-qec', 'true', '/dev/null']).status === 0 || process.env['CI'] !== undefined
const env = { PATH: process.env['PATH'] ?? '', HOME: folder, VERBNOUN_HOME: home }

function configure(...args: string[]): void {
  const orders = { command: process.execPath, args: [main, 'serve', ...args] }
  writeFileSync(join(folder, 'mcp.json'), JSON.stringify({ mcpServers: { orders } }))
}

function checkOnTerminal(answer: string): string {
  const line = `${process.execPath} ${main} check mcp.json`
  return spawnSync('script', ['-qec', line, '/dev/null'], { cwd: folder, env, input: answer, encoding: 'utf8' }).stdout
}

function checkInPipe(): { status: number | null; stderr: string } {
  return spawnSync(process.execPath, [main, 'check', 'mcp.json'], { cwd: folder, env, encoding: 'utf8' })
}

test.skipIf(!hasTerminal)('a command of a configuration starts once a person accepted it, and no other command', () => {
  configure(resolve('examples/orders/orders.ts'))
  expect(checkInPipe().status).toBe(2)
  const refused = checkOnTerminal('n\n')
  expect(refused).toContain('mcp.json starts these programs:')
  expect(refused).toContain('Nothing was started.')
  expect(checkInPipe().status).toBe(2)
  expect(checkOnTerminal('y\n')).toContain('2 tools')
  expect(checkInPipe()).toMatchObject({ status: 0 })
  expect(readdirSync(home)).toEqual(['accepted-commands.json'])
  expect((statSync(join(home, 'accepted-commands.json')).mode & 0o777).toString(8)).toBe('600')
  configure(resolve('examples/paper-trail/paper-trail.ts'))
  expect(checkInPipe()).toMatchObject({ status: 2, stderr: expect.stringContaining('Nobody accepted these commands') })
})
