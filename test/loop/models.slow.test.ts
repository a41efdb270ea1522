import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { LanguageModel } from '../../src/host/index.ts'
import { isModelError } from '../../src/host/loop/model.ts'
import type { AssistantMessage, Message } from '../../src/host/loop/message.ts'
import type { Model, ModelError, ModelEvent } from '../../src/host/loop/model.ts'
import { aiSdkModel, openModel, profiles } from '../../src/host/index.ts'
import { installPeers, kinds, loadFrom, names, openOnWire } from './providers.ts'
import type { Kind } from './providers.ts'
import { openWire } from './wire/wire.mjs'
import type { ScriptedAnswer, Wire } from './wire/wire.mjs'

const env = {
  ANTHROPIC_API_KEY: 'sk-ant-REDACTED',
  OPENAI_API_KEY: 'sk-proj-0123456789abcdef0123',
  GEMINI_API_KEY: 'AIza0123456789abcdef0123456789abcdef012',
}
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const pdf = Buffer.from('%PDF-1.4\n%%EOF\n').toString('base64')
const tool = {
  name: 'orders__order_status',
  description: 'Tells how an order stands.',
  inputSchema: {
    type: 'object',
    properties: { id: { type: 'string', description: 'Of the order.' }, lines: { type: 'integer' } },
    required: ['id'],
    additionalProperties: false,
  },
}

const fitting = `
import type { LanguageModelV4, LanguageModelV4CallOptions } from '@ai-sdk/provider'
import { anthropic } from '@ai-sdk/anthropic'
import { google } from '@ai-sdk/google'
import { openai } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { LanguageModel, StreamOptions } from 'TYPES'

declare const real: LanguageModelV4
declare const asked: StreamOptions
export const options: LanguageModelV4CallOptions = asked
const compatible = createOpenAICompatible({ name: 'm', baseURL: 'http://127.0.0.1/v1' })
export const all: LanguageModel[] = [real, anthropic('m'), google('m'), openai('m'), openai.chat('m'), compatible('m')]
// @ts-expect-error: another version of the interface
export const other: LanguageModel = { ...real, specificationVersion: 'v3' as const }
`

interface AnthropicPackage {
  readonly createAnthropic: (settings: { apiKey: string; baseURL: string }) => (model: string) => LanguageModel
}

let peers = ''

beforeAll(async () => {
  peers = await installPeers()
}, 300_000)

async function open(kind: Kind, wire: Pick<Wire, 'url'>, keys: Record<string, string> = env): Promise<Model> {
  return await openOnWire(kind, wire, { peers, env: keys })
}

const user = (text: string): Message => ({ role: 'user', parts: [{ kind: 'text', text }] })

async function ask(model: Model, messages: readonly Message[], tools = [tool]): Promise<ModelEvent[]> {
  const events: ModelEvent[] = []
  const { signal } = new AbortController()
  for await (const event of model.stream({ instructions: 'Be brief.', messages, tools, signal })) events.push(event)
  return events
}

async function failure(model: Model): Promise<ModelError> {
  try {
    await ask(model, [user('Hi')])
  } catch (error) {
    if (isModelError(error)) return error
    throw error
  }
  throw new Error('It answered.')
}

/** As a loop joins them. */
function message(events: readonly ModelEvent[]): AssistantMessage {
  const parts: { kind: string; text?: string; providerData?: unknown }[] = []
  let isOpen = false
  for (const event of events) {
    if (event.kind === 'end') continue
    const last = parts.at(-1)
    if (event.kind === 'call') {
      parts.push(Object.assign({}, event, { arguments: JSON.parse(event.arguments) }))
    } else if (isOpen && last?.kind === event.kind) Object.assign(last, event, { text: last.text + event.text })
    else parts.push({ ...event })
    isOpen = event.kind !== 'call' && event.providerData === undefined
  }
  return { role: 'assistant', parts } as AssistantMessage
}

const answers: readonly ScriptedAnswer[] = [
  {
    reasoning: ['They want to know', ' of two orders.'],
    text: 'I look both up.',
    calls: [
      { name: tool.name, arguments: { id: 'PT-1' } },
      { name: tool.name, arguments: { id: 'PT-2' } },
    ],
    usage: { input: 30, output: 12 },
  },
  { text: 'Both are on their way.' },
]

