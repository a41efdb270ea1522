import { describe, expect, test, vi } from 'vitest'
import { decode, encode, wireSchema } from './codec.ts'
import type { JsonSchema, SchemaObject } from '../schema/schema.ts'
import { validatorOf } from '../schema/validate.ts'

const date: SchemaObject = { type: 'string', format: 'date-time', 'x-codec': 'date' }
const url: SchemaObject = { type: 'string', format: 'uri', 'x-codec': 'url' }
const bigint: SchemaObject = { type: 'string', pattern: '^-?\\d+$', 'x-codec': 'bigint' }
const bytes: SchemaObject = { type: 'string', contentEncoding: 'base64', 'x-codec': 'bytes' }
const text: SchemaObject = { type: 'string' }
const whole: SchemaObject = { type: 'integer' }

function setOf(items: SchemaObject): SchemaObject {
  return { type: 'array', items, uniqueItems: true, 'x-codec': 'set' }
}

function mapOf(values: SchemaObject): SchemaObject {
  return { type: 'object', additionalProperties: values, 'x-codec': 'map' }
}

function entriesOf(keys: SchemaObject, values: SchemaObject): SchemaObject {
  const items: SchemaObject = { type: 'array', prefixItems: [keys, values], items: false, minItems: 2 }
  return { type: 'array', items, 'x-codec': 'entries' }
}

function closed(properties: Record<string, JsonSchema>, optional: readonly string[] = []): SchemaObject {
  const required = Object.keys(properties).filter((name) => !optional.includes(name))
  return { type: 'object', properties, required, additionalProperties: false }
}

describe('a codec', () => {
  test.each<[string, SchemaObject, unknown, unknown]>([
    ['date', date, '2026-12-01T09:30:00.000Z', new Date('2026-12-01T09:30:00Z')],
    ['url', url, 'https://example.com/a?b=c', new URL('https://example.com/a?b=c')],
    ['bigint', bigint, '-9007199254740993', -9007199254740993n],
    ['bytes', bytes, 'AAEC/w==', new Uint8Array([0, 1, 2, 255])],
    ['buffer', { ...bytes, 'x-codec': 'buffer' }, 'AAEC/w==', Buffer.from([0, 1, 2, 255])],
    ['arraybuffer', { ...bytes, 'x-codec': 'arraybuffer' }, 'AAEC/w==', new Uint8Array([0, 1, 2, 255]).buffer],
    ['set', setOf(text), ['a', 'b'], new Set(['a', 'b'])],
    ['set of dates', setOf(date), ['2026-12-01T00:00:00.000Z'], new Set([new Date('2026-12-01')])],
    [
      'map',
      mapOf(whole),
      { a: 1, toString: 2 },
      new Map([
        ['a', 1],
        ['toString', 2],
      ]),
    ],
    ['map of dates', mapOf(date), { a: '2026-12-01T00:00:00.000Z' }, new Map([['a', new Date('2026-12-01')]])],
    [
      'entries',
      entriesOf(whole, bigint),
      [
        [1, '2'],
        [3, '4'],
      ],
      new Map([
        [1, 2n],
        [3, 4n],
      ]),
    ],
    ['entries whose keys are texts', entriesOf(text, whole), [['a', 1]], new Map([['a', 1]])],
  ])('%s reads and writes', (_name, schema, wire, held) => {
    expect(validatorOf(schema)(wire)).toBe(true)
    expect(decode(schema, wire)).toEqual(held)
    expect(encode(schema, held)).toEqual(wire)
  })

  test('works at any depth and through references', () => {
    const schema: SchemaObject = {
      ...closed({ due: date, next: { $ref: '#' }, pair: { type: 'array', prefixItems: [url, text], items: bigint } }, [
        'next',
        'pair',
      ]),
    }
    const wire = {
      due: '2026-12-01T00:00:00.000Z',
      next: { due: '2026-12-02T00:00:00.000Z', pair: ['urn:a', 'urn:a', '3'] },
    }
    const held = {
      due: new Date('2026-12-01'),
      next: { due: new Date('2026-12-02'), pair: [new URL('urn:a'), 'urn:a', 3n] },
    }
    expect(decode(schema, wire)).toEqual(held)
    expect(encode(schema, held)).toEqual(wire)
  })

  test('what it could not read does not validate', () => {
    expect(['AAEC', 'AAE', 'A A=', '===='].map((value) => validatorOf(bytes)(value))).toEqual([
      true,
      false,
      false,
      false,
    ])
    expect(validatorOf(date)('1998-12-31T23:59:60Z')).toBe(false)
    expect(validatorOf(url)('http://')).toBe(false)
  })

  test('a large file survives, also where there is no Buffer', () => {
    const held = Uint8Array.from({ length: 100_000 }, (_, at) => at % 251)
    const wire = encode(bytes, held)
    vi.stubGlobal('Buffer', undefined)
    const without = { wire: encode(bytes, held), held: decode(bytes, wire) }
    vi.unstubAllGlobals()
    expect(without.wire).toBe(wire)
    expect(encode(bytes, without.held)).toBe(wire)
  })

  test('bytes that are a part of something larger are written alone', () => {
    expect(encode(bytes, new Uint8Array([1, 2, 3, 4]).subarray(1, 3))).toBe('AgM=')
  })
})

