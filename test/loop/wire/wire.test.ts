import { expect, test } from 'vitest'
import { openWire, type ScriptedAnswer } from './wire.mjs'

const schema = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'], additionalProperties: false }
const key = { 'x-api-key': 'k', authorization: 'Bearer k', 'x-goog-api-key': 'k' }
const anthropic = (more: object = {}) => ({
  model: 'm',
  max_tokens: 10,
  messages: [{ role: 'user', content: 'Hi' }],
  ...more,
})
const chat = (more: object = {}) => ({ model: 'm', messages: [{ role: 'user', content: 'Hi' }], ...more })
const responses = (more: object = {}) => ({ model: 'm', input: 'Hi', ...more })
const fn = (name: string, parameters: object = schema, more: object = {}) => ({
  type: 'function',
  function: { name, parameters, ...more },
})
const flat = (name: string, parameters: object = schema, more: object = {}) => ({
  type: 'function',
  name,
  parameters,
  ...more,
})
const custom = (name: string, input_schema: object = schema) => ({ name, input_schema })
const many = Array.from({ length: 129 }, (_, index) => `t${index}`)
const use = { type: 'tool_use', id: 'a', name: 't', input: {} }
const answered = (content: unknown, more: object = {}) =>
  anthropic({
    messages: [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: [use] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content, ...more }] },
    ],
  })
const svg = { type: 'image', source: { type: 'base64', media_type: 'image/svg+xml', data: 'AAAA' } }
const png = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } }
const called = {
  role: 'assistant',
  content: null,
  tool_calls: [{ id: 'a', type: 'function', function: { name: 't', arguments: '{}' } }],
}

const refused: readonly (readonly [string, string, object, string])[] = [
  ['a dotted name', '/v1/messages', anthropic({ tools: [custom('a.b')] }), 'should match pattern'],
  ['a long name', '/v1/messages', anthropic({ tools: [custom('a'.repeat(65))] }), 'should match pattern'],
  ['two of one name', '/v1/messages', anthropic({ tools: [custom('a'), custom('a')] }), 'unique'],
  [
    'composition at the root',
    '/v1/messages',
    anthropic({ tools: [custom('a', { ...schema, oneOf: [{}] })] }),
    'does not support oneOf',
  ],
  [
    'a broken schema',
    '/v1/messages',
    anthropic({ tools: [custom('a', { type: 'object', properties: { x: { type: 'nothing' } } })] }),
    'JSON schema is invalid',
  ],
  [
    'a strange property',
    '/v1/messages',
    anthropic({ tools: [custom('a', { type: 'object', properties: { 'a b': {} } })] }),
    'Property keys',
  ],
  [
    'a call without answer',
    '/v1/messages',
    anthropic({
      messages: [
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: [use] },
        { role: 'user', content: 'And?' },
      ],
    }),
    'without `tool_result` blocks',
  ],
  ['an SVG picture', '/v1/messages', answered([svg]), 'media_type'],
  ['a picture in an error', '/v1/messages', answered([png], { is_error: true }), 'all content must be type'],
  [
    'a strange signature',
    '/v1/messages',
    anthropic({
      messages: [
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: [{ type: 'thinking', thinking: 'x', signature: 'y' }] },
      ],
    }),
    'signature',
  ],
  ['a dotted name', '/v1/chat/completions', chat({ tools: [fn('a.b')] }), 'does not match pattern'],
  ['a long name', '/v1/chat/completions', chat({ tools: [fn('a'.repeat(65))] }), 'string too long'],
  ['129 tools', '/v1/chat/completions', chat({ tools: many.map((name) => fn(name)) }), 'maximum length 128'],
  [
    'composition at the root',
    '/v1/chat/completions',
    chat({ tools: [fn('a', { ...schema, anyOf: [{}] })] }),
    'top level',
  ],
  [
    'an array of anything',
    '/v1/chat/completions',
    chat({ tools: [fn('a', { type: 'object', properties: { x: { type: 'array' } } })] }),
    'missing items',
  ],
  [
    'an open object, strict',
    '/v1/chat/completions',
    chat({ tools: [fn('a', { type: 'object' }, { strict: true })] }),
    'additionalProperties',
  ],
  [
    'an optional property, strict',
    '/v1/chat/completions',
    chat({ tools: [fn('a', { ...schema, required: [] }, { strict: true })] }),
    "Missing 'id'",
  ],
  [
    'a picture from a tool',
    '/v1/chat/completions',
    chat({
      messages: [
        { role: 'user', content: 'Hi' },
        called,
        {
          role: 'tool',
          tool_call_id: 'a',
          content: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } }],
        },
      ],
    }),
    'take text',
  ],
  [
    'a call without answer',
    '/v1/chat/completions',
    chat({ messages: [{ role: 'user', content: 'Hi' }, called, { role: 'user', content: 'And?' }] }),
    'did not have response messages',
  ],
  [
    'an answer without call',
    '/v1/chat/completions',
    chat({ messages: [{ role: 'tool', tool_call_id: 'a', content: '' }] }),
    'must be a response',
  ],
  ['129 tools', '/v1/responses', responses({ tools: many.map((name) => flat(name)) }), 'maximum length 128'],
  [
    'an optional property, strict',
    '/v1/responses',
    responses({ tools: [flat('a', { ...schema, required: [] }, { strict: true })] }),
    "Missing 'id'",
  ],
  [
    'an SVG picture',
    '/v1/responses',
    responses({
      input: [
        { type: 'function_call', call_id: 'a', name: 't', arguments: '{}' },
        {
          type: 'function_call_output',
          call_id: 'a',
          output: [{ type: 'input_image', image_url: 'data:image/svg+xml;base64,AAAA' }],
        },
      ],
    }),
    'Unsupported MIME type',
  ],
  [
    'a call without answer',
    '/v1/responses',
    responses({ input: [{ type: 'function_call', call_id: 'a', name: 't', arguments: '{}' }] }),
    'No tool output found',
  ],
  [
    'an answer without call',
    '/v1/responses',
    responses({ input: [{ type: 'function_call_output', call_id: 'a', output: '' }] }),
    'No tool call found',
  ],
  [
    'what it did not keep',
    '/v1/responses',
    responses({ input: [{ type: 'item_reference', id: 'rs_1' }] }),
    'not found',
  ],
  [
    'a call without answer',
    '/v1beta/models/m:generateContent',
    {
      contents: [
        { role: 'model', parts: [{ functionCall: { name: 't', args: {} } }] },
        { role: 'user', parts: [{ text: 'And?' }] },
      ],
    },
    'number of function response parts',
  ],
]

