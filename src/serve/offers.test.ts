import { expect, test } from 'vitest'
import { ToolError } from '../tool/index.ts'
import { converse, envelope } from './conversation.cases.ts'
import { isPrompt, prompt } from './prompt.ts'
import { isResource, resource } from './resource.ts'

const notes = resource('shop://notes', { name: 'notes', mimeType: 'text/plain', read: () => 'Be kind.' })
const picture = resource('shop://picture', {
  name: 'picture',
  mimeType: 'image/png',
  read: () => new Uint8Array([1, 2]),
})
const orders = resource('shop://orders/{id}', {
  name: 'order',
  title: 'An order',
  read: ({ id }) => (id === '7' ? { text: `order ${id}`, mimeType: 'text/plain' } : undefined),
  complete: { id: (typed) => ['7', '70', '8'].filter((id) => id.startsWith(typed)) },
})
const review = prompt({
  name: 'review_order',
  description: 'Review an order.',
  arguments: {
    order: {
      description: 'Its id.',
      required: true,
      complete: () => Array.from({ length: 120 }, (_, at) => String(at)),
    },
    tone: { title: 'Tone', complete: (_, { order }) => [`fit for ${order}`] },
  },
  render: ({ order, tone = 'kind' }) => [
    { role: 'assistant', content: `Be ${tone}.` },
    { role: 'user', content: { type: 'resource_link', uri: `shop://orders/${order}`, name: 'the order' } },
  ],
})

function shop(): ReturnType<typeof converse> {
  return converse({ resources: [picture, orders, notes], prompts: [review] })
}

test('values know what they are', () => {
  expect([isResource(notes), isPrompt(notes), isResource(review), isPrompt(review)]).toEqual([true, false, false, true])
})

test('resources and templates are listed apart, sorted', async () => {
  const { initialize, request } = shop()
  expect(await initialize('2025-06-18')).toMatchObject({
    capabilities: {
      resources: { subscribe: true, listChanged: true },
      prompts: { listChanged: true },
      completions: {},
    },
  })
  expect(await request('resources/list')).toEqual({
    resources: [
      { uri: 'shop://notes', name: 'notes', mimeType: 'text/plain' },
      { uri: 'shop://picture', name: 'picture', mimeType: 'image/png' },
    ],
  })
  expect(await request('resources/templates/list')).toEqual({
    resourceTemplates: [{ uriTemplate: 'shop://orders/{id}', name: 'order', title: 'An order' }],
  })
})

test('a resource is read as text, as bytes, and through a template', async () => {
  const { initialize, request } = shop()
  await initialize('2025-11-25')
  expect(await request('resources/read', { uri: 'shop://notes' })).toEqual({
    contents: [{ uri: 'shop://notes', mimeType: 'text/plain', text: 'Be kind.' }],
  })
  expect(await request('resources/read', { uri: 'shop://picture' })).toEqual({
    contents: [{ uri: 'shop://picture', mimeType: 'image/png', blob: 'AQI=' }],
  })
  expect(await request('resources/read', { uri: 'shop://orders/7' })).toEqual({
    contents: [{ uri: 'shop://orders/7', mimeType: 'text/plain', text: 'order 7' }],
  })
})

test('a resource that is not there has the code of its revision', async () => {
  const { initialize, request } = shop()
  await initialize('2025-11-25')
  const data = { uri: 'shop://orders/9' }
  const message = 'Resource not found: shop://orders/9'
  expect(await request('resources/read', data)).toEqual({ code: -32_002, message, data })
  expect(await request('resources/read', { ...data, ...envelope() })).toEqual({ code: -32_602, message, data })
  expect(await request('resources/read', { uri: 'shop://nowhere' })).toMatchObject({ code: -32_002 })
})

test('what reading throws is masked with a reference, unless it is a ToolError', async () => {
  const { request } = converse({
    resources: [
      resource('a://told', {
        name: 'told',
        read: () => failWith(new ToolError('no /srv/shop/shelf.db', { fix: 'Ask Bo.' })),
      }),
      resource('a://hidden', { name: 'hidden', read: () => failWith(new TypeError('secret')) }),
    ],
  })
  expect(await request('resources/read', { uri: 'a://told', ...envelope() })).toMatchObject({
    message: 'no …/shelf.db\nAsk Bo.',
  })
  expect(await request('resources/read', { uri: 'a://hidden', ...envelope() })).toMatchObject({
    message: expect.stringMatching(/^Internal error \(ref [\w-]{4}\)$/),
  })
})

