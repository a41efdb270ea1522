import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { buildServer } from '../../src/compile/index.ts'
import { project, write } from './project.ts'

const manifest = '{"name":"shop","version":"1.2.3","type":"module"}'

const meeting = [
  {
    method: 'initialize',
    id: 1,
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 't', version: '1' } },
  },
  { method: 'notifications/initialized' },
  { method: 'tools/list', id: 2 },
]

/** What a built server answers, by the id of the request. */
function talk(file: string, ...calls: readonly object[]): Record<number, { result: Record<string, unknown> }> {
  const lines = [...meeting, ...calls].map((message) => JSON.stringify({ jsonrpc: '2.0', ...message }))
  const answers = execFileSync(process.execPath, [file], { input: `${lines.join('\n')}\n`, encoding: 'utf8' })
  return Object.fromEntries(
    answers
      .trim()
      .split('\n')
      .map((line) => [JSON.parse(line).id, JSON.parse(line)]),
  )
}

/** What the tool `read_data` of the server in a folder gives. */
function read(folder: string): unknown {
  return talk(join(folder, 'server.mjs'), callOf(3, 'read_data', {}))[3]?.result['content']
}

function callOf(id: number, name: string, args: object): object {
  return { method: 'tools/call', id, params: { name, arguments: args } }
}

test('a built server needs neither its sources nor its packages', async () => {
  const root = project({
    'package.json': manifest,
    'tools.ts':
      "import { shout } from 'shouting'\nconsole.log('not for the client')\n/** Shout a word. */\nexport function shout_word(word: string): { said: string } { return { said: shout(word) } }",
    'node_modules/shouting/package.json': '{"name":"shouting","main":"main.js"}',
    'node_modules/shouting/main.js':
      "const os = require('os'); exports.shout = (word) => word.toUpperCase() + os.EOL.trim()",
    'node_modules/shouting/index.d.ts': 'export function shout(word: string): string',
  })
  const built = await buildServer([join(root, 'tools.ts')], { cwd: root, outfile: 'out/server.mjs' })
  expect(built.diagnostics).toEqual([])
  const lonely = join(project({}), 'server.mjs')
  renameSync(join(root, 'out/server.mjs'), lonely)
  const answers = talk(lonely, callOf(3, 'shout_word', { word: 'hey' }))
  expect(answers[1]?.result['serverInfo']).toEqual({ name: 'shop', version: '1.2.3' })
  expect(answers[3]?.result['structuredContent']).toEqual({ said: 'HEY' })
})

test('a built server reads what lies beside its sources, or beside itself', async () => {
  const root = project({
    'package.json': manifest,
    'src/tools.ts':
      "import { readFileSync } from 'node:fs'\n/** Read the data. */\nexport function read_data(): string { return readFileSync(new URL('data.txt', import.meta.url), 'utf8') }",
    'src/data.txt': 'from the sources',
  })
  await buildServer([join(root, 'src/tools.ts')], { cwd: root, outfile: 'server.mjs' })
  expect(read(root)).toEqual([{ type: 'text', text: 'from the sources' }])
  const other = project({ 'data.txt': 'from beside' })
  renameSync(join(root, 'server.mjs'), join(other, 'server.mjs'))
  expect(read(other)).toEqual([{ type: 'text', text: 'from beside' }])
})

test('over stdio nobody brings a token: what verifies tokens is built in only for an author who uses it', async () => {
  const plain = "/** Say hello. */\nexport function say_hello(): string { return 'hello' }"
  const own =
    "import { decodeJwt } from 'jose'\n/** Read a token. */\nexport function read_token(token: string): string { return decodeJwt(token).sub ?? '' }"
  const root = project({
    'package.json': manifest,
    'plain.ts': plain,
    'own.ts': own,
    'node_modules/jose/package.json': '{"name":"jose","type":"module","main":"index.js","types":"index.d.ts"}',
    'node_modules/jose/index.js': "export const decodeJwt = (token) => ({ sub: 'their own ' + token })",
    'node_modules/jose/index.d.ts': 'export function decodeJwt(token: string): { sub?: string }',
  })
  for (const name of ['plain', 'own'])
    await buildServer([join(root, `${name}.ts`)], { cwd: root, outfile: `${name}.mjs` })
  expect(readFileSync(join(root, 'plain.mjs'), 'utf8')).not.toContain('createRemoteJWKSet = ')
  renameSync(join(root, 'node_modules'), join(root, 'gone'))
  const [hello, token] = [
    talk(join(root, 'plain.mjs'), callOf(3, 'say_hello', {})),
    talk(join(root, 'own.mjs'), callOf(3, 'read_token', { token: 'x' })),
  ].map((answers) => answers[3]?.result['content'])
  expect(hello).toEqual([{ type: 'text', text: 'hello' }])
  expect(token).toEqual([{ type: 'text', text: 'their own x' }])
})

test('packages that are marked stay outside', async () => {
  const root = project({
    'package.json': manifest,
    'tools.ts':
      "import { shout } from 'shouting'\n/** Shout a word. */\nexport function shout_word(word: string): string { return shout(word) }",
    'node_modules/shouting/package.json': '{"name":"shouting","type":"module","exports":"./main.js"}',
    'node_modules/shouting/main.js': 'export const shout = (word) => word.toUpperCase()',
  })
  await buildServer([join(root, 'tools.ts')], { cwd: root, outfile: 'server.mjs', external: ['shouting'] })
  expect(readFileSync(join(root, 'server.mjs'), 'utf8')).toContain('from "shouting"')
  expect(talk(join(root, 'server.mjs'), callOf(3, 'shout_word', { word: 'a' }))[3]?.result['content']).toEqual([
    { type: 'text', text: 'A' },
  ])
})

test.each([
  ['an error', '/** Take. */\nexport function take(a: RegExp): void {}', 'unsupported'],
  ['an export that nobody described', 'export function take(a: string): void {}', 'undocumented-export'],
])('%s builds nothing', async (_, source, code) => {
  const root = project({ 'package.json': manifest, 'tools.ts': source })
  const built = await buildServer([join(root, 'tools.ts')], { cwd: root, outfile: 'server.mjs' })
  expect(built.outfile).toBeUndefined()
  expect(built.diagnostics.map((each) => each.code)).toEqual([code])
  expect(existsSync(join(root, 'server.mjs'))).toBe(false)
})

test('a built server whose functions and manifest have parted refuses to start', async () => {
  const root = project({
    'package.json': manifest,
    'tools.ts': '/** Take. */\nexport function lift_stone(a: string): void {}',
  })
  await buildServer([join(root, 'tools.ts')], { cwd: root, outfile: 'server.mjs' })
  const file = join(root, 'server.mjs')
  write(
    root,
    'server.mjs',
    readFileSync(file, 'utf8').replace('function lift_stone(a)', 'function lift_stone(a, b, c)'),
  )
  expect(() => talk(file)).toThrow('lift_stone: its function takes other arguments than were compiled.')
})
