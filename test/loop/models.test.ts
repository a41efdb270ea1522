import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { aiSdkModel, openModel, profiles } from '../../src/host/index.ts'
import type { KeyPlace, LanguageModel, ModelEvent, OpenModelOptions } from '../../src/host/index.ts'
import { isModelError } from '../../src/host/loop/model.ts'
import type { ModelError } from '../../src/host/loop/model.ts'

const profile = profiles.find(({ id }) => id === 'anthropic')!
const finish = {
  type: 'finish',
  finishReason: { unified: 'stop', raw: 'end_turn' },
  usage: { inputTokens: { total: 3 }, outputTokens: { total: 4 } },
}

/** A model of which each answer is these parts; one that is an error breaks the stream. */
function speaking(...parts: readonly unknown[]): LanguageModel {
  const stream = (): ReadableStream<unknown> =>
    new ReadableStream({
      start(controller) {
        for (const part of parts) if (!(part instanceof Error)) controller.enqueue(part)
        const broken = parts.find((part) => part instanceof Error)
        if (broken === undefined) controller.close()
        else setTimeout(() => controller.error(broken))
      },
    })
  return answering(() => Promise.resolve({ stream: stream() }))
}

function answering(doStream: LanguageModel['doStream']): LanguageModel {
  return { specificationVersion: 'v4', provider: 'any', modelId: 'm', doStream }
}

async function ask(
  model: LanguageModel,
  signal: AbortSignal = new AbortController().signal,
  key: KeyPlace = { name: 'ANY_KEY', value: 'top-secret-key' },
): Promise<ModelEvent[]> {
  const events: ModelEvent[] = []
  const asked = aiSdkModel(model, { id: 'any:m', profile, key })
  for await (const event of asked.stream({ messages: [], tools: [], signal })) events.push(event)
  return events
}

async function failed(run: Promise<unknown>): Promise<ModelError> {
  const error: unknown = await run.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (isModelError(error)) return error
  throw new Error(`No model error: ${String(error)}`)
}

test('what stands beside the pieces of an answer comes with the last of each', async () => {
  const events = await ask(
    speaking(
      { type: 'stream-start', warnings: [] },
      { type: 'reasoning-start', id: '1', providerMetadata: { a: { item: 'x' } } },
      { type: 'reasoning-delta', id: '1', delta: 'So' },
      { type: 'reasoning-delta', id: '1', delta: '', providerMetadata: { a: { signature: 's' } } },
      { type: 'reasoning-end', id: '1' },
      { type: 'reasoning-start', id: '2', providerMetadata: { a: { redacted: 'r' } } },
      { type: 'reasoning-end', id: '2' },
      { type: 'text-start', id: '3' },
      { type: 'text-delta', id: '3', delta: 'Hello' },
      { type: 'text-end', id: '3' },
      finish,
    ),
  )
  expect(events).toEqual([
    { kind: 'reasoning', text: 'So' },
    { kind: 'reasoning', text: '', providerData: { a: { item: 'x', signature: 's' } } },
    { kind: 'reasoning', text: '', providerData: { a: { redacted: 'r' } } },
    { kind: 'text', text: 'Hello' },
    { kind: 'end', reason: 'complete', usage: { input: 3, output: 4 } },
  ])
})

test('an endpoint that calls and says that it is complete wants its calls made', async () => {
  const call = { type: 'tool-call', toolCallId: 'c', toolName: 't', input: '{"a"' }
  expect(await ask(speaking(call, finish))).toEqual([
    { kind: 'call', id: 'c', name: 't', arguments: '{"a"' },
    { kind: 'end', reason: 'calls', usage: { input: 3, output: 4 } },
  ])
})

test('what a provider ran itself is no call, what nobody knows is passed over', async () => {
  const call = { type: 'tool-call', toolCallId: 'c', toolName: 'web_search', input: '{}', providerExecuted: true }
  expect(await ask(speaking(call, { type: 'novelty' }, 17, null, finish))).toEqual([
    { kind: 'end', reason: 'complete', usage: { input: 3, output: 4 } },
  ])
})

test('a reason that nobody knows is another one', async () => {
  const said = { ...finish, finishReason: { unified: 'constructor', raw: undefined } }
  expect(await ask(speaking(said))).toEqual([{ kind: 'end', reason: 'other', usage: { input: 3, output: 4 } }])
})

