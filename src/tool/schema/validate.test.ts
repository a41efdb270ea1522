/* oxlint-disable unicorn/no-thenable -- JSON Schema has a keyword of that name. */
import { describe, expect, test } from 'vitest'
import type { JsonSchema, SchemaObject } from './schema.ts'
import { problemsOf, unsupported, validatorOf } from './validate.ts'

const order: SchemaObject = {
  type: 'object',
  properties: {
    order_id: { type: 'string', pattern: '^PT-[0-9]{4}$' },
    amount: { type: 'integer', minimum: 1, maximum: 500 },
    tags: { type: 'array', items: { type: 'string' } },
  },
  required: ['order_id', 'amount'],
  additionalProperties: false,
}

/** Each problem as `keyword /path`, with the name that it is about. */
function told(schema: JsonSchema, value: unknown): readonly string[] {
  return problemsOf(schema, value).map(({ keyword, path, name }) =>
    [keyword, `/${path.join('/')}`, name].join(' ').trim(),
  )
}

describe('problems', () => {
  test('all are found at once, each at its place', () => {
    expect(told(order, { order_id: 'PT-1', amount: 0.5, tags: ['vip', 3, null], note: '' })).toMatchInlineSnapshot(`
      [
        "pattern /order_id",
        "type /amount",
        "type /tags/1",
        "type /tags/2",
        "additionalProperties / note",
      ]
    `)
  })

  test('one says which keyword of which schema refused what', () => {
    expect(problemsOf(order, { order_id: 'PT-1042', amount: 501 })).toEqual([
      { path: ['amount'], keyword: 'maximum', schema: order.properties?.['amount'], value: 501 },
    ])
  })

  test('a missing name comes with the object that lacks it', () => {
    const value = { order_id: 'PT-1042' }
    expect(problemsOf(order, value)).toEqual([{ path: [], keyword: 'required', schema: order, value, name: 'amount' }])
  })

  test('a refused name comes with those that exist', () => {
    const value = { orderId: 'PT-1042', order_id: 'PT-1042', amount: 1 }
    const known = ['order_id', 'amount', 'tags']
    expect(problemsOf(order, value)).toEqual([
      { path: [], keyword: 'additionalProperties', schema: order, value, name: 'orderId', known },
    ])
  })

  test('a wrong type silences the other keywords', () => {
    expect(told({ type: 'string', enum: ['a', 'b'], minLength: 3 }, 5)).toEqual(['type /'])
    expect(told({ type: 'string', enum: ['a', 'b'], minLength: 3 }, 'c')).toEqual(['enum /', 'minLength /'])
  })

  test('a schema of false refuses like one that forbids everything', () => {
    expect(problemsOf(false, 1)).toEqual([{ path: [], keyword: 'not', schema: { not: {} }, value: 1 }])
    expect(told({ properties: { old: false } }, { old: 1 })).toEqual(['not /old'])
  })

  test('items behind the last place are refused as such', () => {
    expect(told({ type: 'array', prefixItems: [{ type: 'number' }], items: false }, [1, 2, 3])).toEqual(['items /'])
  })

  test('a condition reports what its branch wants', () => {
    const schema = {
      if: { properties: { gift: { const: true } } },
      then: { required: ['to'] },
      else: { maxProperties: 1 },
    }
    expect(told(schema, { gift: true })).toEqual(['required / to'])
    expect(told(schema, { gift: false, to: 'x' })).toEqual(['maxProperties /'])
  })

  test('names that depend on others are told', () => {
    const schema = { dependentRequired: { a: ['c'], b: ['d'], e: ['f'] } }
    expect(told(schema, { a: 1, b: 1 })).toEqual(['dependentRequired / c', 'dependentRequired / d'])
  })

  test('nobody reads more than a thousand', () => {
    expect(
      problemsOf(
        { items: { type: 'string' } },
        Array.from({ length: 5000 }, () => 1),
      ),
    ).toHaveLength(1000)
  })
})

describe('names of the prototype', () => {
  test('a required name is not found on it', () => {
    expect(told({ required: ['constructor', '__proto__', 'toString'] }, {})).toEqual([
      'required / constructor',
      'required / __proto__',
      'required / toString',
    ])
  })

  test('a closed object refuses them', () => {
    const value: unknown = JSON.parse('{"__proto__":1,"constructor":2,"hasOwnProperty":3}')
    expect(told({ additionalProperties: false }, value)).toEqual([
      'additionalProperties / __proto__',
      'additionalProperties / constructor',
      'additionalProperties / hasOwnProperty',
    ])
  })

  test('a constant that holds one is not equal to what lacks it', () => {
    const fits = validatorOf({ const: JSON.parse('{"__proto__":{}}') })
    expect([JSON.parse('{"__proto__":{}}'), { other: 1 }].map((value) => fits(value))).toEqual([true, false])
  })

  test('a schema may declare them like any other', () => {
    const schema: SchemaObject = JSON.parse(
      '{"properties":{"__proto__":{"type":"string"},"constructor":{"type":"string"}},"additionalProperties":false}',
    )
    expect(validatorOf(schema)(JSON.parse('{"__proto__":"a","constructor":"b"}'))).toBe(true)
    expect(told(schema, JSON.parse('{"__proto__":1,"constructor":2}'))).toEqual([
      'type /__proto__',
      'type /constructor',
    ])
    expect(validatorOf(schema)({})).toBe(true)
  })
})

test.each<SchemaObject>([
  { properties: { extra: false } },
  { patternProperties: { extra: false } },
  { additionalProperties: false },
  { additionalProperties: { type: 'string' } },
  { propertyNames: false },
  { maxProperties: 0 },
  { dependentRequired: { extra: ['more'] } },
  { not: { required: ['extra'] } },
])('what a value inherits is not its own: %j', (schema) => {
  expect(validatorOf(schema)(Object.create({ extra: 1 }))).toBe(true)
})

