import { describe, expect, test } from 'vitest'
import type { UnknownObject } from '../../tool/index.ts'
import type { ModelTools } from './model-tools.ts'
import type { Profile } from './profile.ts'
import { profiles } from './profiles/index.ts'
import { refusals } from './rules.cases.ts'
import { convertTools } from './tools.ts'

const profileOf = (id: string): Profile => profiles.find((profile) => profile.id === id)!
const anthropic = profileOf('anthropic')
const gemini = profileOf('gemini')
const chat = profileOf('openai-chat')

const object = (properties: object, rest: object = {}): object => ({ type: 'object', properties, ...rest })
const text = { type: 'string' }
const definition = (name: string, inputSchema: unknown = object({ id: text })): object => ({
  name,
  description: `About ${name}.`,
  inputSchema,
})

/** The schema that a profile makes of another, and what it says of it. */
function converted(inputSchema: unknown, profile: Profile, isStrict = false): unknown {
  const { tools, setAside } = convertTools([{ definition: { name: 'tool', inputSchema } }], { profile, isStrict })
  const [tool] = tools
  return tool === undefined ? setAside[0]?.reason : { strict: tool.strict, note: tool.description, ...tool.inputSchema }
}

const loosely = (schema: object, note = ''): object => ({ strict: undefined, note, ...schema })
const strictly = (schema: object, note = ''): object => ({ strict: true, note, ...schema })

describe('a schema', () => {
  const optional = object({ id: text, limit: { type: 'integer', minimum: 1 } }, { required: ['id'] })
  const map = object({ labels: { type: 'object', additionalProperties: text } })
  const branches = {
    type: 'object',
    oneOf: [
      { properties: { by: { const: 'id' }, id: text }, required: ['by', 'id'] },
      { properties: { by: { const: 'name' }, name: text }, required: ['by', 'name'] },
    ],
  }
  const branchNote = 'Exactly one of these must hold: (1) by = "id", id; (2) by = "name", name.'

  test.each<[string, unknown, Profile, boolean, unknown]>([
    ['is left as it is where it can be', optional, anthropic, false, loosely(optional)],
    [
      'is closed, and what is optional stays so',
      optional,
      anthropic,
      true,
      strictly(
        object(
          { id: text, limit: { type: 'integer', description: 'at least 1' } },
          { required: ['id'], additionalProperties: false },
        ),
      ),
    ],
    [
      'is closed, and what is optional may be null',
      optional,
      chat,
      true,
      strictly(
        object(
          { id: text, limit: { type: ['integer', 'null'], minimum: 1 } },
          { required: ['id', 'limit'], additionalProperties: false },
        ),
      ),
    ],
    ['keeps a map, and is not strict then', map, chat, true, loosely(map)],
    [
      'says in words what a map holds',
      map,
      gemini,
      false,
      loosely(
        object({
          labels: {
            type: 'object',
            description: 'other properties may be given: the value of each must be a string',
          },
        }),
      ),
    ],
    [
      'with branches at its root is one object with all of their properties',
      branches,
      anthropic,
      false,
      loosely(object({ by: { enum: ['id', 'name'] }, id: text, name: text }, { required: ['by'] }), branchNote),
    ],
    [
      'keeps what it says of the names of a map beside branches',
      { ...object({ a: text }), additionalProperties: text, anyOf: [{ required: ['a'] }, { required: ['b'] }] },
      chat,
      false,
      loosely(object({ a: text }, { additionalProperties: text }), 'At least one of these must hold: (1) a; (2) b.'),
    ],
    [
      'has its constants as choices, and one type each with null as a word',
      object({ kind: { const: 'a' }, note: { type: ['string', 'null'] }, size: { enum: [1, 2] } }),
      gemini,
      false,
      loosely(
        object({
          kind: { type: 'string', enum: ['a'] },
          note: { type: 'string', nullable: true },
          size: { type: 'integer', description: 'one of 1, 2' },
        }),
      ),
    ],
    [
      'has nothing beside its unions',
      object({ when: { type: ['string', 'integer'], description: 'A day', minimum: 0, minLength: 1 } }),
      gemini,
      false,
      loosely(
        object({
          when: {
            anyOf: [
              { type: 'string', minLength: 1, description: 'A day' },
              { type: 'integer', minimum: 0 },
            ],
          },
        }),
      ),
    ],
    [
      'has its references in place, and ends where they come back',
      {
        ...object({ tree: { $ref: '#/definitions/T' } }),
        definitions: { T: object({ left: { $ref: '#/definitions/T' } }) },
      },
      gemini,
      false,
      loosely(object({ tree: object({ left: { type: 'object', description: 'nested further in the same way' } }) })),
    ],
    [
      'that comes back to itself is not strict where that is refused',
      { ...object({ tree: { $ref: '#/$defs/T' } }), $defs: { T: object({ left: { $ref: '#/$defs/T' } }) } },
      anthropic,
      true,
      loosely({
        ...object({ tree: { $ref: '#/$defs/T' } }),
        $defs: { T: object({ left: { $ref: '#/$defs/T' } }) },
      }),
    ],
    [
      'whose null would mean two things is not strict',
      object({ note: { type: ['string', 'null'] } }),
      chat,
      true,
      loosely(object({ note: { type: ['string', 'null'] } })),
    ],
    [
      'whose null is its default is strict',
      object({ note: { anyOf: [text, { type: 'null' }], default: null } }),
      chat,
      true,
      strictly(
        object(
          { note: { anyOf: [text, { type: 'null' }], description: 'default: null' } },
          { required: ['note'], additionalProperties: false },
        ),
      ),
    ],
    [
      'with more choices than are taken is not strict',
      object({ id: { type: 'string', enum: Array.from({ length: 1001 }, (_, at) => `v${at}`) } }),
      chat,
      true,
      expect.objectContaining({ strict: undefined }),
    ],
    [
      'says what a list holds',
      object({ ids: { type: 'array' } }),
      chat,
      false,
      loosely(object({ ids: { type: 'array', items: {} } })),
    ],
    [
      'of a list is set aside',
      { type: 'array' },
      chat,
      false,
      'Its input schema does not describe an object, and arguments are one.',
    ],
    ['that is true is set aside', true, chat, false, 'Its input schema is no object.'],
    ['that is missing is set aside', undefined, chat, false, 'Its input schema is no object.'],
    [
      'with half a character is set aside',
      object({ '\uD800': text }),
      chat,
      false,
      'Its input schema holds half a character.',
    ],
    [
      'that goes on for ever is set aside',
      { description: 'x'.repeat(300_000) },
      chat,
      false,
      'Its input schema has more than 200000 characters.',
    ],
    ['that only points at itself says nothing', { $ref: '#' }, chat, false, loosely(object({}))],
    ['that points nowhere says nothing', { $ref: 'https://example.com/x' }, chat, false, loosely(object({}))],
  ])('%s', (_, schema, profile, isStrict, expected) => {
    expect(converted(schema, profile, isStrict)).toEqual(expected)
  })
})