test.each([
  ['ends without an end', [{ type: 'text-delta', id: '1', delta: 'So' }]],
  ['is interrupted', [{ ...finish, finishReason: { unified: 'interrupted', raw: undefined } }]],
])('an answer that %s broke off', async (_how, parts) => {
  const error = await failed(ask(speaking(...parts)))
  expect([error.message, error.isPassing]).toEqual([
    'The answer of any:m broke off: It ended before it was whole.',
    true,
  ])
})

const request = { requestBodyValues: { messages: ['private'] }, url: 'http://x' }
const at = 'Tue, 01 Dec 2026 12:00:00 GMT'

test.each([
  [
    'a message that holds the key',
    { ...request, statusCode: 400, message: `No top-secret-key\nhere\u202E${'!'.repeat(1000)}` },
    { status: 400, isPassing: false, waitMs: undefined },
  ],
  [
    'an hour to wait for',
    {
      ...request,
      statusCode: 429,
      message: 'Slow down',
      responseHeaders: { 'Retry-After': 'Tue, 01 Dec 2026 12:00:30 GMT', date: at },
    },
    { status: 429, isPassing: true, waitMs: 30_000 },
  ],
  [
    'milliseconds to wait',
    { ...request, statusCode: 503, message: '', responseHeaders: { 'retry-after': '9', 'retry-after-ms': '250' } },
    { status: 503, isPassing: true, waitMs: 250 },
  ],
  [
    'money that ran out',
    {
      ...request,
      statusCode: 429,
      message: 'You exceeded your quota',
      data: { error: { code: 'insufficient_quota' } },
    },
    { status: 429, isPassing: false, waitMs: undefined },
  ],
  [
    'a name that does not resolve',
    { ...request, message: 'Cannot connect to API: getaddrinfo ENOTFOUND x', cause: { code: 'ENOTFOUND' } },
    { status: undefined, isPassing: true, waitMs: undefined },
  ],
  [
    'what is no answer',
    { ...request, name: 'AI_JSONParseError', message: `JSON parsing failed: Text: <html>${'x'.repeat(9999)}` },
    { status: undefined, isPassing: false, waitMs: undefined },
  ],
  [
    'a missing key',
    { name: 'AI_LoadAPIKeyError', message: 'Any API key is missing.' },
    { status: undefined, isPassing: false, waitMs: undefined },
    { name: 'ANY_KEY' },
  ],
  [
    'a redirect',
    { ...request, statusCode: 307, message: 'Temporary Redirect' },
    { status: 307, isPassing: false, waitMs: undefined },
  ],
  [
    'a wrong key',
    { ...request, statusCode: 401, message: 'Incorrect API key provided: sk-proj-0123456789abcdef' },
    { status: 401, isPassing: false, waitMs: undefined },
  ],
])('tells of %s', async (_what, thrown, wanted, key?: KeyPlace) => {
  const model = answering(() => Promise.reject(Object.assign(new Error(), thrown)))
  const error = await failed(ask(model, undefined, key))
  const { status, isPassing, waitMs } = error
  expect({ status, isPassing, waitMs }).toEqual(wanted)
  expect(error.message.length).toBeLessThan(400)
  expect(JSON.stringify([error.message, error.cause])).not.toMatch(/top-secret|private/)
  expect(error.message).toMatchSnapshot()
})

test('an error in the stream that is only a text is told, and passes', async () => {
  const error = await failed(ask(speaking({ type: 'error', error: 'Overloaded' })))
  expect([error.message, error.isPassing]).toEqual(['The answer of any:m broke off: Overloaded.', true])
})

test.each<[string, unknown]>([
  ['in its message', { message: 'Bad header: Bearer top-secret-key' }],
  ['in what came', { name: 'AI_JSONParseError', message: 'x', text: '{"key":"top-secret-key"}' }],
  ['in a cause', new Error('x', { cause: new Error('y', { cause: new TypeError('top-secret-key') }) })],
  ['in an error of no type', 'No: top-secret-key'],
])('what holds the key %s is not kept with the error', async (_, error) => {
  const { message, cause } = await failed(ask(speaking({ type: 'error', error })))
  expect([message.includes('top-secret'), cause]).toEqual([false, undefined])
})

