import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createCaller } from '../call.ts'
import { audio, embed, file, forModel, forUser, image, link, result, text } from './content.ts'
import { idle } from '../context.cases.ts'
import { fit } from './fit.ts'
import type { Tool } from '../tool.ts'

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const png = Buffer.from(pixel, 'base64')
const wav = Buffer.concat([Buffer.from('RIFF'), Buffer.alloc(4), Buffer.from('WAVEfmt '), Buffer.alloc(16)])
const svg = '<?xml version="1.0"?>\n<!-- a square -->\n<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'

const call = createCaller({ readFile })

function returning(value: unknown, more: Partial<Tool> = {}): Tool {
  return { name: 'make_it', inputSchema: { type: 'object' }, ...more, run: () => value }
}

test.each<[string, unknown, unknown]>([
  ['bytes', image(png), { type: 'image', data: pixel, mimeType: 'image/png' }],
  ['an ArrayBuffer', image(Uint8Array.from(png).buffer), { type: 'image', data: pixel, mimeType: 'image/png' }],
  ['a canvas', image({ toBuffer: () => png }), { type: 'image', data: pixel, mimeType: 'image/png' }],
  [
    'what makes a picture later',
    image({ toBuffer: async () => png }),
    { type: 'image', data: pixel, mimeType: 'image/png' },
  ],
  ['a chart', image({ png: () => png }), { type: 'image', data: pixel, mimeType: 'image/png' }],
  ['an SVG', image(svg), { type: 'image', data: Buffer.from(svg).toString('base64'), mimeType: 'image/svg+xml' }],
  ['sound', audio(wav), { type: 'audio', data: wav.toString('base64'), mimeType: 'audio/wav' }],
  [
    'a type that is given',
    audio(png, { mimeType: 'audio/mpeg' }),
    { type: 'audio', data: pixel, mimeType: 'audio/mpeg' },
  ],
  [
    'a binary file',
    file(png, { name: 'a b.png' }),
    { type: 'resource', resource: { uri: 'file:///a%20b.png', mimeType: 'image/png', blob: pixel } },
  ],
  [
    'a text file',
    file(Buffer.from('{"a":1}'), { name: 'a.json' }),
    { type: 'resource', resource: { uri: 'file:///a.json', mimeType: 'application/json', text: '{"a":1}' } },
  ],
  [
    'an embedded text',
    embed('orders://PT-1', 'paid'),
    { type: 'resource', resource: { uri: 'orders://PT-1', text: 'paid' } },
  ],
  [
    'embedded bytes',
    embed('orders://PT-1', png),
    { type: 'resource', resource: { uri: 'orders://PT-1', mimeType: 'image/png', blob: pixel } },
  ],
  ['a link', link('orders://PT-1/receipt'), { type: 'resource_link', uri: 'orders://PT-1/receipt', name: 'receipt' }],
  ['for the person', forUser('look'), { type: 'text', text: 'look', annotations: { audience: ['user'] } }],
  [
    'for the model',
    forModel(image(png)),
    { type: 'image', data: pixel, mimeType: 'image/png', annotations: { audience: ['assistant'] } },
  ],
])('%s becomes its item', async (_, value, item) => {
  expect(await call(returning(value), {}, idle)).toEqual({ content: [item] })
})

test('a file is read from its path, and its name is all that is seen of it', async () => {
  const { content } = await call(returning(file('package.json')), {}, idle)
  expect(content).toMatchObject([{ resource: { uri: 'file:///package.json', mimeType: 'application/json' } }])
})

test('kinds may be mixed in one list', async () => {
  const { content } = await call(returning([image(png), 'a square', link('a://b')]), {}, idle)
  expect(content.map(({ type }) => type)).toEqual(['image', 'text', 'resource_link'])
})

test.each<[string, unknown]>([
  ['a picture that is none', image(wav)],
  ['a file that is not there', image('no/such/file.png')],
  ['a maker that fails', image({ toBuffer: () => Promise.reject(new TypeError('secret')) })],
])('%s fails inside, without a word of it', async (_, value) => {
  const failed = await call(returning(value), {}, idle)
  expect(JSON.stringify(failed)).toMatch(/make_it failed inside the server \(ref \w{4}\)/)
})

