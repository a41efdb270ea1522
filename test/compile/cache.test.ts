import { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { open, project, write } from './project.ts'

const files = {
  'package.json': '{"name":"shop","version":"1.0.0","type":"module"}',
  'tsconfig.json': '{"compilerOptions":{"strict":true}}',
  'tools.ts':
    "import type { Size } from './size.ts'\nimport type { Money } from 'money'\n/** Price. */\nexport function price(size: Size, paid: Money): void {}",
  'size.ts': "export type Size = 'small' | 'large'",
  'node_modules/money/package.json': '{"name":"money","types":"index.d.ts"}',
  'node_modules/money/index.d.ts': "export type Money = 'EUR' | 'USD'",
}

/** Where the record lies, so that a test can see whether it was asked. */
function recordOf(root: string): string {
  const folder = join(root, '.verbnoun/cache')
  return join(
    folder,
    readdirSync(folder).find((name) => name.endsWith('.json'))!,
  )
}

/** A project whose record says that it comes from the record. */
async function cached(): Promise<string> {
  const root = project(files)
  await open(root)
  const path = recordOf(root)
  const record = JSON.parse(readFileSync(path, 'utf8'))
  writeFileSync(path, JSON.stringify({ ...record, manifest: { ...record.manifest, server: { name: 'cached' } } }))
  return root
}

async function isFromCache(root: string): Promise<boolean> {
  return (await open(root)).manifest.server.name === 'cached'
}

describe('what was compiled once', () => {
  test('is taken from the record as long as nothing changed, also when a file was only touched', async () => {
    const root = await cached()
    expect(await isFromCache(root)).toBe(true)
    utimesSync(join(root, 'size.ts'), new Date(), new Date())
    expect(await isFromCache(root)).toBe(true)
  })

  test.each([
    ['the entry', 'tools.ts', '/** Other. */\nexport function other(): void {}'],
    ['a module whose types it imports', 'size.ts', "export type Size = 'small' | 'huge!'"],
    ['the types of a package', 'node_modules/money/index.d.ts', "export type Money = 'EUR' | 'GBP'"],
    ['package.json', 'package.json', '{"name":"shop","version":"1.0.1","type":"module"}'],
    ['tsconfig.json', 'tsconfig.json', '{"compilerOptions":{"strict":false}}'],
  ])('is compiled again after an edit of %s', async (_, path, text) => {
    const root = await cached()
    write(root, path, text)
    expect(await isFromCache(root)).toBe(false)
  })

  test('is compiled again when a file appears that changes what a name means', async () => {
    const root = project({
      'package.json': '{}',
      'tools.ts': "import type { A } from './a.js'\n/** Take. */\nexport function take(a: A): void {}",
      'a.d.ts': 'export type A = string',
    })
    expect((await open(root)).manifest.tools[0]?.inputSchema.properties).toEqual({ a: { type: 'string' } })
    write(root, 'a.ts', 'export type A = number')
    expect((await open(root)).manifest.tools[0]?.inputSchema.properties).toEqual({ a: { type: 'number' } })
  })

  test('keeps its diagnostics', async () => {
    const root = project({ 'package.json': '{}', 'tools.ts': '/** Take. */\nexport function take(a: RegExp): void {}' })
    const { diagnostics } = await open(root)
    expect(diagnostics).toEqual([
      {
        severity: 'error',
        code: 'unsupported',
        file: 'tools.ts',
        line: 2,
        column: 22,
        message: '/a: RegExp has no JSON representation',
        tool: 'take',
      },
    ])
    expect((await open(root)).diagnostics).toEqual(diagnostics)
  })

  test('stays out of the repository', async () => {
    expect(readFileSync(join(await cached(), '.verbnoun/.gitignore'), 'utf8')).toBe('*\n')
  })
})

describe('a record that is broken', () => {
  test.each([
    ['no JSON', (text: string) => text.slice(0, 40)],
    ['of another shape', () => '{"generation":1}'],
    ['without its parts', (text: string) => JSON.stringify({ generation: JSON.parse(text).generation })],
    ['with parts of another shape', (text: string) => JSON.stringify({ ...JSON.parse(text), inputs: [null] })],
    ['empty', () => ''],
  ])('%s is written anew', async (_, spoil) => {
    const root = await cached()
    writeFileSync(recordOf(root), spoil(readFileSync(recordOf(root), 'utf8')))
    expect(await isFromCache(root)).toBe(false)
    const [module] = await (await open(root)).load()
    expect(Object.keys(module ?? {})).toEqual(['price'])
  })

  test('with broken code is written anew', async () => {
    const root = await cached()
    const folder = join(root, '.verbnoun/cache')
    const code = readdirSync(folder).find((name) => name.endsWith('.mjs'))!
    writeFileSync(join(folder, code), 'throw 1')
    const [module] = await (await open(root)).load()
    expect(Object.keys(module ?? {})).toEqual(['price'])
  })
})

test('several may compile the same target at once', async () => {
  const root = project(files)
  const opened = await Promise.all(Array.from({ length: 4 }, async () => await open(root)))
  expect(new Set(opened.map(({ manifest }) => JSON.stringify(manifest))).size).toBe(1)
  expect(readdirSync(join(root, '.verbnoun/cache')).filter((name) => name.endsWith('.tmp'))).toEqual([])
})
