import { expect, test } from 'vitest'
import { ToolError } from '../tool/index.ts'
import type { ServerOptions } from './core.ts'
import { converse, envelope } from './conversation.cases.ts'
import { prompt } from './prompt.ts'
import { resource } from './resource.ts'

const secret = 'hunter2hunter2'
const secrets = [secret]
const bytes = Buffer.from(secret).toString('base64')

const leaky: Partial<ServerOptions> = {
  secrets,
  tools: [
    {
      name: 'tell_all',
      inputSchema: { type: 'object' },
      run(_, { progress, log }) {
        progress(1, 2, `with ${secret}`)
        log({ [secret]: new Error(secret) })
        return 'done'
      },
    },
    {
      name: 'ask_all',
      inputSchema: { type: 'object' },
      run: (_, { ask }) =>
        ask(`Is it ${secret}?`, { type: 'object', properties: { a: { type: 'string', title: secret } } }),
    },
  ],
  resources: [
    resource('a://text', { name: 'text', read: () => `it is ${secret}` }),
    resource('a://bytes', { name: 'bytes', read: () => ({ blob: bytes, _meta: { note: secret } }) }),
    resource('a://told', { name: 'told', read: () => raise(new ToolError(`no ${secret}`, { fix: `Not ${secret}.` })) }),
    resource('a://hidden', { name: 'hidden', read: () => raise(new TypeError(secret)) }),
    resource('a://{x}', { name: 'x', read: () => secret, complete: { x: () => [secret] } }),
  ],
  prompts: [
    prompt({
      name: 'say_all',
      render: () => [
        { role: 'user', content: secret },
        { role: 'user', content: { type: 'image', mimeType: 'image/png', data: bytes } },
      ],
    }),
  ],
}

test.each<[string, object]>([
  ['resources/read', { uri: 'a://text' }],
  ['resources/read', { uri: 'a://bytes' }],
  ['resources/read', { uri: 'a://told' }],
  ['resources/read', { uri: 'a://hidden' }],
  ['prompts/get', { name: 'say_all' }],
  ['tools/call', { name: 'tell_all' }],
  ['tools/call', { name: 'ask_all' }],
  ['completion/complete', { ref: { type: 'ref/resource', uri: 'a://{x}' }, argument: { name: 'x', value: '' } }],
])('%s of %j says no secret, to the client or to the operator', async (method, params) => {
  const lines: string[] = []
  const { request, heard } = converse({ ...leaky, log: (line) => lines.push(line) })
  const meta = { progressToken: 1, 'io.modelcontextprotocol/logLevel': 'debug' }
  const said = JSON.stringify([
    await request(method, { ...params, ...envelope({ elicitation: {} }, meta) }),
    heard,
    lines,
  ])
  expect(said).not.toContain(secret)
  expect(said).toMatch(/\[redacted\]/)
})

test('bytes are read as they are', async () => {
  const { request } = converse(leaky)
  expect(await request('resources/read', { uri: 'a://bytes', ...envelope() })).toMatchObject({
    contents: [{ blob: bytes }],
  })
})

test('what a client sent is said to it again', async () => {
  const { request } = converse({ secrets, resources: [resource('a://{x}', { name: 'x', read: ({ x }) => String(x) })] })
  expect(await request('resources/read', { uri: `a://${secret}`, ...envelope() })).toMatchObject({
    contents: [{ text: secret }],
  })
})

test('a client that is asked again hears the same question', async () => {
  const asked: unknown[] = []
  const { initialize, request, answering } = converse({
    secrets,
    tools: [
      {
        name: 'ask_twice',
        inputSchema: { type: 'object' },
        async run(_, { ask }) {
          const form = { type: 'object', properties: { a: { type: 'string' } } } as const
          const { a } = await ask('First?', form)
          await ask(`Second, after ${String(a)}?`, form)
          return 'done'
        },
      },
    ],
  })
  await initialize('2025-11-25', { elicitation: {} })
  answering({
    'elicitation/create': (params) => {
      asked.push(params)
      return { result: { action: 'accept', content: { a: secret } } }
    },
  })
  expect(await request('tools/call', { name: 'ask_twice' })).toMatchObject({ content: [{ text: 'done' }] })
  expect(asked).toMatchObject([{ message: 'First?' }, { message: 'Second, after [redacted]?' }])
})

function raise(error: Error): never {
  throw error
}
