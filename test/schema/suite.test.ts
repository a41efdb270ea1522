import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { JsonSchema } from '../../src/tool/schema/schema.ts'
import { unsupported, validatorOf } from '../../src/tool/schema/validate.ts'

interface Group {
  readonly description: string
  readonly schema: JsonSchema
  readonly tests: readonly { readonly description: string; readonly data: unknown; readonly valid: boolean }[]
}

/** A checkout of the suite, or the one that Debian's libtest-json-schema-acceptance-perl brings. */
const places = [process.env['JSON_SCHEMA_TEST_SUITE'], '/usr/share/perl5/auto/share/dist/Test-JSON-Schema-Acceptance']
const suite = places.map((place) => join(place ?? '', 'tests/draft2020-12')).find((folder) => existsSync(folder))

/** Files about what Verbnoun does otherwise, on purpose. */
const elsewhere: Readonly<Record<string, string>> = {
  'format.json': 'asks that no format be asserted; Verbnoun asserts those it knows',
  'optional/format/idn-email.json': 'an annotation',
  'optional/format/idn-hostname.json': 'an annotation',
  'optional/format/iri.json': 'an annotation',
  'optional/format/iri-reference.json': 'an annotation',
  'optional/format/relative-json-pointer.json': 'an annotation',
  'optional/format/uri-template.json': 'an annotation',
  'id.json': 'looks into unknown keywords, which are refused',
  'optional/id.json': 'looks into unknown keywords, which are refused',
  'unknownKeyword.json': 'unknown keywords are refused',
  'optional/unknownKeyword.json': 'unknown keywords are refused',
  'optional/refOfUnknownKeyword.json': 'unknown keywords are refused',
}
/** What an `xn--` label stands for is not looked at. */
const punycode = 'validation of A-label (punycode) host names'
/** Why a schema of the suite may be refused: by one of these, at the root or inside. */
const refusable = /\/(?:unevaluated(?:Items|Properties)|\$dynamic(?:Ref|Anchor)|\$ref|\$id|\$schema|dependencies)$/

describe.skipIf(suite === undefined)('the official suite (skipped where no copy of it is found)', () => {
  const all = suite === undefined ? [] : readdirSync(suite, { recursive: true, encoding: 'utf8' })
  const files = all
    .filter((file) => file.endsWith('.json') && !(file in elsewhere))
    .map((file) => [file, read(file)] as const)

  test.each(files)('%s', (_file, groups) => {
    const claimed = groups.filter(
      ({ schema, description }) => unsupported(schema).length === 0 && description !== punycode,
    )
    const wrong = claimed.flatMap(({ description, schema, tests }) =>
      tests
        .filter(({ data, valid }) => validatorOf(schema)(data) !== valid)
        .map((one) => `${description}: ${one.description}`),
    )
    expect(wrong).toEqual([])
  })

  test('what is refused is refused for a keyword that Verbnoun says it lacks', () => {
    const pointers = files.flatMap(([, groups]) => groups.flatMap(({ schema }) => unsupported(schema)))
    expect(pointers.filter((pointer) => !refusable.test(pointer))).toEqual([])
  })

  test('most of it is claimed', () => {
    const schemas = files.flatMap(([, groups]) => groups.map(({ schema }) => schema))
    const claimed = schemas.filter((schema) => unsupported(schema).length === 0)
    expect(claimed.length / schemas.length).toBeGreaterThan(0.6)
  })

  function read(file: string): readonly Group[] {
    return JSON.parse(readFileSync(join(suite ?? '', file), 'utf8'))
  }
})