describe('decode', () => {
  test('gives the very value where nothing is to be read', () => {
    const value = { a: [{ b: 1 }] }
    expect(decode(closed({ a: { type: 'array', items: closed({ b: whole }) } }), value)).toBe(value)
    expect(decode(true, value)).toBe(value)
  })

  test('leaves the arguments as they were', () => {
    const value = { due: '2026-12-01T00:00:00Z' }
    decode(closed({ due: date }), value)
    expect(value).toEqual({ due: '2026-12-01T00:00:00Z' })
  })

  test('fills a default only where it is asked to, decoded and new each time', () => {
    const schema = closed(
      {
        note: { ...text, default: 'by the function' },
        gift: { type: 'boolean', default: false, 'x-fill': true },
        tags: { type: 'array', items: text, default: ['new'], 'x-fill': true },
        due: { ...date, default: '2026-12-01T00:00:00Z', 'x-fill': true },
      },
      ['note', 'gift', 'tags', 'due'],
    )
    const filled = { gift: false, tags: ['new'], due: new Date('2026-12-01') }
    expect(decode(schema, {})).toEqual(filled)
    expect(decode(schema, { gift: true, tags: [] })).toEqual({ ...filled, gift: true, tags: [] })
    expect(decode(schema, {})).not.toBe(decode(schema, {}))
    const first = decode(schema, {}) as { tags: string[] }
    first.tags.push('changed')
    expect(decode(schema, {})).toEqual(filled)
    expect(decode({ type: 'array', items: schema }, [{}, { gift: true }])).toEqual([filled, { ...filled, gift: true }])
  })

  test('a property named __proto__ is one', () => {
    const schema = mapOf(date)
    const held = decode(schema, JSON.parse('{"__proto__":"2026-12-01T00:00:00Z"}'))
    expect(held).toEqual(new Map([['__proto__', new Date('2026-12-01')]]))
    const object = decode(
      { type: 'object', additionalProperties: date },
      JSON.parse('{"__proto__":"2026-12-01T00:00:00Z"}'),
    )
    expect(Object.getOwnPropertyNames(object)).toEqual(['__proto__'])
    expect(Object.getPrototypeOf(object)).toBe(Object.prototype)
  })
})

