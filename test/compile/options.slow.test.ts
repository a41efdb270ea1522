import { expect, test } from 'vitest'
import { open, project } from './project.ts'

const source = `/** Act. */
export function act(maybe: string | null, list?: readonly number[]): { first?: number | undefined; at: Date } { return { first: list?.[0], at: new Date() } }
/** Say. */
export function say() { const words = ['a']; return { first: words[0] } }`

/** The schemas of the module under these options. */
async function under(options: object, files: Readonly<Record<string, string>> = {}): Promise<unknown> {
  const root = project({
    'package.json': '{}',
    'tsconfig.json': JSON.stringify({ compilerOptions: options }),
    'tools.ts': source,
    ...files,
  })
  const { manifest, diagnostics } = await open(root)
  return {
    tools: manifest.tools.map(({ inputSchema, outputSchema }) => ({ inputSchema, outputSchema })),
    errors: diagnostics.filter(({ severity }) => severity === 'error'),
  }
}

test.each([
  ['nothing at all', {}],
  ['nullability switched off', { strict: false, strictNullChecks: false }],
  ['exact optional properties', { strict: true, exactOptionalPropertyTypes: true }],
  ['modules of Node', { module: 'nodenext', moduleResolution: 'nodenext', target: 'es2022' }],
  [
    'CommonJS and an old target',
    { module: 'commonjs', moduleResolution: 'node', target: 'es2018', esModuleInterop: true },
  ],
  ['a library of its own choice', { lib: ['es2022'], types: [] }],
  ['a project that is composed', { composite: true, incremental: true, declaration: true, outDir: 'out' }],
  [
    'erasable syntax and isolated modules',
    { erasableSyntaxOnly: true, isolatedModules: true, verbatimModuleSyntax: true },
  ],
])('%s gives the same schemas', async (_, options) => {
  expect(await under(options)).toEqual(await under({ strict: true }))
})

test('paths are followed without a base', async () => {
  const found = await under(
    { paths: { '@/*': ['./lib/*'] } },
    {
      'tools.ts': "import type { Size } from '@/size'\n/** Act. */\nexport function act(size: Size): void {}",
      'lib/size.ts': "export type Size = 's' | 'l'",
    },
  )
  expect(found).toEqual({
    tools: [
      {
        inputSchema: {
          type: 'object',
          properties: { size: { type: 'string', enum: ['s', 'l'] } },
          required: ['size'],
          additionalProperties: false,
        },
      },
    ],
    errors: [],
  })
})

test('a module may be JavaScript with types in its comments, or have any extension of TypeScript', async () => {
  const root = project({
    'package.json': '{}',
    'a.js':
      "/** Add.\n * @param {number} a - First.\n * @param {'x' | 'y'} [b] Second.\n * @returns {Promise<{ n: number }>} The sum.\n */\nexport async function add(a, b = 'x') { return { n: a + b.length } }",
    'b.mts': '/** Act. */\nexport function act(): void {}',
    'c.tsx': '/** Draw. */\nexport function draw(): void {}',
  })
  const { manifest, diagnostics } = await open(root, 'a.js')
  expect(diagnostics).toEqual([])
  expect(manifest.tools[0]).toMatchObject({
    description: 'Add.',
    inputSchema: {
      properties: {
        a: { type: 'number', description: 'First.' },
        b: { type: 'string', enum: ['x', 'y'], default: 'x', description: 'Second.' },
      },
      required: ['a'],
    },
    outputSchema: { properties: { n: { type: 'number' } }, description: 'The sum.' },
  })
  expect((await open(root, 'b.mts')).manifest.tools.map(({ name }) => name)).toEqual(['act'])
  expect((await open(root, 'c.tsx')).manifest.tools.map(({ name }) => name)).toEqual(['draw'])
})
