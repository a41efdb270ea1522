import { expect, test } from 'vitest'
import type { Tool } from '../tool/index.ts'
import { converse, envelope } from './conversation.cases.ts'
import { closePeer, endStreams } from './peer.ts'
import { prompt } from './prompt.ts'
import { resource } from './resource.ts'

const steps: Tool = {
  name: 'take_steps',
  inputSchema: { type: 'object' },
  run(_, { progress, log }) {
    for (const done of [1, 2, 2, 1, 3]) progress(done, 3, `step ${done}`)
    log.debug('small')
    log.warn({ big: true })
    return 'done'
  },
}

test('progress goes to a client that gave a token, and only forward', async () => {
  const { initialize, request, heard } = converse({ tools: [steps] })
  await initialize('2024-11-05')
  await request('tools/call', { name: 'take_steps', _meta: { progressToken: 'p' } })
  expect(heard.filter(({ method }) => method === 'notifications/progress')).toEqual(
    [1, 2, 3].map((progress) => ({
      jsonrpc: '2.0',
      method: 'notifications/progress',
      params: { progressToken: 'p', progress, total: 3 },
    })),
  )
})

test('progress has its message where the revision knows one, and nothing is sent without a token', async () => {
  const { request, heard } = converse({ tools: [steps] })
  await request('tools/call', { name: 'take_steps', ...envelope() })
  expect(heard).toEqual([])
  await request('tools/call', { name: 'take_steps', ...envelope({}, { progressToken: 7 }) })
  expect(heard[0]).toMatchObject({ params: { progressToken: 7, progress: 1, total: 3, message: 'step 1' } })
})

test('nothing is heard of a call that has been answered', async () => {
  let late: (() => void) | undefined
  const tool: Tool = {
    ...steps,
    run(_, { progress }) {
      late = () => progress(1)
      return 'done'
    },
  }
  const { request, heard } = converse({ tools: [tool] })
  await request('tools/call', { name: 'take_steps', ...envelope({}, { progressToken: 7 }) })
  late?.()
  expect(heard).toEqual([])
})

test('the log is heard from the level on that was asked for', async () => {
  const { initialize, request, heard } = converse({ tools: [steps] })
  await request('tools/call', { name: 'take_steps', ...envelope({}, { 'io.modelcontextprotocol/logLevel': 'debug' }) })
  expect(heard.map(({ params }) => params)).toEqual([
    { level: 'debug', data: 'small' },
    { level: 'warning', data: { big: true } },
  ])
  await initialize('2025-11-25')
  expect(await request('logging/setLevel', { level: 'loud' })).toMatchObject({ code: -32_602 })
  expect(await request('logging/setLevel', { level: 'error' })).toEqual({})
  await request('tools/call', { name: 'take_steps' })
  expect(heard).toHaveLength(2)
})

test('telling never fails a call, and tells only so much', async () => {
  const tool: Tool = {
    ...steps,
    run(_, { progress, log }) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what a caller without types may do
      for (const done of [NaN, 1n as unknown as number, 1]) progress(done, NaN, 'x'.repeat(20_000))
      for (const data of [undefined, 1n, new TypeError('no'), 'x'.repeat(200_000), ['y'.repeat(200_000)]]) log(data)
      return 'done'
    },
  }
  const { request, heard } = converse({ tools: [tool] })
  const meta = { 'io.modelcontextprotocol/logLevel': 'debug', progressToken: 7 }
  expect(await request('tools/call', { name: 'take_steps', ...envelope({}, meta) })).toMatchObject({
    content: [{ text: 'done' }],
  })
  expect(heard.map(({ params }) => params)).toEqual([
    { progressToken: 7, progress: 1, message: `${'x'.repeat(9999)}…` },
    { level: 'info', data: null },
    { level: 'info', data: '1' },
    { level: 'info', data: { name: 'TypeError', message: 'no' } },
    { level: 'info', data: `${'x'.repeat(99_999)}…` },
    { level: 'info', data: `["${'y'.repeat(99_997)}…` },
  ])
})

test('a progress token that is neither a string nor a number is none', async () => {
  const { request, heard } = converse({ tools: [steps] })
  await request('tools/call', { name: 'take_steps', ...envelope({}, { progressToken: { a: 1 } }) })
  expect(heard).toEqual([])
})

