import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as host from '../../src/host/index.ts'

const text = readFileSync('docs/conversion.md', 'utf8')
const [wholeWay = '', atOpenAi = '', results = ''] = [...text.matchAll(/```js\n(.*?)```/gs)].map(([, code]) => code)

/** Runs code of the docs with what it takes as given. */
async function run(code: string, given: Readonly<Record<string, unknown>>, gives: string): Promise<unknown> {
  const body = code.replace(/^import .* from 'verbnoun\/host'$/m, '')
  const scope: Record<string, unknown> = { ...host, ...given }
  const AsyncFunction = (async () => {}).constructor as new (...parts: string[]) => (...args: unknown[]) => unknown
  return await new AsyncFunction(...Object.keys(scope), `${body}\nreturn ${gives}`)(...Object.values(scope))
}

const client = {
  listTools: async () => ({
    tools: [
      {
        name: 'order.status',
        description: 'Looks up an order.',
        inputSchema: {
          type: 'object',
          properties: { order_id: { type: 'string', pattern: '^PT-' } },
          required: ['order_id'],
        },
      },
      { name: 'broken', inputSchema: { type: 'array' } },
    ],
  }),
  callTool: async ({ name, arguments: args }: { name: string; arguments: unknown }) => ({
    content: [],
    structuredContent: { name, args, carrier: 'Post' },
  }),
}

const answer = (content: string, rest: object = {}): unknown => ({
  role: 'user',
  content: [
    expect.objectContaining({
      type: 'tool_result',
      content: [{ type: 'text', text: expect.stringContaining(content) as unknown }],
      ...rest,
    }),
  ],
})

test('the example of the docs takes a call of a model to a server, and its answer back', async () => {
  const requests: { tools: { name: string }[]; messages: unknown[] }[] = []
  const fetch = async (_: string, { body }: { body: string }): Promise<unknown> => {
    const request = JSON.parse(body) as (typeof requests)[number]
    requests.push(request)
    const call = (order_id: string): unknown => ({
      content: [{ type: 'tool_use', id: `c${requests.length}`, name: request.tools[0]!.name, input: { order_id } }],
      stop_reason: 'tool_use',
    })
    const said = [
      call('1042'),
      call('PT-1042'),
      { content: [{ type: 'text', text: 'By post.' }], stop_reason: 'end_turn' },
    ]
    return { json: async () => said[requests.length - 1] }
  }
  const warned: string[] = []
  const console = { warn: (line: string) => warned.push(line) }
  const messages = await run(wholeWay, { client, fetch, console, key: 'k' }, 'messages')
  expect(warned).toEqual(['orders__broken: Its input schema does not describe an object, and arguments are one.'])
  expect(requests).toHaveLength(3)
  expect(requests[0]!.tools).toEqual([
    expect.objectContaining({ name: expect.stringMatching(/^orders__order_status_[0-9a-f]{8}$/) as unknown }),
  ])
  expect(messages).toEqual([
    { role: 'user', content: 'Where is order PT-1042?' },
    expect.objectContaining({ role: 'assistant' }),
    answer('was not run:', { is_error: true }),
    expect.objectContaining({ role: 'assistant' }),
    answer('{"name":"order.status","args":{"order_id":"PT-1042"},"carrier":"Post"}'),
    { role: 'assistant', content: [{ type: 'text', text: 'By post.' }] },
  ])
})

test('the example of OpenAI does the same, with arguments as JSON text', async () => {
  const requests: { tools: { function: { name: string } }[]; messages: unknown[] }[] = []
  const fetch = async (_: string, { body }: { body: string }): Promise<unknown> => {
    const request = JSON.parse(body) as (typeof requests)[number]
    requests.push(request)
    const { name } = request.tools[0]!.function
    const call = (args: string): unknown => ({
      role: 'assistant',
      tool_calls: [{ id: `c${requests.length}`, type: 'function', function: { name, arguments: args } }],
    })
    const said = [call('{"order_id": '), call('{"order_id":"PT-1042"}'), { role: 'assistant', content: 'By post.' }]
    return { json: async () => ({ choices: [{ message: said[requests.length - 1] }] }) }
  }
  const messages = await run(atOpenAi, { client, fetch, key: 'k' }, 'messages')
  const asked = expect.objectContaining({ role: 'assistant' }) as unknown
  expect(requests).toHaveLength(3)
  expect(messages).toEqual([
    { role: 'user', content: 'Where is order PT-1042?' },
    asked,
    {
      role: 'tool',
      tool_call_id: 'c1',
      content: expect.stringMatching(
        /^The call failed\.\norders__order_status_\w+ was not run: its arguments are no JSON\. You wrote: /,
      ) as unknown,
    },
    asked,
    {
      role: 'tool',
      tool_call_id: 'c2',
      content: '{"name":"order.status","args":{"order_id":"PT-1042"},"carrier":"Post"}',
    },
    { role: 'assistant', content: 'By post.' },
  ])
})

test('what a model does not get is kept as the docs say', async () => {
  const profile = host.profiles.find(({ id }) => id === 'anthropic')
  const result = { content: [{ type: 'audio', mimeType: 'audio/wav', data: 'UklGRg==' }] }
  const parts = await run(results, { result, profile }, '[parts, [...shelf.keys()]]')
  expect(parts).toEqual([
    [{ kind: 'text', text: '⟪audio/wav, 4 bytes, kept for the user as h1: you cannot hear it⟫' }],
    ['h1'],
  ])
})
