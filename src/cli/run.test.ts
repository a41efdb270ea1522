import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { commands } from './commands/index.ts'
import { run } from './run.ts'

const folder = mkdtempSync(join(tmpdir(), 'verbnoun-'))
afterAll(() => rmSync(folder, { recursive: true }))

function write(name: string, text: string): string {
  const path = join(folder, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  return name
}

async function type(...argv: string[]): Promise<{ code: number; out: string; err: string }> {
  const [out, err]: [string[], string[]] = [[], []]
  const env = { PATH: process.env['PATH'] ?? '', HOME: folder }
  const io = { quiet: () => undefined, cwd: folder, env, signal: new AbortController().signal }
  const code = await run(argv, { ...io, out: (line) => out.push(line), err: (line) => err.push(line) })
  return { code, out: out.join('\n'), err: err.join('\n') }
}

write('package.json', '{ "name": "shop", "version": "3.1.0", "type": "module" }')
write(
  'shop.ts',
  `/** Add two amounts.
 * @readonly
 * @param a - In cents.
 * @param b - In cents.
 */
export function add_amounts(a: number, b = 1): number { return a + b }

/** Say a word, as it is.
 * @readonly
 * @param word - Any.
 */
export function say_word(word: string): string { return word }

/** Keep a word. */
export function keep_word(word: string): string { return word }
`,
)

test('without a word the commands are named', async () => {
  const { code, out } = await type()
  expect(code).toBe(0)
  for (const { name } of commands) expect(out).toContain(`  ${name} `)
})

test.each(commands.map(({ name }) => name))('%s --help shows its usage and an example', async (name) => {
  const { code, out } = await type(name, '--help')
  expect(code).toBe(0)
  expect(out).toContain(`usage: verbnoun ${name}`)
  expect(out).toMatch(new RegExp(`For example:\n  verbnoun ${name} `))
})

describe('wrong usage is told in one sentence, exit 2:', () => {
  test.each([
    [['inspct'], 'verbnoun has no command "inspct". Did you mean inspect?'],
    [['frobnicate'], /^verbnoun has no command "frobnicate"\. There are audit, build, .*serve\.$/],
    [
      ['inspect', '--jsn', 'shop.ts'],
      'verbnoun inspect has no option --jsn. Did you mean --json?\nusage: verbnoun inspect FILE|FOLDER… [--json]',
    ],
    [['inspect'], /^Inspect what\?/],
    [['inspect', 'shop.ts', '--', 'node'], /^Inspect what\?/],
    [['serve'], 'Which file? For example: verbnoun serve orders.ts'],
    [['serve', 'shop.ts', '--port', '3000'], /^--port and --host are for --http/],
    [['serve', 'shop.ts', '--workers', '2'], /^--workers is for --http/],
    [['serve', 'shop.ts', '--http', '--workers', '0'], '--workers wants a number from 1 to 256, not 0.'],
    [['serve', 'shop.ts', '--log', 'xml'], '--log is text or json, not xml.'],
    [['dev'], 'Which file? For example: verbnoun dev orders.ts'],
    [['serve', 'shop.ts', '--http', '--port', '99999'], '--port wants a number from 0 to 65535, not 99999.'],
    [['build', 'shop.ts'], /^Build what into which file\?/],
    [['call', 'shop.ts'], /^Call which tool\?/],
    [['call', 'shop.ts', 'add_amounts', '3'], 'Arguments look like name=value; "3" does not.'],
    [['call', 'shop.ts', 'add_amounts', '--args', '[1]'], /^--args wants a JSON object/],
    [['call', 'shop.ts', 'add_amounts', '--args', '{'], /^--args wants a JSON object/],
    [['inspect', 'none.ts'], 'There is no file or folder none.ts.'],
    [['inspect', '--', 'no-such-program'], 'no-such-program: no such program or folder.'],
  ])('%j', async (argv, message) => {
    const { code, err, out } = await type(...argv)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(message)
  })
})

describe('a source that cannot be used is told with its place, exit 2:', () => {
  test.each([
    ['broken.ts', 'export function x( {', /broken\.ts:?\(?1[,:]\d+/],
    ['none.ts', 'export const answer = 42', /none\.ts exports no tool/],
    [
      'throws.ts',
      '/** X. */\nexport function x(): void {}\nthrow new Error("no database")',
      /throws\.ts.*3.*no database/s,
    ],
    ['lost.ts', 'import { y } from "./nowhere.ts"\n/** X. */\nexport function x(): string { return y }', /nowhere/],
  ])('%s', async (name, text, message) => {
    write(`bad/${name}`, text)
    const { code, err } = await type('call', `bad/${name}`, 'x')
    expect(err).toMatch(message)
    expect(code).toBe(2)
    expect(err).not.toMatch(/^\s+at .*dist/m)
  })
})

test('a type without JSON is a diagnostic at its line, exit 1, and the sound tools are still listed', async () => {
  write(
    'half.ts',
    '/** Good. */\nexport function good(): void {}\n\n/** Bad.\n * @param go - When done.\n */\nexport function bad(go: () => void): void { go() }\n',
  )
  const { code, out, err } = await type('inspect', 'half.ts')
  expect(code).toBe(1)
  expect(out).toContain('TOOL: good - Good.')
  expect(err).toMatch(/^half\.ts\(7,\d+\): error unsupported: .*\[bad\]$/)
  const json = await type('inspect', 'half.ts', '--json')
  expect(json.code).toBe(1)
  expect(JSON.parse(json.out)).toMatchObject({
    server: { name: 'shop', version: '3.1.0' },
    tools: [{ name: 'good' }],
    diagnostics: [{ severity: 'error', code: 'unsupported', file: 'half.ts', line: 7, tool: 'bad' }],
  })
})

describe('call', () => {
  test('reads what is no string as JSON, and strings as they are', async () => {
    expect(await type('call', 'shop.ts', 'add_amounts', 'a=2', 'b=3')).toMatchObject({ code: 0, out: '5' })
    expect(await type('call', 'shop.ts', 'say_word', 'word=42')).toMatchObject({ code: 0, out: '42' })
    expect(await type('call', 'shop.ts', 'say_word', 'word=a=b')).toMatchObject({ code: 0, out: 'a=b' })
  })

  test('takes all arguments as one object, over which name=value wins', async () => {
    const called = await type('call', 'shop.ts', 'add_amounts', '--args', '{"a":1,"b":2}', 'b=5')
    expect(called).toMatchObject({ code: 0, out: '6' })
  })

  test('prints the whole result as JSON', async () => {
    const { out } = await type('call', 'shop.ts', 'add_amounts', 'a=2', '--json')
    expect(JSON.parse(out)).toMatchObject({ content: [{ type: 'text', text: '3' }], structuredContent: 3 })
  })

  test('exits 1 when the call failed, with the words a model would read', async () => {
    const { code, out } = await type('call', 'shop.ts', 'add_amounts', 'amount=2')
    expect(code).toBe(1)
    expect(out).toMatch(/^add_amounts was not run/)
  })

  test('names the nearest tool when there is none of that name', async () => {
    const { code, err } = await type('call', 'shop.ts', 'add_amount')
    expect(code).toBe(1)
    expect(err).toBe('Unknown tool: add_amount. Did you mean add_amounts?')
  })
})

describe('a command of a foreign server', () => {
  const foreign = ['--', process.execPath, resolve('dist/cli/main.js'), 'serve', 'shop.ts']

  test('is inspected as it answers', async () => {
    const { code, out } = await type('inspect', ...foreign)
    expect(code).toBe(0)
    expect(out).toContain('TOOL: add_amounts - Add two amounts.')
  })

  test('is called', async () => {
    expect(await type('call', 'add_amounts', 'a=2', ...foreign)).toMatchObject({ code: 0, out: '3' })
    expect(await type('call', 'say_word', 'word=42', ...foreign)).toMatchObject({ code: 0, out: '42' })
    const { code, err } = await type('call', 'say_wrd', 'word=42', ...foreign)
    expect({ code, err }).toMatchObject({ code: 1, err: expect.stringContaining('Did you mean say_word?') as unknown })
  })

  test('is not called for more than reading where nobody can be asked', async () => {
    const { code, out, err } = await type('call', 'keep_word', 'word=42', ...foreign)
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toBe('keep_word was not run: it may change something, and there is no terminal to ask on.')
  })

  test('that is no server is told with what it said', async () => {
    const { code, err } = await type(
      'inspect',
      '--',
      process.execPath,
      '-e',
      'console.error("no config"); process.exit(3)',
    )
    expect(code).toBe(2)
    expect(err).toMatch(/no MCP server answered .*no config/s)
  })
})

describe('build', () => {
  test('writes one file that serves alone', async () => {
    const { code, out } = await type('build', 'shop.ts', '-o', 'out/server.mjs')
    expect(code).toBe(0)
    expect(out).toMatch(/^out\/server\.mjs: 3 exports served, \d+ kB$/)
    const called = await type('call', 'add_amounts', 'a=2', '--', process.execPath, 'out/server.mjs')
    expect(called).toMatchObject({ code: 0, out: '3' })
  })

  test('writes nothing for a source with an error, or with an export that nobody described', async () => {
    write(
      'plain.ts',
      '/** Good. */\nexport function good(): void {}\nexport function write_file(path: string): void { void path }',
    )
    const { code, err } = await type('build', 'plain.ts', '-o', 'out/plain.mjs')
    expect(code).toBe(1)
    expect(err).toMatch(
      /^plain\.ts\(3,\d+\): warning undocumented-export: .*\nNothing is built until this is mended\.$/s,
    )
    expect(existsSync(join(folder, 'out/plain.mjs'))).toBe(false)
  })
})

test('a folder is served as one, without its tests and helpers', async () => {
  write('folder/one.ts', '/** One. */\nexport function say_one(): string { return "1" }')
  write('folder/two.ts', '/** Two. */\nexport function say_two(): string { return "2" }')
  write('folder/_hidden.ts', '/** Hidden. */\nexport function hide(): void {}')
  write('folder/one.test.ts', '/** Test. */\nexport function check(): void {}')
  const { out } = await type('inspect', 'folder')
  expect([...out.matchAll(/TOOL: (\w+)/g)].map(([, name]) => name)).toEqual(['say_one', 'say_two'])
})
