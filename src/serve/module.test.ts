import { expect, test } from 'vitest'
import { server, tool, ToolError } from '../tool/index.ts'
import type { Manifest, ServerDeclaration, ToolContext, UnknownObject } from '../tool/index.ts'
import { converse, envelope } from './conversation.cases.ts'
import { serveModules } from './module.ts'
import { prompt } from './prompt.ts'
import { resource } from './resource.ts'

const greet = {
  name: 'greet',
  inputSchema: {
    type: 'object',
    properties: { name: { type: 'string' } },
    required: ['name'],
    additionalProperties: false,
  },
  module: 0,
  export: 'greet',
  parameters: [{ kind: 'argument', name: 'name' }],
} as const

function manifest(more: Partial<Manifest> = {}): Manifest {
  return { server: { name: 'shop', version: '1.0.0' }, tools: [greet], ...more }
}

function declared(
  declaration: ServerDeclaration,
  module: UnknownObject = { greet: (name: string) => `Hello ${name}` },
): ReturnType<typeof serveModules> {
  const place = { module: 0, export: 'default', computed: [] }
  return serveModules(manifest({ declaration: place }), [{ ...module, default: server(declaration) }], {
    API_KEY: 'k-secret-1',
    MODE: 'x',
  })
}

async function call(served: ReturnType<typeof serveModules>): Promise<string> {
  const { request } = converse(served.options)
  return JSON.stringify(await request('tools/call', { name: 'greet', arguments: { name: 'Mina' }, ...envelope() }))
}

function nobody(): string {
  return 'nobody'
}

test('functions and values that register themselves are served side by side', () => {
  const halve = tool({ name: 'halve', description: 'Halve.', input: { type: 'object' }, run: () => 1 })
  const catalog = resource('shop://catalog', { name: 'catalog', read: () => 'books' })
  const welcome = prompt({ name: 'welcome', render: () => 'Hello' })
  const runtime = ['halve', 'catalog', 'welcome'].map((name) => ({ module: 0, export: name }))
  const { options } = serveModules(manifest({ runtime }), [{ greet: () => '', halve, catalog, welcome }], {})
  expect(options.tools.map(({ name }) => name)).toEqual(['greet', 'halve'])
  expect(options.resources).toEqual([catalog])
  expect(options.prompts).toEqual([welcome])
})

test('a manifest that has parted from its module is refused', () => {
  expect(() => serveModules(manifest(), [{}], {})).toThrow('greet: the module exports no function "greet".')
})

test('start runs once, before the first call and never for a list; stop runs after it', async () => {
  const order: string[] = []
  const served = declared(
    { start: async () => void order.push('start'), stop: async () => void order.push('stop') },
    { greet: () => void order.push('call') },
  )
  const { request } = converse(served.options)
  await request('server/discover', envelope())
  await request('tools/list', envelope())
  expect(order).toEqual([])
  await Promise.all([call(served), call(served)])
  await served.stop()
  expect(order).toEqual(['start', 'call', 'call', 'stop'])
})

test('what was never started is not stopped', async () => {
  const order: string[] = []
  await declared({ start: () => void order.push('start'), stop: () => void order.push('stop') }).stop()
  expect(order).toEqual([])
})

test('a start that failed fails its call, and the next call tries again', async () => {
  let tries = 0
  const served = declared({
    start() {
      tries += 1
      if (tries === 1) throw new ToolError('the database sleeps')
    },
  })
  expect(await call(served)).toContain('the database sleeps')
  expect(await call(served)).toContain('Hello Mina')
})

test('secret variables leave nowhere, and missing ones are named', async () => {
  const served = declared(
    {
      env: {
        API_KEY: { description: 'The key.', secret: true },
        MODE: { description: 'Fast or slow.' },
        REGION: { description: 'Where.' },
        COLOUR: { description: 'Which.', optional: true },
      },
    },
    { greet: () => 'key is k-secret-1, mode x' },
  )
  expect(served.missing).toEqual([{ name: 'REGION', description: 'Where.' }])
  expect(await call(served)).toContain('key is [redacted], mode x')
})

test('errors, timeout, caller and what is around calls are taken from the declaration', async () => {
  const served = declared(
    { errors: 'strict', timeout: 5, caller: nobody, around: [(_, next) => next()] },
    {
      greet() {
        throw new Error('only for us')
      },
    },
  )
  expect(served.options).toMatchObject({ timeoutMs: 5, http: { caller: nobody } })
  expect(await call(served)).toContain('failed inside the server')
})

test('a call knows its tenant and what came beside its arguments', async () => {
  const served = declared({ tenant: (caller) => `company of ${caller}` }, { greet: () => '' })
  const [greeter] = served.options.tools
  const options = {
    ...served.options,
    tools: [
      { ...greeter!, run: (_: UnknownObject, { tenant, meta }: ToolContext) => `${tenant}, ${String(meta['shop/x'])}` },
    ],
  }
  const { request } = converse(options)
  const asked = { name: 'greet', arguments: { name: 'Mina' }, ...envelope({}, { 'shop/x': 7 }) }
  expect(JSON.stringify(await request('tools/call', asked))).toContain('company of local, 7')
})

test('what the compiler could not read, the running declaration says', () => {
  expect(declared({ name: 'live', version: '2.0.0', instructions: 'Be kind.' }).options).toMatchObject({
    name: 'live',
    version: '2.0.0',
    instructions: 'Be kind.',
  })
})
