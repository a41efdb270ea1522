import fc from 'fast-check'

/** How a model says a value in the form that its provider was given. */
export interface Form {
  /** What a property is called. */
  readonly rename: (name: string) => string
  /** Whether what is absent is said to be null. */
  readonly hasNulls: boolean
  /** Whether the schema says what a map holds; where it is only told in words, those are of the original. */
  readonly hasMaps: boolean
}

/** A value as the original schema has it, and as a model says it. */
export interface Said {
  readonly plain: unknown
  readonly said: (form: Form) => unknown
}

/** A schema, and values that fit it. */
export interface SchemaCase {
  readonly schema: object
  readonly samples: fc.Arbitrary<Said>
}

const alike = (values: fc.Arbitrary<unknown>): fc.Arbitrary<Said> =>
  values.map((plain) => ({ plain, said: () => plain }))
const fixed = (schema: object, ...values: readonly unknown[]): SchemaCase => ({
  schema,
  samples: alike(fc.constantFrom(...values)),
})

const strings = fc.tuple(fc.nat(3), fc.nat(5)).map(([minLength, more]): SchemaCase => {
  const maxLength = minLength + more
  return {
    schema: { type: 'string', minLength, maxLength, title: 'A text' },
    samples: alike(fc.string({ minLength, maxLength })),
  }
})
const integers = fc.tuple(fc.integer({ min: -9, max: 9 }), fc.nat(9)).map(([minimum, more]): SchemaCase => {
  const maximum = minimum + more
  return {
    schema: { type: 'integer', minimum, maximum, multipleOf: 1 },
    samples: alike(fc.integer({ min: minimum, max: maximum })),
  }
})
const leaves: fc.Arbitrary<SchemaCase> = fc.oneof(
  strings,
  integers,
  fc.constantFrom<SchemaCase[]>(
    fixed({ enum: ['red', 'green'] }, 'red', 'green'),
    fixed({ type: 'string', enum: ['', 'x'], default: 'x' }, '', 'x'),
    fixed({ enum: [1, 2.5] }, 1, 2.5),
    fixed({ enum: ['auto', 1, null] }, 'auto', 1, null),
    fixed({ enum: [{ deep: [1] }, 'x'] }, { deep: [1] }, 'x'),
    fixed({ const: 'fixed' }, 'fixed'),
    fixed({ type: 'string', const: 'typed' }, 'typed'),
    fixed({ type: 'boolean' }, true, false),
    fixed({ type: ['string', 'null'], description: 'Or nothing' }, 'x', null),
    fixed({ type: ['string', 'integer'] }, 'x', 1),
    fixed({ type: ['object', 'string'], properties: { a: { type: 'string' } }, additionalProperties: false }, 'x'),
    fixed({ type: 'string', format: 'date' }, '2026-12-01'),
    fixed({ type: 'string', format: 'uri' }, 'https://example.com/'),
    fixed({ type: 'string', pattern: '^a+$' }, 'a', 'aaa'),
    fixed({ type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 2 }, 1, 0.5),
    fixed({}, 'x', 1, true, null, { a: 1 }, ['x', 2]),
    fixed({ type: 'array' }, [], ['x', 1]),
    fixed({ type: 'object' }, {}, { free: 'x' }),
    fixed({ type: 'array', minItems: 2, maxItems: 3, items: { type: 'boolean' }, uniqueItems: false }, [true, false]),
    fixed({ oneOf: [{ type: 'string', maxLength: 3 }, { type: 'integer' }], description: 'Either' }, 'abc', 7),
    fixed({ anyOf: [{ type: 'string' }, { type: 'null' }], default: null }, 'abc'),
    fixed({ allOf: [{ type: 'string' }, { minLength: 2 }] }, 'ab'),
    fixed({ $ref: '#/$defs/Word' }, 'word'),
    fixed({ $ref: '#/$defs/Word', description: 'A word' }, 'word'),
    fixed({ type: 'array', items: [{ type: 'string' }, { type: 'integer' }] }, ['x', 1], ['x']),
    fixed({ type: 'object', patternProperties: { '^x': { type: 'string' } } }, { x1: 'y' }),
    fixed({ type: 'string', nonsense: 1, minLength: 'many', pattern: '(' }, 'x'),
  ),
)

/** Names that some providers refuse; none becomes another of them. */
const names = [
  'id',
  'name',
  'kind_of',
  'filter[id]',
  '$top',
  'Größe',
  'x'.repeat(70),
  'constructor',
  'type',
  'properties',
]

const tree: SchemaCase = {
  schema: { $ref: '#/$defs/Tree' },
  samples: fc.letrec<{ tree: Said }>((tie) => ({
    tree: fc
      .option(fc.oneof({ maxDepth: 3 }, fc.constant([]), fc.array(tie('tree'), { maxLength: 2 })), { nil: undefined })
      .map((kids): Said => ({
        plain: { label: 'x', ...(kids && { kids: kids.map(({ plain }) => plain) }) },
        said: (form) => ({
          label: 'x',
          ...(kids ? { kids: kids.map(({ said }) => said(form)) } : form.hasNulls && { kids: null }),
        }),
      })),
  })).tree,
}