describe('what is not JSON', () => {
  test.each([Number.NaN, Number.POSITIVE_INFINITY, undefined, 1n, Symbol('s'), () => 1])('%s has no type', (value) => {
    const schema: SchemaObject = { type: ['null', 'boolean', 'number', 'string', 'array', 'object'] }
    expect(validatorOf(schema)(value)).toBe(false)
  })

  test('infinity is a multiple of nothing', () => {
    expect(validatorOf({ multipleOf: 0.5 })(Number.POSITIVE_INFINITY)).toBe(false)
  })
})

describe('recursion', () => {
  const tree: SchemaObject = {
    $ref: '#/$defs/Tree',
    $defs: {
      Tree: { type: 'object', properties: { child: { $ref: '#/$defs/Tree' } }, additionalProperties: false },
    },
  }

  test('a value may be a thousand levels deep', () => {
    expect(validatorOf(tree)(chain(1000, {}))).toBe(true)
    expect(problemsOf(tree, chain(1000, { leaf: 1 })).map(({ path }) => path.length)).toEqual([1000])
  })

  test('branches that share a recursive part do not double the work on each level', () => {
    const link = { type: 'object', properties: { child: { $ref: '#' } } } as const
    const schema: SchemaObject = {
      anyOf: [
        { ...link, properties: { ...link.properties, label: { type: 'string' } } },
        { ...link, properties: { ...link.properties, count: { type: 'number' } } },
      ],
    }
    const value = chain(64, { label: 1, count: 'x' })
    expect(validatorOf(schema)(value)).toBe(false)
    expect(problemsOf(schema, value).map(({ keyword }) => keyword)).toEqual(['anyOf'])
    expect(validatorOf(schema)(chain(64, { label: 1, count: 1 }))).toBe(true)
  })

  test('nothing is remembered of a value from one validation to the next', () => {
    const value = Array.from({ length: 1200 }, () => ({ child: {} }))
    const schema: SchemaObject = {
      ...tree,
      $ref: '#/$defs/List',
      $defs: { ...tree.$defs, List: { items: { $ref: '#/$defs/Tree' } } },
    }
    expect(validatorOf(schema)(value)).toBe(true)
    Object.assign(value.at(-1)!, { other: 1 })
    expect(validatorOf(schema)(value)).toBe(false)
  })
})

describe('what is not supported', () => {
  test.each<[string, SchemaObject, readonly string[]]>([
    ['unevaluated properties', { unevaluatedProperties: false }, ['/unevaluatedProperties']],
    ['unevaluated items', { properties: { list: { unevaluatedItems: false } } }, ['/properties/list/unevaluatedItems']],
    [
      'dynamic references',
      { $dynamicRef: '#a', $defs: { a: { $dynamicAnchor: 'a' } } },
      ['/$dynamicRef', '/$defs/a/$dynamicAnchor'],
    ],
    ['remote references', { properties: { 'a/b': { $ref: 'https://example.com/s.json' } } }, ['/properties/a~1b/$ref']],
    ['references to nothing', { $ref: '#/$defs/none' }, ['/$ref']],
    ['references to what is no schema', { $ref: '#/examples/0', examples: [{}] }, ['/$ref']],
    [
      'references to themselves',
      { $defs: { a: { $ref: '#/$defs/b' }, b: { allOf: [{ $ref: '#/$defs/a' }] } } },
      ['/$defs/a/$ref', '/$defs/b/allOf/0/$ref'],
    ],
    ['an id inside', { items: { $id: 'inner' } }, ['/items/$id']],
    ['another dialect', { $schema: 'http://json-schema.org/draft-04/schema#' }, ['/$schema']],
    ['misspelt keywords', { minLenght: 3 }, ['/minLenght']],
    ['a type that does not exist', { type: 'text' } as never, ['/type']],
    ['a pattern that is none', { pattern: '(' }, ['/pattern']],
    ['a limit that is no number', { minimum: '3' } as never, ['/minimum']],
    ['the items of older drafts', { items: [{}] } as never, ['/items']],
    ['a codec that does not exist', { 'x-codec': 'decimal' } as never, ['/x-codec']],
  ])('%s', (_title, schema, pointers) => {
    expect(unsupported(schema)).toEqual(pointers)
    expect(() => validatorOf(schema)({})).toThrow(TypeError)
  })

  test('annotations are supported, and so is what is named as nobody’s keyword', () => {
    const schema = {
      title: 'T',
      description: 'd',
      default: 1,
      examples: [{ minLenght: 1 }],
      $comment: 'c',
      deprecated: true,
      'x-order': 3,
    }
    expect(unsupported(schema)).toEqual([])
  })

  test('a schema of draft 7 is read where each keyword means the same', () => {
    const $schema = 'http://json-schema.org/draft-07/schema#'
    const schema = {
      $schema,
      properties: { a: { $ref: '#/definitions/a', description: 'd' } },
      definitions: { a: { type: 'string' } },
    } as const
    expect(unsupported(schema)).toEqual([])
    expect(told(schema, { a: 1 })).toEqual(['type /a'])
    expect(unsupported({ $schema, items: { $ref: '#', minLength: 1 }, prefixItems: [{}], dependencies: {} })).toEqual([
      '/prefixItems',
      '/dependencies',
      '/items/minLength',
    ])
  })
})

test('a validator is the same for the same schema', () => {
  expect(validatorOf(order)).toBe(validatorOf(order))
})

function chain(depth: number, end: unknown): unknown {
  return depth === 0 ? end : { child: chain(depth - 1, end) }
}
