import { toStandardJsonSchema } from '@valibot/to-json-schema'
import { type as arktype } from 'arktype'
import * as v from 'valibot'
import { describe, expect, expectTypeOf, test } from 'vitest'
import * as z from 'zod'
import { callTool } from './call.ts'
import { idle } from './context.cases.ts'
import { text } from './results/content.ts'
import { tool } from './define.ts'
import type { ToolContext } from './tool.ts'
import { bindTool } from './manifest.ts'

const inputs = {
  zod: z.object({ order_id: z.string(), amount: z.number().int().min(1), notify: z.boolean().optional() }),
  valibot: toStandardJsonSchema(
    v.object({
      order_id: v.string(),
      amount: v.pipe(v.number(), v.integer(), v.minValue(1)),
      notify: v.optional(v.boolean()),
    }),
  ),
  arktype: arktype({ order_id: 'string', amount: 'number.integer >= 1', 'notify?': 'boolean' }),
}

describe.each(Object.entries(inputs))('a schema of %s', (_, input) => {
  const made = tool({
    name: 'refund_order',
    description: 'Refund.',
    input,
    run: ({ order_id, amount }) => `${order_id}: ${amount}`,
  })

  test('is listed as JSON Schema, closed against invented names', () => {
    const { inputSchema } = made
    expect(inputSchema).toMatchObject({
      type: 'object',
      properties: {
        order_id: { type: 'string' },
        amount: { type: 'integer', minimum: 1 },
        notify: { type: 'boolean' },
      },
      additionalProperties: false,
    })
    expect(inputSchema.required?.toSorted()).toEqual(['amount', 'order_id'])
  })

  test('lets right arguments through', async () => {
    const called = await callTool(made, { order_id: 'PT-1', amount: 5 }, idle)
    expect(called).toEqual({ content: [text('PT-1: 5')] })
  })

  test('refuses wrong ones in the same words as any tool', async () => {
    const refused = await callTool(made, { order_id: 'PT-1', amount: 0, notfy: true }, idle)
    const [said] = refused.content
    expect(said?.type === 'text' ? said.text.split('\n').slice(0, 3) : said).toEqual([
      'refund_order was not run:',
      '- amount: got 0, want an integer from 1',
      '- notfy is no argument, did you mean notify?',
    ])
  })
})

test('what only the library can check is refused in its words', async () => {
  const input = z
    .object({ from: z.number(), to: z.number() })
    .refine(({ from, to }) => from < to, { message: 'from must come before to', path: ['to'] })
  const report = tool({ name: 'report', description: 'Report.', input, run: () => 'ran' })
  expect(await callTool(report, { from: 2, to: 1 }, idle)).toEqual({
    content: [text('report was not run:\n- to: from must come before to')],
    isError: true,
  })
})

test('defaults and transformations reach the function', async () => {
  const input = z.object({ name: z.string().transform((name) => name.length), limit: z.number().default(20) })
  const find = tool({ name: 'find', description: 'Find.', input, run: (args) => args })
  expect(await callTool(find, { name: 'four' }, idle)).toMatchObject({ structuredContent: { name: 4, limit: 20 } })
})

test('the output schema is a promise', async () => {
  const output = z.object({ total: z.number() })
  const input = z.object({})
  const good = tool({ name: 'sum', description: 'Sum.', input, output, run: () => ({ total: 1, secret: 2 }) })
  expect(await callTool(good, {}, idle)).toEqual({ content: [text('{"total":1}')], structuredContent: { total: 1 } })
  expect(good.outputSchema).toEqual({
    type: 'object',
    properties: { total: { type: 'number' } },
    required: ['total'],
    additionalProperties: false,
  })
  const bad = tool({
    name: 'sum',
    description: 'Sum.',
    input,
    output,
    run: () => JSON.parse('{"total":"1"}') as { total: number },
  })
  expect(JSON.stringify(await callTool(bad, {}, idle))).toContain('broke its declared shape')
})

test('a plain JSON Schema is listed as it is given', async () => {
  const input = {
    type: 'object',
    properties: { a: { type: 'integer' } },
    required: ['a'],
    additionalProperties: false,
  } as const
  const next = tool({
    name: 'next',
    description: 'Next.',
    input,
    output: { type: 'integer' },
    run: ({ a }) => Number(a) + 1,
  })
  expect(next.inputSchema).toBe(input)
  expect(await callTool(next, { a: 1 }, idle)).toMatchObject({ structuredContent: 2 })
  expect(await callTool(next, { a: 'x' }, idle)).toMatchObject({ isError: true })
})

test.each([
  [
    'an input that is no object',
    () => tool({ name: 'x', description: 'X.', input: z.string(), run: () => 1 }),
    'x: the input schema of a tool is an object with "type": "object".',
  ],
  [
    'a type without JSON',
    () => tool({ name: 'x', description: 'X.', input: z.object({ d: z.date() }), run: () => 1 }),
    /^x: .*[Dd]ate/,
  ],
  [
    'a schema without JSON Schema',
    () => tool({ name: 'x', description: 'X.', input: v.object({}), run: () => 1 }),
    'x: a schema of valibot has no JSON Schema: wrap it with toStandardJsonSchema of @valibot/to-json-schema.',
  ],
  [
    'a keyword that is not supported',
    () => tool({ name: 'x', description: 'X.', input: { type: 'object', unevaluatedProperties: false }, run: () => 1 }),
    'x: its input schema uses what is not supported: /unevaluatedProperties.',
  ],
])('%s is refused when it is made', (_, make, message) => {
  expect(make).toThrow(message)
})

function refund(order_id: string): string {
  return order_id
}

test('a function stays itself, and what was added holds when it is bound', () => {
  const wrapped = tool(refund, { title: 'Refund', timeout: 100 })
  expect(wrapped).toBe(refund)
  expectTypeOf(wrapped).toEqualTypeOf<(order_id: string) => string>()
  const compiled = {
    name: 'refund',
    title: 'From the comment',
    inputSchema: { type: 'object' },
    module: 0,
    export: 'refund',
    parameters: [],
  } as const
  expect(bindTool(compiled, [{ refund }])).toMatchObject({ name: 'refund', title: 'Refund', timeout: 100 })
})

test('types of arguments come from the schema', () => {
  const input = z.object({ a: z.number(), b: z.string().optional(), c: z.string().transform(Number) })
  tool({
    name: 'typed',
    description: 'Typed.',
    input,
    run(args, context) {
      expectTypeOf(args).toEqualTypeOf<{ a: number; b?: string | undefined; c: number }>()
      expectTypeOf(context).toEqualTypeOf<ToolContext>()
    },
  })
  tool({
    name: 'plain',
    description: 'Plain.',
    input: { type: 'object' },
    run(args) {
      expectTypeOf(args).toEqualTypeOf<Readonly<Record<string, unknown>>>()
    },
  })
  const wrong = { name: 'wrong', description: 'Wrong.', input, output: z.object({ total: z.number() }) }
  // @ts-expect-error what the output schema does not take cannot be returned
  expect(tool({ ...wrong, run: () => ({ total: 'x' }) }).name).toBe('wrong')
})
