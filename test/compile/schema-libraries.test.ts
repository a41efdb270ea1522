import { mkdirSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { createServer, serveModules } from '../../src/serve/index.ts'
import { open, project } from './project.ts'

/** A project in which the schema libraries are installed. */
function withLibraries(files: Readonly<Record<string, string>>): string {
  const root = project({ 'package.json': '{"name":"shop","version":"1.0.0","type":"module"}', ...files })
  mkdirSync(join(root, 'node_modules/@valibot'), { recursive: true })
  for (const name of ['zod', 'valibot', 'arktype', '@valibot/to-json-schema'])
    symlinkSync(resolve('node_modules', name), join(root, 'node_modules', name))
  return root
}

test('tools with schemas of zod, valibot and arktype sit beside exported functions', async () => {
  const root = withLibraries({
    'tools.ts': `import { toStandardJsonSchema } from '@valibot/to-json-schema'
import { type } from 'arktype'
import * as v from 'valibot'
import { tool } from 'verbnoun'
import { z } from 'zod'

/** Add one. */
export function add_one(count: number): { sum: number } { return { sum: count + 1 } }
export const by_zod = tool({
  name: 'by_zod', description: 'By zod.', input: z.object({ word: z.string().min(2) }), run: ({ word }) => word,
})
export const by_valibot = tool({
  name: 'by_valibot', description: 'By valibot.', input: toStandardJsonSchema(v.object({ word: v.pipe(v.string(), v.minLength(2)) })), run: ({ word }) => word,
})
export const by_arktype = tool({
  name: 'by_arktype', description: 'By arktype.', input: type({ word: 'string >= 2' }), run: ({ word }) => word,
})`,
  })
  const loaded = await open(root)
  expect(loaded.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  const { options, stop } = serveModules(loaded.manifest, await loaded.load(), {})
  const { tools } = createServer(options)
  const word = { type: 'object', properties: { word: { type: 'string', minLength: 2 } }, required: ['word'] }
  expect([...tools.values()].map(({ name, inputSchema }) => [name, inputSchema])).toEqual([
    [
      'add_one',
      { type: 'object', properties: { count: { type: 'number' } }, required: ['count'], additionalProperties: false },
    ],
    ['by_arktype', expect.objectContaining(word)],
    ['by_valibot', expect.objectContaining(word)],
    ['by_zod', expect.objectContaining(word)],
  ])
  await stop()
})

test('a schema that cannot be sent is told with the line of the author', async () => {
  const root = withLibraries({
    'tools.ts': `import { tool } from 'verbnoun'
import { z } from 'zod'
interface Nothing {}

export const find_order = tool({ name: 'find_order', description: 'Find.', input: z.object({ at: z.date() }), run: () => 1 })`,
  })
  await expect((await open(root)).load()).rejects.toThrow(
    /^tools\.ts:5:\d+ threw while it was loaded: TypeError: find_order: Date cannot be represented in JSON Schema\.$/,
  )
})