test('what throws when it is looked at is an internal error too', async () => {
  const thrown: Error = new Proxy(new Error('x'), { get: trap, has: trap, getPrototypeOf: trap, ownKeys: trap })
  const lines: string[] = []
  const { request } = converse({
    log: (line) => lines.push(line),
    resources: [resource('a://trap', { name: 'trap', read: () => failWith(thrown) })],
  })
  expect(await request('resources/read', { uri: 'a://trap', ...envelope() })).toMatchObject({ code: -32_603 })
  expect(lines).toHaveLength(1)
})

test('a log that throws stops no answer', async () => {
  const { request } = converse({
    log: () => failWith(new Error('disk full')),
    resources: [resource('a://hidden', { name: 'hidden', read: () => failWith(new TypeError('x')) })],
  })
  expect(await request('resources/read', { uri: 'a://hidden', ...envelope() })).toMatchObject({ code: -32_603 })
})

test('a prompt is listed with its arguments and rendered in the content that a revision knows', async () => {
  const { initialize, request } = shop()
  await initialize('2025-03-26')
  expect(await request('prompts/list')).toEqual({
    prompts: [
      {
        name: 'review_order',
        description: 'Review an order.',
        arguments: [{ name: 'order', description: 'Its id.', required: true }, { name: 'tone' }],
      },
    ],
  })
  expect(await request('prompts/get', { name: 'review_order', arguments: { order: '7' } })).toEqual({
    description: 'Review an order.',
    messages: [
      { role: 'assistant', content: { type: 'text', text: 'Be kind.' } },
      { role: 'user', content: { type: 'text', text: 'the order <shop://orders/7>' } },
    ],
  })
})

test.each([
  [{ name: 'review_ordr' }, 'no prompt is named review_ordr. Did you mean review_order?'],
  [{ name: 7 }, '"name" is a string.'],
  [{ name: 'review_order' }, 'the prompt wants order.'],
  [{ name: 'review_order', arguments: [] }, '"arguments" is an object.'],
  [{ name: 'review_order', arguments: { order: 7 } }, 'the argument order is a string.'],
])('a prompt asked for as %j says what is wrong', async (params, says) => {
  expect(await shop().request('prompts/get', { ...params, ...envelope() })).toEqual({
    code: -32_602,
    message: `Invalid params: ${says}`,
  })
})

test('arguments are completed, a hundred at most, knowing what was chosen before', async () => {
  const { request } = shop()
  const complete = (params: object): Promise<unknown> => request('completion/complete', { ...params, ...envelope() })
  const ref = { type: 'ref/prompt', name: 'review_order' }
  expect(await complete({ ref, argument: { name: 'order', value: '' } })).toMatchObject({
    completion: { values: expect.objectContaining({ length: 100 }), total: 120, hasMore: true },
  })
  const context = { arguments: { order: '7' } }
  expect(await complete({ ref, argument: { name: 'tone', value: '' }, context })).toMatchObject({
    completion: { values: ['fit for 7'], total: 1, hasMore: false },
  })
  const template = { type: 'ref/resource', uri: 'shop://orders/{id}' }
  expect(await complete({ ref: template, argument: { name: 'id', value: '7' } })).toMatchObject({
    completion: { values: ['7', '70'] },
  })
  expect(await complete({ ref, argument: { name: 'constructor', value: '' } })).toMatchObject({
    completion: { values: [] },
  })
  expect(await complete({ ref: { type: 'ref/prompt', name: 'x' }, argument: { name: 'a', value: '' } })).toMatchObject({
    code: -32_602,
  })
})

test('what a server does not offer is not found', async () => {
  const { request } = converse({})
  for (const method of ['resources/list', 'prompts/list', 'completion/complete'])
    expect(await request(method, envelope())).toMatchObject({ code: -32_601 })
})

function trap(): never {
  throw new TypeError('do not look')
}

function failWith(error: Error): never {
  throw error
}