/** Everything that a server could think of. */
function poisons(): readonly unknown[] {
  const deep = (levels: number): unknown =>
    Array.from({ length: levels }).reduce<unknown>((inner) => object({ inner }), text)
  const laughs = Object.fromEntries(
    Array.from({ length: 40 }, (_, at) => [
      `l${at}`,
      { allOf: [{ $ref: `#/$defs/l${at + 1}` }, { $ref: `#/$defs/l${at + 1}` }] },
    ]),
  )
  const nested = Object.fromEntries(
    Array.from({ length: 40 }, (_, at) => [
      `l${at}`,
      object({ a: { $ref: `#/$defs/l${at + 1}` }, b: { $ref: `#/$defs/l${at + 1}` } }),
    ]),
  )
  return [
    deep(500),
    deep(100_000),
    deep(30),
    { $ref: '#/$defs/l0', $defs: laughs },
    { ...object({ a: { $ref: '#/$defs/l0' } }), $defs: laughs },
    { ...object({ a: { $ref: '#/$defs/l0' } }), $defs: nested },
    { ...object({ a: { $ref: '#/$defs/a' } }), $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } },
    { allOf: [{ $ref: '#' }, { $ref: '#/allOf/0' }] },
    JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"},"toString":{}},"required":["__proto__"]}'),
    JSON.parse('{"__proto__":{"type":"array"},"constructor":1,"type":"object"}'),
    { type: 'object', properties: [], required: 'all', items: 7, anyOf: {}, enum: [], pattern: '(', $defs: 3 },
    { type: ['object', 'null', 'nonsense'] },
    { type: 'object', properties: { a: 1, b: null, c: 'string' } },
    { type: 'object', oneOf: Array.from({ length: 5000 }, (_, at) => object({ [`p${at}`]: text })) },
    { type: 'object', not: { required: ['x'] }, if: { required: ['a'] }, then: { required: ['b'] } },
    { type: 'object', if: { required: [{ toString: 1 }], properties: 7 }, then: false, else: 'x', not: { type: {} } },
    { type: 'object', not: { required: Array.from({ length: 50_000 }, (_, at) => `${at}`) } },
    { ...object(Object.fromEntries(Array.from({ length: 6000 }, (_, at) => [`p${at}`, text]))) },
    [],
    'schema',
    null,
    false,
  ]
}