const { node } = fc.letrec<{ node: SchemaCase; object: SchemaCase }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    leaves,
    tie('object'),
    tie('node').map(listOf),
    fc.tuple(tie('node'), tie('node')).map(tupleOf),
    tie('node').map(mapOf),
    tie('node').map(orNull),
    fc.constant(tree),
  ),
  object: fc
    .uniqueArray(fc.record({ name: fc.constantFrom(...names), value: tie('node'), isRequired: fc.boolean() }), {
      selector: ({ name }) => name,
      maxLength: 4,
    })
    .chain((members) => fc.constantFrom(undefined, false).map((additional) => objectOf(members, additional))),
}))

interface Member {
  readonly name: string
  readonly value: SchemaCase
  readonly isRequired: boolean
}

const definitions = {
  Word: { type: 'string', minLength: 1 },
  Tree: {
    type: 'object',
    properties: { label: { type: 'string' }, kids: { type: 'array', items: { $ref: '#/$defs/Tree' } } },
    required: ['label'],
  },
}

function listOf({ schema, samples }: SchemaCase): SchemaCase {
  return {
    schema: { type: 'array', items: schema },
    samples: fc.array(samples, { maxLength: 3 }).map((items) => ({
      plain: items.map(({ plain }) => plain),
      said: (form) => items.map(({ said }) => said(form)),
    })),
  }
}

function tupleOf(items: readonly [SchemaCase, SchemaCase]): SchemaCase {
  return {
    schema: { type: 'array', prefixItems: items.map(({ schema }) => schema), items: false },
    samples: fc.tuple(items[0].samples, items[1].samples).map((values) => ({
      plain: values.map(({ plain }) => plain),
      said: (form) => values.map(({ said }) => said(form)),
    })),
  }
}

function mapOf({ schema, samples }: SchemaCase): SchemaCase {
  return {
    schema: { type: 'object', additionalProperties: schema },
    samples: fc.dictionary(fc.constantFrom('a', 'b', 'x y'), samples).map((values) => ({
      plain: mapped(values, ({ plain }) => plain),
      said: (form) => mapped(values, ({ said }) => said(form.hasMaps ? form : original)),
    })),
  }
}

const original: Form = { rename: (name) => name, hasNulls: false, hasMaps: true }

function mapped(values: Readonly<Record<string, Said>>, change: (said: Said) => unknown): unknown {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]))
}

function orNull({ schema, samples }: SchemaCase): SchemaCase {
  const nothing: Said = { plain: null, said: () => null }
  return { schema: { anyOf: [schema, { type: 'null' }] }, samples: fc.oneof(samples, fc.constant(nothing)) }
}

function objectOf(members: readonly Member[], additional: false | undefined): SchemaCase {
  const required = members.filter(({ isRequired }) => isRequired).map(({ name }) => name)
  return {
    schema: {
      type: 'object',
      properties: Object.fromEntries(members.map(({ name, value }) => [name, value.schema])),
      ...(required.length > 0 && { required }),
      ...(additional === false && { additionalProperties: false }),
    },
    samples: samplesOf(
      members,
      members.map(({ name }) => name),
    ),
  }
}

/** Values of members; of all the names that a model may have to say something of. */
function samplesOf(members: readonly Member[], all: readonly string[]): fc.Arbitrary<Said> {
  const values = members.map(({ value, isRequired }) =>
    isRequired ? value.samples : fc.option(value.samples, { nil: undefined }),
  )
  return fc.tuple(...values).map((found): Said => {
    const given = members.flatMap(({ name }, at) => (found[at] === undefined ? [] : [{ name, value: found[at] }]))
    const absent = all.filter((name) => given.every((each) => each.name !== name))
    return {
      plain: Object.fromEntries(given.map(({ name, value }) => [name, value.plain])),
      said: (form) =>
        Object.fromEntries([
          ...given.map(({ name, value }): [string, unknown] => [form.rename(name), value.said(form)]),
          ...(form.hasNulls ? absent : []).map((name): [string, unknown] => [form.rename(name), null]),
        ]),
    }
  })
}

const member = fc.record({ name: fc.constantFrom(...names), value: node, isRequired: fc.boolean() })
const members = (maxLength: number): fc.Arbitrary<Member[]> =>
  fc.uniqueArray(member, { selector: ({ name }) => name, maxLength })

/** A root with one schema for each kind of arguments. */
const branched = fc
  .tuple(fc.constantFrom('oneOf', 'anyOf'), fc.tuple(members(2), members(2)))
  .map(([keyword, branches]): SchemaCase => {
    const all = ['kind', ...new Set(branches.flatMap((each) => each.map(({ name }) => name)))]
    const cases = branches.map((own, at) => {
      const kind: Member = { name: 'kind', value: fixed({ const: `k${at}` }, `k${at}`), isRequired: true }
      return { ...objectOf([kind, ...own], false), samples: samplesOf([kind, ...own], all) }
    })
    return {
      schema: { type: 'object', [keyword]: cases.map(({ schema }) => schema) },
      samples: fc.oneof(...cases.map(({ samples }) => samples)),
    }
  })

/** Schemas of arguments as servers send them, and arguments that fit. */
export const argumentCases: fc.Arbitrary<{ readonly schema: object; readonly sample: Said }> = fc
  .oneof(
    {
      weight: 3,
      arbitrary: fc
        .tuple(members(5), fc.constantFrom<(false | undefined)[]>(undefined, false))
        .map(([own, additional]) => objectOf(own, additional)),
    },
    { weight: 1, arbitrary: branched },
  )
  .chain(({ schema, samples }) => samples.map((sample) => ({ schema: { ...schema, $defs: definitions }, sample })))
