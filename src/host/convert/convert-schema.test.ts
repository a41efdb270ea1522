import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { UnknownObject } from '../../tool/index.ts'
import type { Profile } from './profile.ts'
import { profiles } from './profiles/index.ts'
import { refusals } from './rules.cases.ts'
import { argumentCases } from './schemas.cases.ts'
import { convertTools } from './tools.ts'

const modes = profiles.flatMap((profile) =>
  [false, ...(profile.strict ? [true] : [])].map((isStrict): [string, boolean, Profile] => [
    profile.id,
    isStrict,
    profile,
  ]),
)

/** What Gemini calls nullable, in JSON Schema. */
function standard(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(standard)
  if (typeof value !== 'object' || value === null) return value
  const { nullable, ...rest } = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, standard(part)]))
  return nullable === true ? { anyOf: [rest, { type: 'null' }] } : rest
}

const ajv = new Ajv2020({ strict: false, validateFormats: false, ownProperties: true })

function fits(schema: unknown, value: unknown): boolean {
  return ajv.validate(standard(schema) as object, value)
}

function renameFor(pattern: RegExp | undefined): (name: string) => string {
  return (name) =>
    pattern === undefined || pattern.test(name) ? name : name.replaceAll(/[^A-Za-z0-9_]+/g, '_').slice(0, 64)
}

test.each(modes)(
  '%s takes any schema, and what its models answer fits the original (strict: %s)',
  (id, isStrict, profile) => {
    fc.assert(
      fc.property(argumentCases, ({ schema, sample }) => {
        const definition = JSON.parse(JSON.stringify({ name: 'tool', inputSchema: schema })) as UnknownObject
        const { tools, setAside, read } = convertTools([{ definition }], { profile, isStrict })
        expect(setAside).toEqual([])
        const [tool] = tools
        const inputSchema = tool!.inputSchema
        const hasStrict = tool!.strict === true
        expect(refusals(id, inputSchema, hasStrict)).toEqual([])
        const rules = hasStrict ? profile.strict!.schema : profile.schema
        const said = sample.said({
          rename: renameFor(rules.propertyName),
          hasNulls: rules.objects === 'required',
          hasMaps: rules.keywords.has('additionalProperties'),
        })
        expect(fits(inputSchema, said)).toBe(true)
        expect(read('tool', said as UnknownObject)).toEqual({
          kind: 'call',
          place: { server: '', tool: 'tool' },
          arguments: sample.plain,
        })
      }),
      { numRuns: 80 },
    )
  },
)

const many = (count: number, make: (at: number) => [string, unknown]): object =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => make(at)))
const manyParts = Array.from({ length: 6000 }, (_, at) => ({ properties: { [`p${at}`]: {} } }))
const large = { type: 'string', description: 'd'.repeat(100_000) }

test.each<[string, object, RegExp | undefined]>([
  ['has thousands of parts', { properties: { x: { allOf: manyParts } } }, /more than 10000 parts/],
  ['has thousands of parts at its root', { allOf: manyParts }, /more than 1000 parts at its root/],
  [
    'has thousands of anchors',
    {
      properties: many(2000, (at) => [`p${at}`, { $ref: `#a${at}` }]),
      $defs: many(2000, (at) => [`d${at}`, { type: 'string', $anchor: `a${1999 - at}` }]),
    },
    undefined,
  ],
  ['has an anchor that is none', { $defs: { odd: { $anchor: { toString: 1 } } }, properties: { a: large } }, undefined],
])('a schema that %s holds nothing up', (_, schema, reason) => {
  for (const [, isStrict, profile] of modes) {
    const start = performance.now()
    const definition = { name: 'tool', inputSchema: { type: 'object', ...structuredClone(schema) } }
    const { setAside } = convertTools([{ definition }], { profile, isStrict })
    expect(performance.now() - start).toBeLessThan(3000)
    expect(setAside.filter((aside) => reason?.test(aside.reason) !== true)).toEqual([])
  }
})

test('a schema that grows without end where its references are put in place is set aside', () => {
  const properties = many(1000, (at) => [`p${at}`, { $ref: '#/$defs/large' }])
  const definition = { name: 'tool', inputSchema: { type: 'object', properties, $defs: { large } } }
  for (const [id, isStrict, profile] of modes) {
    const { tools, setAside } = convertTools([{ definition }], { profile, isStrict })
    expect(JSON.stringify(tools).length).toBeLessThan(450_000)
    const hasGrown = id === 'gemini' || id === 'bedrock'
    const reason = 'Its input schema has more than 400000 characters once it is converted.'
    expect(setAside.map((each) => each.reason)).toEqual(hasGrown ? [reason] : [])
  }
})

test('what is told of branches is no longer than a description may be', () => {
  const branch = { description: 'd'.repeat(20_000), required: ['a'] }
  const inputSchema = { type: 'object', oneOf: [branch, { ...branch, required: ['b'] }] }
  const definition = { name: 'tool', description: 'x'.repeat(1_000_000), inputSchema }
  for (const [, isStrict, profile] of modes)
    expect(convertTools([{ definition }], { profile, isStrict }).tools[0]!.description).toHaveLength(20_003)
})