test.each(profiles)('a poisonous definition changes nothing for the others, with $id', (profile) => {
  const healthy = { definition: definition('healthy') }
  for (const isStrict of [false, true]) {
    const [alone] = convertTools([healthy], { profile, isStrict }).tools
    const bad = [
      ...poisons().map((schema, at) => definition(`bad${at}`, schema)),
      null,
      7,
      [],
      {},
      { name: 7 },
      { name: '' },
    ]
    const { tools, setAside, read } = convertTools([...bad.map((each) => ({ definition: each })), healthy], {
      profile,
      isStrict,
    })
    expect(tools.find(({ name }) => name === 'healthy')).toEqual(alone)
    expect(tools.length + setAside.length).toBe(bad.length + 1)
    expect(tools.flatMap((tool) => refusals(profile.id, tool.inputSchema, tool.strict === true))).toEqual([])
    expect(JSON.stringify(profile.encodeTools(tools)).length).toBeLessThan(2_000_000)
    for (const { name } of tools) expect(read(name, { __proto__: null, a: { b: [null] } }).kind).toMatch(/call|refused/)
  }
})

test.each(profiles)(
  '129 tools with long and dotted names and branches at the root make a valid request, with $id',
  (profile) => {
    const sources = Array.from({ length: 129 }, (_, at) => ({
      server: 'files.v2',
      definition: definition(`admin.tools.${at}.`.padEnd(100, 'x'), {
        oneOf: [object({ [`filter[${at}]`]: text }), object({ name: text }, { required: ['name'] })],
      }),
    }))
    const { tools, setAside } = convertTools(sources, { profile })
    expect(tools.length + setAside.length).toBe(129)
    expect(tools.length).toBe(Math.min(129, profile.mostTools ?? 129))
    expect(new Set(tools.map(({ name }) => name)).size).toBe(tools.length)
    for (const { name } of tools) expect(name).toMatch(/^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/)
    expect(tools.flatMap((tool) => refusals(profile.id, tool.inputSchema, false))).toEqual([])
  },
)

const namesOf = ({ tools }: ModelTools): readonly string[] => tools.map(({ name }) => name)

describe('names', () => {
  test('say the server where there is one, and lead back', () => {
    const { read, ...tools } = convertTools(
      [
        { server: 'b', definition: definition('find') },
        { server: 'a', definition: definition('find') },
        { definition: definition('find') },
        { server: 'a', name: 'real.name', definition: definition('shown') },
      ],
      { profile: anthropic },
    )
    const hashed = expect.stringMatching(/^a__real_name_[0-9a-f]{8}$/) as unknown
    expect(namesOf({ read, ...tools })).toEqual(['a__find', hashed, 'b__find', 'find'])
    const places = tools.tools.map(({ name }) => read(name, {}))
    expect(places).toEqual(
      [
        ['a', 'find'],
        ['a', 'real.name'],
        ['b', 'find'],
        ['', 'find'],
      ].map(([server, tool]) => ({ kind: 'call', place: { server, tool }, arguments: {} })),
    )
  })

  test('of one server that are equal stand once', () => {
    const twice = [
      { server: 'a', definition: definition('find') },
      { server: 'a', definition: definition('find') },
    ]
    const { tools, setAside } = convertTools(twice, { profile: anthropic })
    expect(tools).toHaveLength(1)
    expect(setAside).toEqual([
      { name: 'a__find', place: { server: 'a', tool: 'find' }, reason: 'It is listed more than once.' },
    ])
  })

  test('come in the same order, whatever the order of servers', () => {
    const sources = ['c', 'a', 'b'].map((server) => ({ server, definition: definition('find') }))
    const there = convertTools(sources, { profile: chat })
    expect(there.tools).toEqual(convertTools(sources.toReversed(), { profile: chat }).tools)
  })
})

