import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { findEntries, openTarget, SourceError } from '../../src/compile/index.ts'
import { open, project, write } from './project.ts'

const manifest = '{"name":"shop","type":"module"}'

async function run(root: string, name: string, target = 'tools.ts'): Promise<unknown> {
  const [module] = await (await open(root, target)).load()
  const callee = module?.[name]
  return typeof callee === 'function' ? await Reflect.apply(callee, undefined, []) : callee
}

describe('the code of a target', () => {
  test('knows where its own file is, and not where the bundle is', async () => {
    const root = project({
      'package.json': manifest,
      'tools.ts': [
        '/** Where. */',
        'export function where() { return [import.meta.url, import.meta.dirname, import.meta.filename, other()] }',
        "import { other } from './deep/other.ts'",
      ].join('\n'),
      'deep/other.ts': 'export const other = () => [__dirname, __filename, import.meta.url]',
    })
    const deep = join(root, 'deep', 'other.ts')
    expect(await run(root, 'where')).toEqual([
      pathToFileURL(join(root, 'tools.ts')).href,
      root,
      join(root, 'tools.ts'),
      [join(root, 'deep'), deep, pathToFileURL(deep).href],
    ])
  })

  test('may declare __dirname itself, as modules did before Node had it', async () => {
    const root = project({
      'package.json': manifest,
      'tools.ts': [
        "import { dirname } from 'node:path'",
        "import { fileURLToPath } from 'node:url'",
        'const __dirname = dirname(fileURLToPath(import.meta.url))',
        '/** Where. */',
        'export function where() { return __dirname }',
      ].join('\n'),
    })
    expect(await run(root, 'where')).toBe(root)
  })

  test('gets each package as its importing module would, from the very file in node_modules', async () => {
    const root = project({
      'package.json': manifest,
      'tools.ts':
        "import { name } from 'thing'\nimport { inner } from 'linked'\n/** Names. */\nexport function names() { return [name, inner] }",
      'node_modules/thing/package.json':
        '{"name":"thing","type":"module","exports":{"import":"./esm.js","require":"./cjs.cjs"}}',
      'node_modules/thing/esm.js':
        "export const name = 'outer thing ' + import.meta.url.endsWith('/node_modules/thing/esm.js')",
      'packages/linked/package.json': '{"name":"linked","type":"module","exports":"./src/index.ts"}',
      'packages/linked/src/index.ts': "import { name } from 'thing'\nexport const inner: string = name",
      'packages/linked/node_modules/thing/package.json': '{"name":"thing","main":"main.js"}',
      'packages/linked/node_modules/thing/main.js': "exports.name = 'inner thing, in CommonJS'",
    })
    symlinkSync(join(root, 'packages/linked'), join(root, 'node_modules/linked'))
    expect(await run(root, 'names')).toEqual(['outer thing true', 'inner thing, in CommonJS'])
  })

  test('shares a module between entries', async () => {
    const root = project({
      'package.json': manifest,
      'one.ts': "import { count } from './_shared.ts'\n/** One. */\nexport function one() { return ++count.value }",
      'two.ts': "import { count } from './_shared.ts'\n/** Two. */\nexport function two() { return ++count.value }",
      '_shared.ts': 'export const count = { value: 0 }',
    })
    const [one, two] = await (await open(root, '.')).load()
    expect([
      Reflect.apply(Object(one)['one'], undefined, []),
      Reflect.apply(Object(two)['two'], undefined, []),
    ]).toEqual([1, 2])
  })

  test('finds verbnoun where the project has none', async () => {
    const root = project({
      'package.json': manifest,
      'tools.ts':
        "import { ToolError, text } from 'verbnoun'\nimport type { Content } from 'verbnoun'\n/** Say. */\nexport function say(): Content { return text(new ToolError('no').name) }",
    })
    const loaded = await open(root)
    expect(loaded.diagnostics).toEqual([])
    expect(loaded.manifest.tools[0]?.outputSchema).toBeUndefined()
    expect(await run(root, 'say')).toEqual({ type: 'text', text: 'ToolError' })
  })

  test('takes what Node itself would not: enums, parameter properties, paths, JSON, no extension', async () => {
    const root = project({
      'package.json': manifest,
      'tsconfig.json':
        '{"compilerOptions":{"baseUrl":".","paths":{"@lib/*":["./lib/*"]},"experimentalDecorators":true}}',
      'lib/data.json': '{"a":1}',
      'lib/box.ts': 'export enum Color { Red = 3 }\nexport class Box { constructor(public value: number) {} }',
      'tools.ts':
        "import { Box, Color } from '@lib/box'\nimport data from './lib/data.json'\n/** Sum. */\nexport function sum() { return new Box(Color.Red).value + data.a }",
    })
    expect(await run(root, 'sum')).toBe(4)
  })

  test('names the line of the author in a stack', async () => {
    const root = project({
      'package.json': manifest,
      'tools.ts':
        "interface Nothing {}\n\n/** Fail. */\nexport function fail(): string {\n  const x: Nothing = {}\n  return new Error(String(x)).stack ?? ''\n}",
    })
    expect(await run(root, 'fail')).toContain('tools.ts:6:10')
  })

  test('may call require where it stands', async () => {
    const root = project({
      'package.json': '{"name":"shop"}',
      'tools.ts':
        "import path = require('node:path')\n/** Base. */\nexport function base() { return path.basename('/a/b') + require('./lib.cjs').x }",
      'lib.cjs': 'exports.x = 1',
    })
    expect(await run(root, 'base')).toBe('b1')
  })
})