test('what holds no key is its cause', async () => {
  const broken = new TypeError('x is not a function')
  expect((await failed(ask(answering(() => Promise.reject(broken))))).cause).toBe(broken)
})

test('an abort ends it at once, whatever the provider does', async () => {
  const controller = new AbortController()
  const never = ask(
    answering(() => new Promise(() => undefined)),
    controller.signal,
  )
  controller.abort(new Error('Enough.'))
  await expect(never).rejects.toThrow('Enough.')
  const asked = ask(
    answering(() => {
      throw new Error('It was asked.')
    }),
    controller.signal,
  )
  await expect(asked).rejects.toThrow('Enough.')
})

test('a reader who leaves ends the stream', async () => {
  let isCancelled = false
  const stream = new ReadableStream<unknown>({
    pull: (controller) => controller.enqueue({ type: 'text-delta', id: '1', delta: 'and ' }),
    cancel() {
      isCancelled = true
    },
  })
  const model = aiSdkModel(
    answering(() => Promise.resolve({ stream })),
    { id: 'any:m', profile },
  )
  const { signal } = new AbortController()
  for await (const event of model.stream({ messages: [], tools: [], signal })) if (event.kind === 'text') break
  expect(isCancelled).toBe(true)
})

const env = { ANTHROPIC_API_KEY: 'k', OPENAI_API_KEY: 'k', GEMINI_API_KEY: 'k' }
const old = { createAnthropic: () => ({ languageModel: () => ({ specificationVersion: 'v3', doStream: () => {} }) }) }

test.each([
  ['anthropic:x', '@ai-sdk/anthropic', 'createAnthropic', 'languageModel'],
  ['openai:x', '@ai-sdk/openai', 'createOpenAI', 'responses'],
  ['google:x', '@ai-sdk/google', 'createGoogleGenerativeAI', 'languageModel'],
])('%s follows no redirect, and reads no answer without end', async (name, wanted, make, method) => {
  const asked: string[] = []
  const server = createServer(({ url = '' }, response) => {
    asked.push(url)
    if (url === '/moved') response.writeHead(307, { location: '/elsewhere' }).end()
    else response.end(Buffer.alloc(40_000_000))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  let post: typeof fetch | undefined
  const provider = (settings: { readonly fetch: typeof fetch }): unknown => {
    post = settings.fetch
    return { [method]: () => answering(() => Promise.reject(new Error())) }
  }
  await openModel(name, { env, load: (found) => Promise.resolve(found === wanted ? { [make]: provider } : undefined) })
  const moved = await post!(`${origin}/moved`, { method: 'POST', headers: { 'x-api-key': 'k' } })
  expect([moved.status, asked]).toEqual([307, ['/moved']])
  await expect(post!(`${origin}/endless`).then((answer) => answer.text())).rejects.toThrow('longer than')
  server.closeAllConnections()
  server.close()
})

test.each<readonly [string, Partial<OpenModelOptions>]>([
  ['gpt-5.2', {}],
  ['', {}],
  ['antropic:claude', {}],
  ['\u202Egpt:x', {}],
  ['anthropic:', {}],
  ['anthropic: ', {}],
  ['anthropic:claude-sonnet-4-5', { env: {} }],
  ['anthropic:claude-sonnet-4-5', { env: { ANTHROPIC_API_KEY: ' ' } }],
  ['google:gemini-3-pro', { env: {} }],
  ['openai:gpt-5.2', {}],
  ['openai-compatible:qwen3', {}],
  ['openai-compatible:qwen3', { baseUrl: 'localhost:11434' }],
  ['openai-compatible:qwen3', { baseUrl: 'ftp://x/v1' }],
  ['anthropic:claude-sonnet-4-5', { load: () => Promise.resolve(old) }],
  ['anthropic:claude-sonnet-4-5', { load: () => Promise.resolve({}) }],
  ['anthropic:claude-sonnet-4-5', { load: () => Promise.reject(new Error('Unexpected token')) }],
])('%j cannot be opened: one sentence says why', async (name, options) => {
  const error = await failed(openModel(name, { env, load: () => Promise.resolve(undefined), ...options }))
  expect(error.message).toMatchSnapshot()
})