test('a property called __proto__ is one like any other', () => {
  const inputSchema: unknown = JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}')
  const args = JSON.parse('{"__proto__":"x"}') as UnknownObject
  for (const profile of profiles) {
    const { tools, read } = convertTools([{ definition: definition('odd', inputSchema) }], { profile, isStrict: true })
    expect(Object.keys(tools[0]!.inputSchema['properties'] as object)).toEqual(['__proto__'])
    const call = read('odd', args)
    expect(call.kind === 'call' && Object.entries(call.arguments)).toEqual([['__proto__', 'x']])
  }
})

test('arguments that are nested without end are refused', () => {
  const inputSchema = { ...object({ a: { $ref: '#/$defs/T' } }), $defs: { T: object({ a: { $ref: '#/$defs/T' } }) } }
  const args = Array.from({ length: 200_000 }).reduce<UnknownObject>((a) => ({ a }), {})
  const json = `${'{"a":'.repeat(200_000)}1${'}'.repeat(200_000)}`
  for (const isStrict of [false, true]) {
    const { read } = convertTools([{ definition: definition('deep', inputSchema) }], { profile: chat, isStrict })
    const reason = 'deep was not run: its arguments are nested too deep.'
    for (const said of [args, json]) {
      const call = read('deep', said)
      expect(call.kind === 'refused' && call.reason).toBe(reason)
    }
  }
})

test('of too many tools, those that are needed stay, in their place', () => {
  const sources = Array.from({ length: 200 }, (_, at) => ({
    definition: definition(`t${at + 100}`),
    isNeeded: at === 199,
  }))
  const { tools, setAside, read } = convertTools(sources, { profile: chat })
  expect([tools.length, setAside.length, tools.at(-1)?.name]).toEqual([128, 72, 't299'])
  const reason = 'OpenAI Chat Completions takes 128 tools, and there are more.'
  expect(setAside[0]).toEqual({ name: 't227', place: { server: '', tool: 't227' }, reason })
  expect(read('t227', {})).toEqual({ kind: 'refused', reason: `t227 cannot be used here: ${reason}` })
})

