import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findEntries, watchEntries } from '../../src/compile/index.ts'
import type { Watched } from '../../src/compile/index.ts'
import { project, write } from './project.ts'

/** Watches a target; each call of what it gives waits for the next state and tells it in a few words. */
function watching(root: string, target: string): () => Promise<string> {
  const end = new AbortController()
  onTestFinished(() => end.abort())
  const states = watchEntries(async () => await findEntries(target, root), { cwd: root, signal: end.signal })
  return async () => wordsFor((await states.next()).value as Watched)
}

function wordsFor(state: Watched): string {
  if (state.kind === 'broken') return `broken: ${state.error.message}`
  const tools = state.loaded.manifest.tools.map(
    ({ name, inputSchema }) => `${name} ${JSON.stringify(inputSchema.properties ?? {})}`,
  )
  return [...tools, ...state.loaded.diagnostics.map(({ code }) => code)].join(', ')
}

const one = '/** One. */\nexport function one(one: Size): void {}\n'

test('an edit of a module or of a type it imports gives the new tools', async () => {
  const root = project({
    'package.json': '{}',
    'tools.ts': `import type { Size } from './types/size.ts'\n${one}`,
    'types/size.ts': 'export type Size = number',
  })
  const next = watching(root, 'tools.ts')
  expect(await next()).toBe('one {"one":{"type":"number"}}')
  const edited = next()
  write(root, 'types/size.ts', 'export type Size = string')
  expect(await edited).toBe('one {"one":{"type":"string"}}')
})

test('sources that are broken say so, and are watched until they are mended', async () => {
  const root = project({ 'package.json': '{}', 'tools.ts': 'export function (' })
  const next = watching(root, 'tools.ts')
  expect(await next()).toMatch(/^broken: tools\.ts\(1,\d+\): /)
  const mended = next()
  write(root, 'tools.ts', one.replace('Size', 'number'))
  expect(await mended).toBe('one {"one":{"type":"number"}}')
})

test('a folder may get another module, and a name may get a meaning', async () => {
  const root = project({ 'package.json': '{}', 'one.ts': `import type { Size } from './_size.ts'\n${one}` })
  const next = watching(root, '.')
  expect(await next()).toBe('unresolved')
  const second = next()
  write(root, '_size.ts', 'export type Size = boolean')
  expect(await second).toBe('one {"one":{"type":"boolean"}}')
  const third = next()
  write(root, 'two.ts', '/** Two. */\nexport function two(): void {}\n')
  expect(await third).toBe('one {"one":{"type":"boolean"}}, two {}')
})

test('it ends with its signal', async () => {
  const root = project({ 'package.json': '{}', 'tools.ts': one.replace('Size', 'number') })
  const end = new AbortController()
  const states = watchEntries(async () => [join(root, 'tools.ts')], { cwd: root, signal: end.signal })
  await states.next()
  const last = states.next()
  end.abort()
  expect(await last).toEqual({ value: undefined, done: true })
})
