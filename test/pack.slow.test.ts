import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'verbnoun-'))
const command = join(folder, 'node_modules', '.bin', 'verbnoun')

beforeAll(() => {
  execFileSync('npm', ['pack', '--pack-destination', folder], { stdio: 'ignore' })
  const [tarball = ''] = readdirSync(folder)
  writeFileSync(join(folder, 'package.json'), '{ "name": "empty", "version": "1.0.0", "type": "module" }')
  execFileSync('npm', ['install', '--no-audit', '--no-fund', `./${tarball}`], { cwd: folder, stdio: 'ignore' })
  cpSync('examples/paper-trail', folder, { recursive: true })
})
afterAll(() => rmSync(folder, { recursive: true }))

test('the packed package serves from an empty folder, and leaves the compiler of its author alone', async () => {
  const client = new Client({ name: 'stranger', version: '1.0.0' })
  await client.connect(
    new StdioClientTransport({ command, args: ['serve', 'paper-trail.ts'], cwd: folder, stderr: 'ignore' }),
  )
  const { content } = await client.callTool({ name: 'chart_sales', arguments: { month: '2026-11' } })
  expect(content.map(({ type }) => type)).toEqual(['image', 'text'])
  await client.close()
  expect(readdirSync(join(folder, 'node_modules', '.bin'))).not.toContain('tsc')
})

test('the types of the packed package are those that an author needs', () => {
  writeFileSync(
    join(folder, 'typed.ts'),
    `import { server, ToolError, type ToolContext } from 'verbnoun'
import { testClient } from 'verbnoun/test'
import { openTarget } from 'verbnoun/compile'
export default server({ name: 'typed', version: '1.0.0' })
/** Wait. */
export async function wait_long(context: ToolContext, seconds: number): Promise<{ waited: number }> {
  if (context.signal.aborted) throw new ToolError('too late', { fix: 'Call earlier.' })
  return { waited: seconds }
}
export const client = testClient<{ wait_long: typeof wait_long }>(await openTarget(['typed.ts'], { cwd: '.' }))
export const waited: Promise<number> = client.then((it) => it.call('wait_long')).then(({ structured }) => structured.waited)
`,
  )
  const options = [
    '--noEmit',
    '--strict',
    '--module',
    'nodenext',
    '--target',
    'es2023',
    '--types',
    'node',
    '--typeRoots',
    join(process.cwd(), 'node_modules/@types'),
    'typed.ts',
  ]
  const { stdout, status } = spawnSync(
    process.execPath,
    [join(process.cwd(), 'node_modules/typescript/bin/tsc'), ...options],
    { cwd: folder, encoding: 'utf8' },
  )
  expect({ stdout, status }).toEqual({ stdout: '', status: 0 })
  expect(spawnSync(command, ['inspect', 'typed.ts'], { cwd: folder, encoding: 'utf8' }).stdout).toMatch(
    /^TOOL: wait_long - Wait\.\n {2}schema: /,
  )
})

test('what is refused says so, with its exit code', () => {
  const { status, stderr } = spawnSync(command, ['serve', 'none.ts'], { cwd: folder, encoding: 'utf8' })
  expect({ status, stderr }).toEqual({ status: 2, stderr: 'There is no file or folder none.ts.\n' })
})