describe.each(kinds)('%s', (kind) => {
  test('goes from a prompt over calls and their answers to an answer', async () => {
    const wire = await openWire(answers)
    const model = await open(kind, wire)
    const first = await ask(model, [user('Where are PT-1 and PT-2?')])
    expect(first.at(-1)).toEqual({ kind: 'end', reason: 'calls', usage: { input: 30, output: 12 } })
    const said = message(first)
    const calls = first.flatMap((event) => (event.kind === 'call' ? [event] : []))
    expect(calls.map(({ name, arguments: args }) => [name, JSON.parse(args)])).toEqual([
      [tool.name, { id: 'PT-1' }],
      [tool.name, { id: 'PT-2' }],
    ])
    const results: Message = {
      role: 'tool',
      answers: [
        {
          id: calls[0]!.id,
          name: tool.name,
          isError: false,
          parts: [
            { kind: 'text', text: 'On its way.' },
            { kind: 'text', text: '{"days":2}' },
          ],
        },
        { id: calls[1]!.id, name: tool.name, isError: true, parts: [{ kind: 'text', text: 'There is no PT-2.' }] },
      ],
    }
    const second = await ask(model, [user('Where are PT-1 and PT-2?'), said, results])
    expect(second.flatMap((event) => (event.kind === 'text' ? [event.text] : [])).join('')).toBe(
      'Both are on their way.',
    )
    expect(second.at(-1)).toMatchObject({ kind: 'end', reason: 'complete' })
    expect(wire.requests.map(({ status }) => status)).toEqual([200, 200])
    expect({ tools: toolsOf(wire), rest: conversationOf(wire) }).toMatchSnapshot()
    await wire.close()
  })

  test('shows pictures and documents, of users and of tools', async () => {
    const wire = await openWire([{ text: 'I see.' }])
    const model = await open(kind, wire)
    const parts = [
      { kind: 'text', text: 'A receipt.' },
      { kind: 'image', mimeType: 'image/png', data: png },
      { kind: 'document', mimeType: 'application/pdf', data: pdf, name: 'receipt.pdf' },
    ] as const
    const call = (id: string) => ({ kind: 'call', id, name: tool.name, arguments: { id } }) as const
    await ask(model, [
      { role: 'user', parts },
      { role: 'assistant', parts: [call('call_a'), call('call_b'), call('call_c')] },
      {
        role: 'tool',
        answers: [
          { id: 'call_a', name: tool.name, isError: false, parts },
          { id: 'call_b', name: tool.name, isError: true, parts: parts.slice(0, 2) },
          { id: 'call_c', name: tool.name, isError: false, parts: parts.slice(1, 2) },
        ],
      },
    ])
    expect(wire.requests.map(({ status }) => status)).toEqual([200])
    expect(conversationOf(wire)).toMatchSnapshot()
    await wire.close()
  })

  test.each([
    ['length', 'length'],
    ['withheld', 'withheld'],
  ] as const)('says that an answer was cut: %s', async (finish, reason) => {
    const wire = await openWire([{ text: 'Once upon', finish }])
    const events = await ask(await open(kind, wire), [user('Tell.')])
    expect(events.at(-1)).toMatchObject({ kind: 'end', reason })
    await wire.close()
  })

  test.each([
    [
      { status: 400, message: 'messages: too many.' },
      { status: 400, isPassing: false, waitMs: undefined },
    ],
    [
      { status: 404, message: 'No such model.' },
      { status: 404, isPassing: false, waitMs: undefined },
    ],
    [
      { status: 429, message: 'Slow down.', retryAfter: 2 },
      { status: 429, isPassing: true, waitMs: 2000 },
    ],
    [
      { status: 500, message: 'Oh.' },
      { status: 500, isPassing: true, waitMs: undefined },
    ],
    [
      { status: 529, message: 'Overloaded' },
      { status: 529, isPassing: true, waitMs: undefined },
    ],
  ])('tells of %j', async (answer, wanted) => {
    const wire = await openWire([answer])
    const model = await open(kind, wire)
    const error = await failure(model)
    const { status, isPassing, waitMs } = error
    expect({ status, isPassing, waitMs }).toEqual(wanted)
    expect(
      error.message.startsWith(`${model.id} answered ${answer.status}: ${answer.message.replace(/\.$/, '')}`),
    ).toBe(true)
    await wire.close()
  })

  test('asks once: trying again is for the loop', async () => {
    const wire = await openWire([{ status: 500 }, { text: 'Hi.' }])
    await failure(await open(kind, wire))
    expect(wire.requests).toHaveLength(1)
    await wire.close()
  })

  test('says which variable holds a key that is not accepted, and not the key', async () => {
    const wire = await openWire([])
    const wrong = { ANTHROPIC_API_KEY: 'wrong', OPENAI_API_KEY: 'wrong', GEMINI_API_KEY: 'wrong' }
    const keys = kind === 'openai-compatible' ? { OPENAI_COMPATIBLE_API_KEY: 'wrong' } : wrong
    const error = await failure(await open(kind, wire, keys))
    expect(error.message).toMatch(/did not accept the key in [A-Z_]+_API_KEY: Incorrect API key provided/)
    expect(error).toMatchObject({ status: 401, isPassing: false })
    await wire.close()
  })

  test.each([
    [{ text: 'One, two, three, four, five.', cut: true }],
    [{ text: 'One, two, three, four, five.', breaks: 'Overloaded' }],
  ] as const)('tells of an answer that breaks off: %j', async (answer) => {
    const wire = await openWire([answer])
    const model = await open(kind, wire)
    const error = await failure(model)
    const says = {
      cut: [`The answer of ${model.id} broke off: The connection was cut.`],
      breaks: [
        `The answer of ${model.id} broke off: Overloaded.`,
        ...[500, 503, 529].map((status) => `${model.id} answered ${status}: Overloaded.`),
      ],
    }
    expect(says['cut' in answer ? 'cut' : 'breaks']).toContain(error.message)
    expect(error.isPassing).toBe(true)
    await wire.close()
  })

  test('tells of an endpoint that is not there', async () => {
    const wire = await openWire([])
    await wire.close()
    const error = await failure(await open(kind, wire))
    expect(error.message).toContain('could not be reached: ')
    expect(error.isPassing).toBe(true)
  })

  test.each([
    ['a page', 'text/html', '<html>Log in</html>', true],
    ['nothing', 'text/event-stream', '', true],
    ['something else', 'text/event-stream', 'data: {"so": 1}\n\ndata: and so on\n\n', false],
  ])('tells of %s where an answer should be', async (_what, type, body, isPassing) => {
    const server = createServer((_request, response) => response.writeHead(200, { 'content-type': type }).end(body))
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const { port } = server.address() as AddressInfo
    const error = await failure(await open(kind, { url: `http://127.0.0.1:${port}` }))
    server.close()
    expect(error.message).toMatch(/ broke off: | could not be asked: /)
    expect([error.message.includes('and so on'), error.isPassing]).toEqual([false, isPassing])
  })

  test('stops at once when it is aborted', async () => {
    const wire = await openWire([{ text: 'One, two, three, four, five, six, seven.', paceMs: 200 }])
    const model = await open(kind, wire)
    const controller = new AbortController()
    const began = performance.now()
    const run = (async () => {
      for await (const event of model.stream({ messages: [user('Hi')], tools: [], signal: controller.signal }))
        if (event.kind === 'text') controller.abort(new Error('Enough.'))
    })()
    await expect(run).rejects.toThrow('Enough.')
    expect(performance.now() - began).toBeLessThan(1500)
    await wire.close()
  })
})