describe('what cannot be loaded at all', () => {
  test.each([
    [
      'a missing module',
      "import { x } from './nowhere.ts'\n/** X. */\nexport function y() { return x }",
      /tools\.ts\(1,\d+\): Could not resolve "\.\/nowhere\.ts"/,
    ],
    [
      'a missing package',
      "import { x } from 'nowhere'\n/** X. */\nexport function y() { return x }",
      /tools\.ts\(1,\d+\): Could not resolve "nowhere"/,
    ],
    ['broken syntax', '/** X. */\nexport function y( {', /tools\.ts\(2,\d+\): /],
  ])('%s is told with its place', async (_, source, message) => {
    await expect(open(project({ 'package.json': manifest, 'tools.ts': source }))).rejects.toThrow(message)
  })

  test.each([
    ['a module', "const x: A = JSON.parse('{')", /^tools\.ts:3:\d+ threw while it was loaded: SyntaxError: /],
    [
      'a value made with our own function',
      "const x = tool({ name: 'find', description: 'Find.', input: 1, run: () => 1 })",
      /^tools\.ts:3:\d+ threw while it was loaded: TypeError: find: /,
    ],
    ['what is no error', "throw 'no'", /^tools\.ts threw while it was loaded: no$/],
    [
      'a package that has nowhere in its map',
      'const x = explode()',
      /^tools\.ts:3:\d+ threw while it was loaded: RangeError: too much$/,
    ],
  ])('%s that throws is told with the line of the author', async (_, line, message) => {
    const root = project({
      'package.json': manifest,
      'tools.ts': `interface A {}; import { tool } from 'verbnoun'; import { explode } from 'bomb'
void tool, explode
${line}
/** X. */\nexport function y() { return 1 }`,
      'node_modules/bomb/package.json': '{"name":"bomb","type":"module","exports":"./main.js"}',
      'node_modules/bomb/main.js':
        "export const explode = () => { const error = new RangeError('too much'); error.stack = 'RangeError: too much\\n    at explode (file://node_modules/bomb/src/main.ts:1:1)\\n' + error.stack.split('\\n').slice(1).join('\\n'); throw error }",
    })
    await expect((await open(root)).load()).rejects.toThrow(message)
  })

  test('entries are looked for from the working directory', async () => {
    const root = project({ 'package.json': manifest, 'tools.ts': '/** One. */\nexport function one() { return 1 }' })
    const { manifest: found } = await openTarget(['./tools.ts'], { cwd: root })
    expect(found.tools.map(({ name }) => name)).toEqual(['one'])
    const missing = openTarget(['tools.ts', 'nowhere.ts'], { cwd: root })
    await expect(missing).rejects.toThrow('There is no file or folder nowhere.ts.')
    await expect(missing).rejects.toBeInstanceOf(SourceError)
    await expect(openTarget([], { cwd: root })).rejects.toThrow('No module was named.')
  })

  test('a missing file, and a folder without tools', async () => {
    const root = project({ 'package.json': manifest, 'a.test.ts': '', '_b.ts': '', 'c.d.ts': '' })
    await expect(findEntries('nowhere.ts', root)).rejects.toThrow('There is no file or folder nowhere.ts.')
    await expect(findEntries('.', root)).rejects.toThrow('holds no TypeScript file')
    write(root, 'd.ts', '')
    write(root, 'e.mts', '')
    expect(await findEntries('.', root)).toEqual([join(root, 'd.ts'), join(root, 'e.mts')])
  })
})

test('a bundle may lie anywhere: the state folder serves a project that cannot be written to', async () => {
  const root = project({ 'package.json': manifest, 'tools.ts': '/** One. */\nexport function one() { return 1 }' })
  writeFileSync(join(root, '.verbnoun'), 'in the way')
  const state = join(root, 'state')
  mkdirSync(state)
  process.env['VERBNOUN_HOME'] = state
  try {
    const entries = await findEntries('tools.ts', root)
    const [module] = await (await openTarget(entries, { cwd: root })).load()
    expect(Object.keys(module ?? {})).toEqual(['one'])
    expect(readFileSync(join(root, '.verbnoun'), 'utf8')).toBe('in the way')
  } finally {
    delete process.env['VERBNOUN_HOME']
  }
})