test.each(refused)('%s is refused at %s', async (_what, path, body, says) => {
  const wire = await openWire([{ text: 'No.' }])
  const { status, text } = await post(wire.url + path, body)
  await wire.close()
  expect({ status, text }).toEqual({ status: 400, text: expect.stringContaining(says) })
  expect(wire.left).toHaveLength(1)
})

const said: ScriptedAnswer = {
  reasoning: 'They greet.',
  text: 'Hello, you there.',
  calls: [{ name: 'look', arguments: { id: '1' } }],
}

test.each([
  ['/v1/messages', anthropic()],
  ['/v1/chat/completions', chat()],
  ['/v1/responses', responses()],
  ['/v1beta/models/m:generateContent', { contents: [{ role: 'user', parts: [{ text: 'Hi' }] }] }],
])('%s gives the same as a whole and as events', async (path, body) => {
  const wire = await openWire([said, said])
  const whole = await post(wire.url + path, body)
  const streaming = path.includes(':') ? path.replace('generate', 'streamGenerate') : path
  const events = await post(wire.url + streaming, { ...body, stream: true })
  await wire.close()
  expect([whole.status, events.status]).toEqual([200, 200])
  expect(JSON.parse(whole.text)).toBeTypeOf('object')
  expect(whole.text).toContain('Hello, you there.')
  expect(events.text.match(/^data: /gm)?.length).toBeGreaterThan(3)
  expect(events.text).toContain('Hello, yo')
  for (const word of ['look', 'They gree'])
    expect([whole.text, events.text]).toEqual([expect.stringContaining(word), expect.stringContaining(word)])
  expect(wire.requests.map(({ status }) => status)).toEqual([200, 200])
})

test('errors are scripted, a wrong key and an empty script are errors too', async () => {
  const wire = await openWire([{ status: 429, message: 'Slow down.', retryAfter: 2 }])
  const first = await fetch(`${wire.url}/v1/messages`, {
    method: 'POST',
    headers: key,
    body: JSON.stringify(anthropic()),
  })
  expect([first.status, first.headers.get('retry-after'), await first.json()]).toEqual([
    429,
    '2',
    { type: 'error', error: { type: 'rate_limit_error', message: 'Slow down.' } },
  ])
  expect((await post(`${wire.url}/v1/messages`, anthropic())).status).toBe(500)
  const wrong = await fetch(`${wire.url}/v1/responses`, {
    method: 'POST',
    headers: { authorization: 'Bearer wrong' },
    body: JSON.stringify(responses()),
  })
  expect(wrong.status).toBe(401)
  await wire.close()
})

test('a connection breaks in the middle', async () => {
  const wire = await openWire([{ text: 'One, two, three, four, five, six.', cut: true }])
  const answer = post(`${wire.url}/v1/messages`, anthropic({ stream: true }))
  await expect(answer).rejects.toThrow('terminated')
  await wire.close()
})

async function post(url: string, body: object): Promise<{ status: number; text: string }> {
  const response = await fetch(url, { method: 'POST', headers: key, body: JSON.stringify(body) })
  return { status: response.status, text: await response.text() }
}
