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
