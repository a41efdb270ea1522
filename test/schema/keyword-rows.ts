/* oxlint-disable unicorn/no-thenable -- JSON Schema has a keyword of that name. */
import type { JsonSchema } from '../../src/tool/schema/schema.ts'

/** What a schema takes and what it refuses, read from the specification. */
export interface Row {
  readonly schema: JsonSchema
  readonly takes: readonly unknown[]
  readonly refuses: readonly unknown[]
  /** Where an oracle is known to say otherwise, and is wrong. */
  readonly except?: { readonly Ajv?: readonly unknown[]; readonly Hyperjump?: readonly unknown[] }
}

/** More than are compared one by one. */
const many: readonly unknown[] = [...Array.from({ length: 30 }, (_, at) => at), { a: 1, b: 2 }]

export const rows: readonly Row[] = [
  { schema: true, takes: [null, 1, {}, []], refuses: [] },
  { schema: false, takes: [], refuses: [null, 1, {}, []] },
  { schema: {}, takes: [null, 1, 'a', {}, []], refuses: [] },

  { schema: { type: 'null' }, takes: [null], refuses: [0, false, '', [], {}] },
  { schema: { type: 'boolean' }, takes: [true, false], refuses: [0, 'true', null] },
  { schema: { type: 'integer' }, takes: [0, -3, 1.0, 1e20], refuses: [0.5, '1', null, [1]] },
  { schema: { type: 'number' }, takes: [0, 0.5, -1e300], refuses: ['1', null, true] },
  { schema: { type: 'string' }, takes: ['', 'a'], refuses: [1, null, ['a']] },
  { schema: { type: 'array' }, takes: [[], [1]], refuses: [{}, 'a', null, { length: 0 }] },
  { schema: { type: 'object' }, takes: [{}, { a: 1 }], refuses: [[], null, 'a'] },
  { schema: { type: ['string', 'null'] }, takes: ['a', null], refuses: [1, {}] },
  { schema: { type: ['string', 'number', 'array'] }, takes: ['a', 1, []], refuses: [null, {}] },

  {
    schema: { enum: [1, 'a', null, { b: [1] }] },
    takes: [1, 'a', null, { b: [1] }],
    refuses: [2, '1', { b: [2] }, {}],
  },
  { schema: { const: { a: 1, b: 2 } }, takes: [{ b: 2, a: 1 }], refuses: [{ a: 1 }, { a: 1, b: 2, c: 3 }, null] },
  { schema: { const: [{ a: null }] }, takes: [[{ a: null }]], refuses: [[{}], [{ a: false }], [{ a: null }, 1]] },
  { schema: { const: 0 }, takes: [0, -0], refuses: [false, '', null] },
  { schema: { const: null }, takes: [null], refuses: [0, 'null'] },

  { schema: { minimum: 1.1 }, takes: [1.1, 2, 'x'], refuses: [1, -1] },
  { schema: { maximum: 3 }, takes: [3, -1, 'x'], refuses: [3.1] },
  { schema: { exclusiveMinimum: 1 }, takes: [1.0000001], refuses: [1, 0] },
  { schema: { exclusiveMaximum: 1 }, takes: [0.9999999], refuses: [1, 2] },
  { schema: { multipleOf: 2 }, takes: [0, 4, -10, 'x'], refuses: [7, 0.5] },
  { schema: { multipleOf: 0.0001 }, takes: [0.0075], refuses: [0.007_51] },
  { schema: { multipleOf: 1e-8 }, takes: [12_391_239_123], refuses: [1e-9], except: { Hyperjump: [1e-9] } },

  { schema: { minLength: 2 }, takes: ['ab', 1], refuses: ['a', '💩'] },
  { schema: { maxLength: 2 }, takes: ['ab', '💩💩'], refuses: ['abc', '💩💩💩'] },
  { schema: { minLength: 3, maxLength: 3 }, takes: ['💩bc', '\uD83Dab'], refuses: ['💩b', '💩bcd'] },
  { schema: { pattern: 'b+' }, takes: ['abbc', 5], refuses: ['ac'] },
  { schema: { pattern: '^a$' }, takes: ['a'], refuses: ['ab', 'a\n'] },
  { schema: { pattern: '^\\p{Lu}.$' }, takes: ['É💩'], refuses: ['é💩', 'p{Lu}'] },

  { schema: { contentEncoding: 'base64' }, takes: ['AAE=', 'no base64!'], refuses: [] },

  { schema: { minItems: 1 }, takes: [[1], 'x'], refuses: [[]] },
  { schema: { maxItems: 1 }, takes: [[], [1], {}], refuses: [[1, 2]] },
  {
    schema: { uniqueItems: true },
    takes: [[1, '1', true, [1], { a: 1 }], [{ a: 1 }, { a: 2 }], 'aa'],
    refuses: [
      [1, 1.0],
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
      [[], []],
    ],
  },
  {
    schema: { uniqueItems: true },
    takes: [[...many, '0', { a: 1, b: 3 }]],
    refuses: [
      [...many, 7],
      [...many, { b: 2, a: 1 }],
    ],
  },
  { schema: { uniqueItems: false }, takes: [[1, 1]], refuses: [] },
  { schema: { items: { type: 'string' } }, takes: [[], ['a'], {}], refuses: [['a', 1]] },
  { schema: { items: false }, takes: [[]], refuses: [[null]] },
  {
    schema: { prefixItems: [{ type: 'string' }, { type: 'number' }] },
    takes: [[], ['a'], ['a', 1, null]],
    refuses: [[1], ['a', 'b']],
  },
  { schema: { prefixItems: [true], items: { type: 'number' } }, takes: [['a', 1]], refuses: [[1, 'a']] },
  { schema: { prefixItems: [{}, {}], items: false }, takes: [[], [1, 2]], refuses: [[1, 2, 3]] },
  { schema: { contains: { type: 'string' } }, takes: [[1, 'a'], 'x'], refuses: [[], [1]] },
  {
    schema: { contains: { type: 'string' }, minContains: 2, maxContains: 3 },
    takes: [
      ['a', 'b'],
      ['a', 1, 'b', 'c'],
    ],
    refuses: [['a'], ['a', 'b', 'c', 'd']],
  },
  { schema: { contains: { type: 'string' }, minContains: 0 }, takes: [[], [1]], refuses: [] },
  {
    schema: { prefixItems: [{ type: 'null' }], contains: { type: 'string' } },
    takes: [[null, 'a']],
    refuses: [[], [null]],
    except: { Ajv: [[]] },
  },
  { schema: { contains: false }, takes: ['x'], refuses: [[], [1]] },
  { schema: { minContains: 3, maxContains: 1 }, takes: [[], [1, 2]], refuses: [] },

  { schema: { required: ['a', 'constructor'] }, takes: [{ a: 1, constructor: 2 }, []], refuses: [{ a: 1 }, {}] },
  {
    schema: { minProperties: 1, maxProperties: 2 },
    takes: [{ a: 1 }, { a: 1, b: 2 }, []],
    refuses: [{}, { a: 1, b: 2, c: 3 }],
  },
  {
    schema: { properties: { a: { type: 'string' }, toString: { minLength: 2 } } },
    takes: [{}, { a: 'x' }, { b: 1 }],
    refuses: [{ a: 1 }, { toString: 'x' }],
  },
  { schema: { properties: { a: false, b: true } }, takes: [{ b: 1 }], refuses: [{ a: 1 }] },
  {
    schema: { patternProperties: { '^x-': { type: 'number' }, '-y$': { minimum: 3 } } },
    takes: [{ 'x-y': 3, other: 'a' }],
    refuses: [{ 'x-y': 2 }, { 'x-a': 'b' }],
  },
  {
    schema: { properties: { a: {} }, patternProperties: { '^x': {} }, additionalProperties: false },
    takes: [{ a: 1, x1: 2 }],
    refuses: [{ b: 1 }],
  },
  {
    schema: { properties: { a: {} }, additionalProperties: { type: 'number' } },
    takes: [{ a: 'x', b: 1 }],
    refuses: [{ b: 'x' }],
  },
  { schema: { additionalProperties: false, allOf: [{ properties: { a: {} } }] }, takes: [{}], refuses: [{ a: 1 }] },
  {
    schema: { propertyNames: { maxLength: 2, pattern: '^a' } },
    takes: [{ a: 1, ab: 2 }, {}, [1]],
    refuses: [{ abc: 1 }, { b: 1 }],
  },
  {
    schema: { dependentRequired: { a: ['b', 'c'] } },
    takes: [{}, { b: 1 }, { a: 1, b: 1, c: 1 }],
    refuses: [{ a: 1, b: 1 }],
  },
  {
    schema: { dependentSchemas: { a: { required: ['b'] }, c: false } },
    takes: [{}, { a: 1, b: 2 }],
    refuses: [{ a: 1 }, { c: 1 }],
  },

  { schema: { allOf: [{ required: ['a'] }, { maxProperties: 1 }] }, takes: [{ a: 1 }], refuses: [{}, { a: 1, b: 2 }] },
  { schema: { anyOf: [{ type: 'string' }, { minimum: 2 }] }, takes: ['a', 2, null], refuses: [1] },
  { schema: { oneOf: [{ multipleOf: 2 }, { multipleOf: 3 }] }, takes: [2, 3, 4], refuses: [1, 6] },
  { schema: { not: { type: ['string', 'null'] } }, takes: [1, {}], refuses: ['a', null] },
  {
    schema: { if: { minimum: 10 }, then: { multipleOf: 5 }, else: { multipleOf: 2 } },
    takes: [2, 10, 15],
    refuses: [3, 11],
  },
  {
    schema: { if: { required: ['a'] }, then: { required: ['b'] } },
    takes: [{}, { a: 1, b: 1 }],
    refuses: [{ a: 1 }],
  },
  { schema: { then: false, else: false }, takes: [1], refuses: [] },

  { schema: { $ref: '#/$defs/a~1b%25', $defs: { 'a/b%': { type: 'string' } } }, takes: ['x'], refuses: [1] },
  {
    schema: { $ref: '#here', minLength: 2, $defs: { x: { $anchor: 'here', type: 'string' } } },
    takes: ['ab'],
    refuses: ['a', 1],
  },
  {
    schema: { properties: { next: { $ref: '#' } }, additionalProperties: false },
    takes: [{}, { next: { next: {} } }],
    refuses: [{ next: { other: {} } }],
  },
  { schema: { prefixItems: [{ type: 'number' }, { $ref: '#/prefixItems/0' }] }, takes: [[1, 2]], refuses: [[1, 'a']] },
]