function toolsOf(wire: Wire): unknown {
  return wire.requests[0]?.body.tools
}

/** What was said, without what is long or differs. */
function conversationOf(wire: Wire): unknown {
  const { body } = wire.requests.at(-1)!
  const said = body.messages ?? body.input ?? body.contents
  const text = JSON.stringify(said).replaceAll(png, '(png)').replaceAll(pdf, '(pdf)')
  return JSON.parse(text)
}

test('the models of all providers fit, what they are asked fits them, and the code of the docs compiles', () => {
  const folder = mkdtempSync(`${peers}fit-`)
  try {
    const types = resolve('src/host/models/ai-sdk-types.ts')
    const examples = [...readFileSync('docs/models.md', 'utf8').matchAll(/```ts\n(.*?)```/gs)].map(([, code]) => code!)
    expect(examples).toHaveLength(2)
    const texts = [fitting.replace('TYPES', types), ...examples]
    const files = texts.map((text, index) => {
      const file = `${folder}/${index}.mts`
      writeFileSync(file, text.replaceAll('verbnoun/host', resolve('src/host/index.ts')))
      return file
    })
    const tsc = [resolve('node_modules/typescript/bin/tsc'), '--noEmit', '--ignoreConfig', '--strict']
    const strict = ['--exactOptionalPropertyTypes', '--skipLibCheck', '--allowImportingTsExtensions']
    const target = ['--module', 'nodenext', '--target', 'es2023', '--lib', 'es2024', '--types', 'node']
    const run = spawnSync(process.execPath, [...tsc, ...strict, ...target, ...files], { encoding: 'utf8' })
    expect([run.stdout, run.status]).toEqual(['', 0])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('thinking goes on over calls, as its provider signed it', async () => {
  const { createAnthropic }: AnthropicPackage = await import(`${peers}node_modules/@ai-sdk/anthropic/dist/index.js`)
  const wire = await openWire([
    { reasoning: 'Two orders.', redacted: 'c2VjcmV0', calls: [{ name: tool.name, arguments: { id: 'PT-1' } }] },
    { reasoning: 'It is clear.', text: 'On its way.' },
  ])
  const model = aiSdkModel(createAnthropic({ apiKey: 'k', baseURL: `${wire.url}/v1` })(names.anthropic), {
    id: 'anthropic:thinking',
    profile: profiles.find(({ id }) => id === 'anthropic')!,
    providerOptions: { anthropic: { thinking: { type: 'enabled', budgetTokens: 2048 } } },
  })
  const said = message(await ask(model, [user('Where is PT-1?')]))
  const parts = [{ kind: 'text', text: 'On its way.' }] as const
  const results: Message = { role: 'tool', answers: [{ id: 'toolu_1', name: tool.name, isError: false, parts }] }
  const unsigned = { ...said, parts: said.parts.map((part) => ({ ...part, providerData: {} })) }
  const refused = ask(model, [user('Where is PT-1?'), unsigned, results])
  await expect(refused).rejects.toThrow('Expected `thinking`')
  await ask(model, [user('Where is PT-1?'), said, results])
  await wire.close()
  const blocks: { type: string }[] = wire.requests.at(-1)?.body.messages[1].content
  expect(blocks.map(({ type }) => type)).toEqual(['thinking', 'redacted_thinking', 'tool_use'])
  expect(wire.requests.map(({ status }) => status)).toEqual([200, 400, 200])
})

test('what was said before is cached at Anthropic itself, and nowhere else', async () => {
  const wire = await openWire([{ text: 'Hi.' }, { text: 'Hi.' }])
  process.env['ANTHROPIC_BASE_URL'] = `${wire.url}/v1`
  try {
    await ask(await openModel(`anthropic:${names.anthropic}`, { env, load: loadFrom(peers) }), [user('Hi')])
  } finally {
    delete process.env['ANTHROPIC_BASE_URL']
  }
  await ask(await open('anthropic', wire), [user('Hi')])
  await wire.close()
  expect(wire.requests.map(({ body }) => body.cache_control)).toEqual([{ type: 'ephemeral' }, undefined])
})

test('an endpoint that wants a key where none is set says where it is looked for', async () => {
  const wire = await openWire([{ status: 401, message: 'No key.' }])
  const error = await failure(await open('openai-compatible', wire, {}))
  await wire.close()
  expect(error.message).toBe('openai-compatible:qwen3 wants a key: set OPENAI_COMPATIBLE_API_KEY.')
})

describe.each(kinds)('what was said with %s', (from) => {
  test.each(kinds)('goes on with %s', async (to) => {
    const calls = [{ id: 'functions.look up:0', name: tool.name, arguments: { id: 'PT-1' } }]
    const first = await openWire([{ reasoning: 'An order.', text: 'I look.', calls }])
    const asked = user('Where is PT-1?')
    const said = await ask(await open(from, first), [asked])
    await first.close()
    const [call] = said.flatMap((event) => (event.kind === 'call' ? [event] : []))
    const parts = [{ kind: 'text', text: 'On its way.' }] as const
    const answer = { id: call!.id, name: tool.name, isError: false, parts }
    const second = await openWire([{ text: 'It is on its way.' }])
    const events = await ask(await open(to, second), [asked, message(said), { role: 'tool', answers: [answer] }])
    await second.close()
    expect(second.requests.map(({ status, message: why }) => [status, why])).toEqual([[200, undefined]])
    expect(events.at(-1)).toMatchObject({ reason: 'complete' })
  })
})