describe('encode', () => {
  test('leaves out what is not declared, at every level', () => {
    const schema = closed({
      id: text,
      owner: closed({ name: text }),
      lines: { type: 'array', items: closed({ sku: text }) },
    })
    const row = { id: '1', password_hash: 'x', owner: { name: 'n', token: 't' }, lines: [{ sku: 's', cost: 1 }] }
    expect(encode(schema, row)).toEqual({ id: '1', owner: { name: 'n' }, lines: [{ sku: 's' }] })
  })

  test('keeps what an open object holds', () => {
    const schema: SchemaObject = { type: 'object', properties: { at: date }, patternProperties: { '^n_': bigint } }
    expect(encode(schema, { at: new Date(0), n_1: 1n, more: { when: new Date(0) } })).toEqual({
      at: '1970-01-01T00:00:00.000Z',
      n_1: '1',
      more: { when: '1970-01-01T00:00:00.000Z' },
    })
  })

  test('takes public data and getters of a class, and nothing that every object inherits', () => {
    class Total {
      readonly net = 10
      readonly secret = 's'
      get gross(): number {
        return this.net * 1.2
      }
      cancel(): string {
        return 'cancelled'
      }
    }
    const open = { type: ['string', 'number', 'object'] } as const
    const schema = closed({ net: open, gross: open, cancel: open, constructor: open, toString: open }, [
      'cancel',
      'constructor',
      'toString',
    ])
    expect(encode(schema, new Total())).toEqual({ net: 10, gross: 12 })
  })

  test('leaves out data that a value inherits', () => {
    expect(encode(closed({ a: text }), Object.create({ a: 'x' }))).toEqual({})
  })

  test('drops undefined, functions and symbols, as JSON does', () => {
    expect(encode({}, { a: undefined, b: () => 1, c: Symbol('c'), d: [undefined, 1] })).toEqual({ d: [null, 1] })
    expect(encode(closed({ a: text, b: text }, ['b']), { a: 'x', b: undefined })).toEqual({ a: 'x' })
  })

  test('asks a value for its own JSON', () => {
    const money = { toJSON: () => ({ amount: '1.00', currency: 'EUR', internal: true }) }
    expect(encode(closed({ amount: text, currency: text }), money)).toEqual({ amount: '1.00', currency: 'EUR' })
    expect(encode({}, { url: new URL('urn:a'), price: money })).toEqual({
      url: 'urn:a',
      price: { amount: '1.00', currency: 'EUR', internal: true },
    })
  })

  test('writes what no schema describes as well as it can', () => {
    const value = { n: 1n, set: new Set([1]), map: new Map([['a', new Map([[1, 2]])]]), bytes: new Uint8Array([0]) }
    expect(encode({}, value)).toEqual({ n: '1', set: [1], map: { a: [[1, 2]] }, bytes: 'AA==' })
    expect(encode(true, new Date(0))).toBe('1970-01-01T00:00:00.000Z')
  })

  test.each<[string, SchemaObject, unknown]>([
    ['a date that is none', date, new Date(Number.NaN)],
    ['a date that is none, where null would do', { ...date, type: ['string', 'null'] }, new Date(Number.NaN)],
    ['a number for a text', text, 5],
    ['a missing property', closed({ a: text }), {}],
    ['nothing', closed({ a: text }), undefined],
    ['not a number', { type: 'number' }, Number.NaN],
    [
      'a tag that no branch has',
      { anyOf: [closed({ kind: { const: 'a' } }), closed({ kind: { const: 'b' } })] },
      { kind: 'c' },
    ],
  ])('passes on %s, for the validator to refuse', (_title, schema, value) => {
    expect(validatorOf(schema)(encode(schema, value))).toBe(false)
  })

  test('refuses a value that contains itself', () => {
    const tree: SchemaObject = closed({ child: { $ref: '#' } }, ['child'])
    const node: Record<string, unknown> = {}
    node['child'] = node
    expect(() => encode(tree, node)).toThrow('The value is nested more than 1000 levels deep, or contains itself.')
    expect(() => encode({}, [node])).toThrow(RangeError)
  })

  test('a property named __proto__ is one', () => {
    const encoded = encode({}, JSON.parse('{"__proto__":{"admin":true}}'))
    expect(Object.getOwnPropertyNames(encoded)).toEqual(['__proto__'])
    expect(Object.getPrototypeOf(encoded)).toBe(Object.prototype)
  })
})