export const formatRows: Readonly<Record<string, Omit<Row, 'schema'>>> = {
  'date-time': {
    takes: [
      '2026-12-01T09:30:00Z',
      '2026-12-01t09:30:00.123456+05:30',
      '1998-12-31T23:59:60Z',
      '1998-12-31T15:59:60.5-08:00',
    ],
    refuses: [
      '2026-12-01',
      '2026-13-01T00:00:00Z',
      '2026-12-01T24:00:00Z',
      '2026-12-01T09:30:00',
      '1998-12-31T22:59:60Z',
      '2026-12-01T09:30:00+24:00',
    ],
  },
  date: {
    takes: ['2024-02-29', '2000-02-29'],
    refuses: ['2023-02-29', '1900-02-29', '2026-04-31', '2026-1-1', '2026-00-10', '2026-01-00'],
  },
  time: {
    takes: ['00:00:00Z', '23:59:60Z', '12:00:00.1-01:30'],
    refuses: ['12:00:00', '24:00:00Z', '12:60:00Z', '12:00:00+1:00'],
    except: { Hyperjump: ['23:59:60Z'] },
  },
  duration: { takes: ['P1D', 'P4W', 'PT36H', 'P1Y2M3DT4H5M6S'], refuses: ['P', 'PT', '1D', 'P1D2H', 'P1Y2W', 'PT1D'] },
  email: {
    takes: ['joe.bloggs@example.com', 'a+b@c.co', '"joe bloggs"@example.com', 'joe@[127.0.0.1]'],
    refuses: ['2962', 'a@', '@b.c', '.a@b.c', 'a..b@c.d', 'a@b@c'],
    except: { Ajv: ['"joe bloggs"@example.com', 'joe@[127.0.0.1]'] },
  },
  hostname: {
    takes: ['www.example.com', 'localhost', 'xn--nxasmq6b', 'a-b.c0'],
    refuses: ['-a.com', 'a-.com', 'a_b.com', 'a..b', '', `${'a'.repeat(64)}.com`],
  },
  ipv4: {
    takes: ['192.168.0.1', '0.0.0.0', '255.255.255.255'],
    refuses: ['256.0.0.1', '1.2.3', '01.2.3.4', '1.2.3.4.5', '1.2.3.4/8'],
  },
  ipv6: {
    takes: ['::1', '::', '1:2:3:4:5:6:7:8', 'fe80::1:2', '::ffff:192.168.0.1'],
    refuses: ['12345::', '1:2:3:4:5:6:7', '1::2::3', ':1:2:3:4:5:6:7', '::1%eth0', '1:2:3:4:5:6:7:8::'],
  },
  uri: {
    takes: ['https://example.com/a?b=c#d', 'urn:isbn:0451450523', 'mailto:a@b.co', 'http://[::1]:80/'],
    refuses: ['//example.com', '/a', 'a b:c', 'http://a b', 'http://[1::2::3]', 'https://a/%zz'],
  },
  'uri-reference': { takes: ['/a/b', '#frag', '', '//example.com', 'a?b'], refuses: ['\\\\share', '#a\\b', 'a b'] },
  uuid: {
    takes: ['2eb8aa08-aa98-11ea-b4aa-73b441d16380', '2EB8AA08-AA98-11EA-B4AA-73B441D16380'],
    refuses: ['2eb8aa08aa9811eab4aa73b441d16380', '2eb8aa08-aa98-11ea-b4aa-73b441d1638', ''],
  },
  'json-pointer': { takes: ['', '/a/0', '/~0~1', '/ '], refuses: ['a', '/~', '/~2', '#/a'] },
  regex: { takes: ['^a+$', '\\d'], refuses: ['^(abc]', '\\a'], except: { Ajv: ['\\a'] } },
}