test('an older client hears of changes unasked, and of a resource when it subscribed', async () => {
  const notes = resource('shop://notes', { name: 'notes', read: () => 'x' })
  const { initialize, request, heard, server, peer } = converse({ resources: [notes] })
  await initialize('2025-11-25')
  server.resourceChanged('shop://notes')
  await request('resources/subscribe', { uri: 'shop://notes' })
  expect(await request('resources/subscribe', { uri: 'shop://other' })).toMatchObject({ code: -32_002 })
  server.resourceChanged('shop://notes')
  server.update({ tools: [steps] })
  expect(heard.map(({ method, params }) => ({ method, params }))).toEqual([
    { method: 'notifications/resources/updated', params: { uri: 'shop://notes' } },
    { method: 'notifications/tools/list_changed', params: {} },
  ])
  expect(await request('tools/list')).toMatchObject({ tools: [{ name: 'take_steps' }] })
  await request('resources/unsubscribe', { uri: 'shop://notes' })
  closePeer(peer)
  server.resourceChanged('shop://notes')
  server.update({ tools: [] })
  expect(heard).toHaveLength(2)
})

test('what lists the same is no news, to whom it is listed as well', async () => {
  const { initialize, heard, server } = converse({ tools: [steps] })
  await initialize('2025-11-25')
  server.update({ tools: [{ ...steps, run: () => 'other code' }] })
  expect(heard).toEqual([])
  server.update({ tools: [{ ...steps, scopes: ['steps:take'] }] })
  expect(heard).toMatchObject([{ method: 'notifications/tools/list_changed' }])
})

test('a newer client hears what its stream asked for, until it is cancelled', async () => {
  const notes = resource('shop://notes', { name: 'notes', read: () => 'x' })
  const { heard, server, peer } = converse({ resources: [notes] })
  const notifications = { toolsListChanged: true, promptsListChanged: true, resourceSubscriptions: ['shop://notes'] }
  const params = { notifications, ...envelope() }
  const ended = server.handle({ jsonrpc: '2.0', id: 'ear', method: 'subscriptions/listen', params }, peer)
  const _meta = { 'io.modelcontextprotocol/subscriptionId': 'ear' }
  server.update({ tools: [steps] })
  server.update({ resources: [notes] })
  server.resourceChanged('shop://notes')
  server.resourceChanged('shop://other')
  expect(heard.map(({ method, params: said }) => [method, said])).toEqual([
    [
      'notifications/subscriptions/acknowledged',
      { notifications: { toolsListChanged: true, resourceSubscriptions: ['shop://notes'] }, _meta },
    ],
    ['notifications/tools/list_changed', { _meta }],
    ['notifications/resources/updated', { uri: 'shop://notes', _meta }],
  ])
  void server.handle({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'ear' } }, peer)
  expect(await ended).toBeUndefined()
  server.resourceChanged('shop://notes')
  expect(heard).toHaveLength(3)
})

test('a stream that this side ends is ended with an answer', async () => {
  const { server, peer } = converse({})
  const params = { notifications: {}, ...envelope() }
  const ended = server.handle({ jsonrpc: '2.0', id: 1, method: 'subscriptions/listen', params }, peer)
  endStreams(peer)
  expect(JSON.parse(String(await ended))).toMatchObject({
    id: 1,
    result: { resultType: 'complete', _meta: { 'io.modelcontextprotocol/subscriptionId': 1 } },
  })
})

test('a call that takes too long is stopped, and says what is known of the effect', async () => {
  const signals: AbortSignal[] = []
  const slow = (readOnlyHint: boolean): Tool => ({
    name: readOnlyHint ? 'read_slowly' : 'write_slowly',
    inputSchema: { type: 'object' },
    annotations: { readOnlyHint },
    run: (_, { signal }) => new Promise(() => signals.push(signal)),
  })
  const { request } = converse({ tools: [slow(true), slow(false)], timeoutMs: 1 })
  expect(await request('tools/call', { name: 'read_slowly', ...envelope() })).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('It changes nothing') }],
  })
  expect(await request('tools/call', { name: 'write_slowly', ...envelope() })).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('It may have happened. Do not call it again') }],
  })
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true])
})

test('a prompt or a resource that takes too long is an error', async () => {
  const { request } = converse({
    timeoutMs: 1,
    resources: [resource('shop://slow', { name: 'slow', read: forever })],
    prompts: [prompt({ name: 'slow', render: forever })],
  })
  const late = { code: -32_603, message: 'It took longer than 0.001 s and was stopped.' }
  expect(await request('resources/read', { uri: 'shop://slow', ...envelope() })).toEqual(late)
  expect(await request('prompts/get', { name: 'slow', ...envelope() })).toEqual(late)
})

function forever(): Promise<string> {
  return new Promise(() => undefined)
}