describe('unions', () => {
  test('the value’s own kind chooses', () => {
    const schema: SchemaObject = { anyOf: [{ type: 'number' }, date, setOf(whole), mapOf(bigint), { type: 'null' }] }
    const pairs: readonly (readonly [held: unknown, wire: unknown])[] = [
      [new Date(0), '1970-01-01T00:00:00.000Z'],
      [new Set([1]), [1]],
      [new Map([['a', 1n]]), { a: '1' }],
      [3, 3],
      [null, null],
    ]
    expect(pairs.map(([held]) => encode(schema, held))).toEqual(pairs.map(([, wire]) => wire))
    expect(pairs.map(([, wire]) => decode(schema, wire))).toEqual(pairs.map(([held]) => held))
  })

  test('of the branches that fit, the one that keeps most wins', () => {
    const schema = { anyOf: [closed({ a: text }), closed({ a: text, b: text }), closed({ a: text, c: whole })] }
    expect(encode(schema, { a: 'x', b: 'y', secret: 1 })).toEqual({ a: 'x', b: 'y' })
    expect(encode(schema, { a: 'x', c: 1 })).toEqual({ a: 'x', c: 1 })
    expect(encode(schema, { a: 'x', c: 'no' })).toEqual({ a: 'x' })
  })

  test('a tag chooses, and its branch projects and decodes', () => {
    const schema = {
      anyOf: [closed({ kind: { const: 'at' }, when: date }), closed({ kind: { const: 'in' }, when: text })],
    }
    const wire = { kind: 'at', when: '2026-12-01T00:00:00.000Z' }
    expect(encode(schema, { kind: 'at', when: new Date('2026-12-01'), secret: 1 })).toEqual(wire)
    expect(decode(schema, wire)).toEqual({ kind: 'at', when: new Date('2026-12-01') })
    expect(decode(schema, { ...wire, kind: 'in' })).toEqual({ ...wire, kind: 'in' })
  })

  test('a text that looks like a date is one, if it may be; a text that could be base64 is not', () => {
    expect(decode({ anyOf: [text, date] }, '2026-12-01T00:00:00Z')).toEqual(new Date('2026-12-01'))
    expect(decode({ anyOf: [text, date] }, 'tomorrow')).toBe('tomorrow')
    expect(decode({ anyOf: [bytes, text] }, 'tomorrow')).toBe('tomorrow')
  })

  test('a nullable codec reads and writes both', () => {
    const schema = closed({ due: { anyOf: [date, { type: 'null' }] }, at: { ...date, type: ['string', 'null'] } })
    expect(decode(schema, { due: null, at: null })).toEqual({ due: null, at: null })
    expect(encode(schema, { due: new Date(0), at: new Date(0) })).toEqual({
      due: '1970-01-01T00:00:00.000Z',
      at: '1970-01-01T00:00:00.000Z',
    })
  })

  test('branches that share a recursive part are not tried again and again', () => {
    const link = closed({ next: { $ref: '#' } }, ['next'])
    const schema: SchemaObject = { anyOf: [link, closed({ next: { $ref: '#' }, label: text }, ['next'])] }
    const chain = Array.from({ length: 60 }).reduce((next: object) => ({ next, label: 'x', secret: 1 }), {})
    const clean = Array.from({ length: 60 }).reduce((next: object) => ({ next, label: 'x' }), {})
    expect(encode(schema, chain)).toEqual(clean)
  })
})

describe('wireSchema', () => {
  test('takes out what is Verbnoun’s own, at every place and only there', () => {
    const schema = closed({ due: date, 'x-codec': { ...text, default: 'a', 'x-fill': true } })
    expect(wireSchema({ ...schema, $defs: { Tags: setOf(text) }, examples: [{ 'x-codec': 'kept' }] })).toEqual({
      ...closed({ due: { type: 'string', format: 'date-time' }, 'x-codec': { type: 'string', default: 'a' } }),
      $defs: { Tags: { type: 'array', items: text, uniqueItems: true } },
      examples: [{ 'x-codec': 'kept' }],
    })
  })

  test('gives the very schema where there is nothing to take out, and the same answer each time', () => {
    const plain = closed({ a: { anyOf: [text, { type: 'null' }] } })
    expect(wireSchema(plain)).toBe(plain)
    expect(wireSchema(true)).toBe(true)
    const schema = closed({ due: date })
    expect(wireSchema(schema)).toBe(wireSchema(schema))
  })
})