describe('a call', () => {
  const inputSchema = object(
    { 'filter[id]': { type: 'string', minLength: 2 }, limit: { type: 'integer' } },
    { required: ['filter[id]'], additionalProperties: false },
  )
  const sources = [
    { server: 'shop', definition: definition('find_orders', inputSchema) },
    { definition: { name: 'broken' } },
  ]

  test.each<[string, Profile, boolean, string, UnknownObject, unknown]>([
    [
      'has the names of the server',
      anthropic,
      false,
      'shop__find_orders',
      { filter_id_: 'ab' },
      { kind: 'call', place: { server: 'shop', tool: 'find_orders' }, arguments: { 'filter[id]': 'ab' } },
    ],
    [
      'has nothing where the model had to say null',
      chat,
      true,
      'shop__find_orders',
      { 'filter[id]': 'ab', limit: null },
      { kind: 'call', place: { server: 'shop', tool: 'find_orders' }, arguments: { 'filter[id]': 'ab' } },
    ],
    [
      'is held to what the provider was not told',
      anthropic,
      true,
      'shop__find_orders',
      { filter_id_: 'a' },
      { kind: 'refused', reason: expect.stringContaining('shop__find_orders was not run:') },
    ],
    [
      'of an unknown tool gets a near name',
      chat,
      false,
      'find_order',
      {},
      { kind: 'refused', reason: 'There is no tool find_order. Did you mean shop__find_orders?' },
    ],
    [
      'of no known tool is told so, on one line',
      chat,
      false,
      'rm\n-rf',
      {},
      { kind: 'refused', reason: 'There is no tool "rm⏎-rf". Only the tools that are listed can be called.' },
    ],
    [
      'of a name without end is told its beginning',
      chat,
      false,
      'x'.repeat(1_000_000),
      {},
      {
        kind: 'refused',
        reason: `There is no tool "${'x'.repeat(200)}". Only the tools that are listed can be called.`,
      },
    ],
    [
      'of a tool that was set aside is told why',
      chat,
      false,
      'broken',
      {},
      { kind: 'refused', reason: 'broken cannot be used here: Its input schema is no object.' },
    ],
  ])('%s', (_, profile, isStrict, name, args, expected) => {
    expect(convertTools(sources, { profile, isStrict }).read(name, args)).toEqual(expected)
  })

  test.each<[string, string | null | undefined, unknown]>([
    ['as JSON', '{"filter[id]":"ab","limit":1}', { 'filter[id]': 'ab', limit: 1 }],
    ['as JSON that does not fit', '{"filter[id]":"a"}', expect.stringContaining('shop__find_orders was not run:')],
    [
      'as broken JSON',
      '{"filter[id]": "ab',
      'shop__find_orders was not run: its arguments are no JSON. You wrote: "{\\"filter[id]\\": \\"ab"',
    ],
    [
      'as JSON without end',
      'x'.repeat(1_000_000),
      `shop__find_orders was not run: its arguments are no JSON. You wrote: "${'x'.repeat(199)}… (999802 more)`,
    ],
    ['as a list', '["ab"]', 'shop__find_orders was not run: its arguments are no object. You wrote: "[\\"ab\\"]"'],
    ['as JSON in JSON', '"{}"', 'shop__find_orders was not run: its arguments are no object. You wrote: "\\"{}\\""'],
  ])('has arguments %s', (_, args, expected) => {
    const call = convertTools(sources, { profile: chat }).read('shop__find_orders', args)
    expect(call.kind === 'call' ? call.arguments : call.reason).toEqual(expected)
  })

  test.each([undefined, null, '', ' \n', 'null', '{}'])('of no arguments may come as %j', (args) => {
    const loose = object({ 'a[1]': text })
    for (const isStrict of [false, true]) {
      const { read } = convertTools([{ definition: definition('ping', loose) }], { profile: anthropic, isStrict })
      expect(read('ping', args)).toEqual({ kind: 'call', place: { server: '', tool: 'ping' }, arguments: {} })
    }
  })

  test('of no arguments where some are needed is told which', () => {
    for (const args of [undefined, ''])
      expect(convertTools(sources, { profile: chat }).read('shop__find_orders', args)).toEqual({
        kind: 'refused',
        reason: expect.stringContaining('filter[id]') as unknown,
      })
  })

  test('that nobody can check is for its server to check', () => {
    const odd = { type: 'object', properties: { a: { $ref: '#/nowhere', pattern: '(' } } }
    const { read } = convertTools([{ definition: definition('odd', odd) }], { profile: chat })
    expect(read('odd', { a: 1 })).toMatchObject({ kind: 'call', arguments: { a: 1 } })
  })
})

const strictOf = (count: number, schema: object): readonly boolean[] =>
  convertTools(
    Array.from({ length: count }, (_, at) => ({ definition: definition(`t${String(at).padStart(2, '0')}`, schema) })),
    { profile: anthropic, isStrict: true },
  ).tools.map(({ strict }) => strict === true)

test('strict tools are no more than a request takes; the others are there all the same', () => {
  const two = object({ a: text, b: text })
  expect(strictOf(25, object({})).filter(Boolean)).toHaveLength(20)
  expect(strictOf(15, two).filter(Boolean)).toHaveLength(12)
  expect(strictOf(15, two)).toHaveLength(15)
})

test('a thousand tools are converted at once, and an unchanged schema only once', () => {
  const sources = Array.from({ length: 1000 }, (_, at) => ({
    server: 's',
    definition: {
      name: `tool_${at}`,
      inputSchema: object(
        {
          id: text,
          kind: { enum: ['a', 'b'] },
          nested: object({ list: { type: 'array', items: text }, n: { type: 'integer' } }),
        },
        { required: ['id'] },
      ),
    },
  }))
  const first = convertTools(sources, { profile: anthropic })
  const again = convertTools(
    sources.map(({ server, definition: { ...copy } }) => ({ server, definition: copy })),
    {
      profile: anthropic,
    },
  )
  expect(again.tools.map(({ inputSchema }) => inputSchema)).toSatisfy((schemas: unknown[]) =>
    schemas.every((schema, at) => schema === first.tools[at]!.inputSchema),
  )
})