test('without a way to read files none is read', async () => {
  expect((await createCaller()(returning(image('/etc/passwd')), {}, idle)).isError).toBe(true)
})

test('a picture too large for a result is named instead', async () => {
  const { content } = await call(returning(image(Buffer.concat([png, Buffer.alloc(5_000_000)]))), {}, idle)
  expect(content).toEqual([text('[image/png of 5.0 MB left out: results carry at most 4.0 MB of it]')])
})

describe('result()', () => {
  const outputSchema = {
    type: 'object',
    properties: { total: { type: 'number' } },
    required: ['total'],
    additionalProperties: false,
  } as const

  test('sends exactly its parts', async () => {
    const value = result({
      content: ['three sold', image(png)],
      structured: { total: 3, hidden: 1 },
      meta: { 'shop/x': 1 },
    })
    expect(await call(returning(value, { outputSchema }), {}, idle)).toEqual({
      content: [text('three sold'), { type: 'image', data: pixel, mimeType: 'image/png' }],
      structuredContent: { total: 3 },
      _meta: { 'shop/x': 1 },
    })
  })

  test('shows its structure as text when it has no content', async () => {
    const made = await call(returning(result({ structured: { total: 3 } }), { outputSchema }), {}, idle)
    expect(made).toEqual({ content: [text('{"total":3}')], structuredContent: { total: 3 } })
  })

  test('breaks no promise of the schema', async () => {
    const made = await call(
      returning(result({ content: ['x'], structured: { total: 'x' } }), { outputSchema }),
      {},
      idle,
    )
    expect(JSON.stringify(made)).toContain('its result broke its declared shape')
  })
})

describe('a result over the limit', () => {
  const small = createCaller({ resultLimit: 300 })

  test('loses items of its longest list, and says how many', async () => {
    const orders = Array.from({ length: 100 }, (_, index) => ({ id: `PT-${index}` }))
    const made = await small(returning({ shop: 'Paper Trail', orders }), {}, idle)
    expect(made.content[1]).toEqual(
      text(
        '[cut: the result was 1523 characters, the limit is 300. Left out: 84 of 100 items of orders. Ask for less to see the rest.]',
      ),
    )
    expect(made.structuredContent).toEqual({ shop: 'Paper Trail', orders: orders.slice(0, 16) })
    expect(made.content[0]).toEqual(text(JSON.stringify(made.structuredContent)))
  })

  test('is cut inside when one item is too long', async () => {
    const made = await small(returning([{ note: 'x'.repeat(1000) }, { note: 'short' }]), {}, idle)
    expect(made.content[1]).toMatchObject({ text: expect.stringContaining('characters of 0.note') as unknown })
  })

  test('loses the end of its texts', async () => {
    const made = await small(returning(['x'.repeat(200), 'y'.repeat(200), text('z')]), {}, idle)
    expect(made.content).toEqual([
      text('x'.repeat(200)),
      text('y'.repeat(100)),
      text('[cut: the first 100 of 200 characters are shown. Ask for less to see the rest.]'),
      text(''),
      text('[cut: the first 0 of 1 characters are shown. Ask for less to see the rest.]'),
    ])
  })

  test('never breaks its schema for that', async () => {
    const outputSchema = { type: 'array', minItems: 100, items: { type: 'integer' } } as const
    const value = Array.from({ length: 100 }, (_, index) => 1000 + index)
    const made = await small(returning(value, { outputSchema }), {}, idle)
    expect(made).toEqual({
      isError: true,
      content: [
        text(
          'make_it ran, but its result of 501 characters is over the limit of 300 and cannot be cut.\nAsk for less.',
        ),
      ],
    })
  })

  test('is within the limit wherever it can be cut', () => {
    const limits = fc.integer({ min: 50, max: 500 })
    fc.assert(
      fc.property(fc.jsonValue(), limits, (value, limit) => {
        const fitted = fit(value, limit)
        expect(fitted === undefined ? 0 : JSON.stringify(fitted.value).length).toBeLessThanOrEqual(limit)
      }),
    )
  })
})
