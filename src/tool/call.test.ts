import { expect, test } from 'vitest'
import { callTool, createCaller } from './call.ts'
import type { Around } from './call.ts'
import { idle } from './context.cases.ts'
import { text } from './results/content.ts'
import type { ToolResult } from './results/content.ts'
import { ToolError } from './error.ts'
import { hiddenError, traceOf } from './failure.ts'
import type { Tool } from './tool.ts'

function tool(run: Tool['run'], more: Partial<Tool> = {}): Tool {
  const inputSchema = { type: 'object', additionalProperties: false } as const
  return { name: 'try_it', inputSchema, ...more, run }
}

async function textOf(made: Tool, args?: unknown): Promise<string> {
  const { content } = await callTool(made, args, idle)
  return content.map((item) => (item.type === 'text' ? item.text : item.type)).join('\n---\n')
}

const orders = tool(() => 'ran', {
  name: 'place_order',
  inputSchema: {
    type: 'object',
    properties: {
      customer: { type: 'string', examples: ['Arjun R'] },
      lines: {
        type: 'array',
        minItems: 1,
        items: {
          type: 'object',
          properties: {
            sku: { type: 'string', pattern: '^[A-Z]{2}-\\d{3}$' },
            quantity: { type: 'integer', minimum: 1 },
          },
          required: ['sku', 'quantity'],
          additionalProperties: false,
        },
      },
      priority: { type: 'string', enum: ['low', 'high'] },
    },
    required: ['customer', 'lines'],
    additionalProperties: false,
  },
})

test('a function that answers at once is answered at once', () => {
  expect(
    callTool(
      tool(() => 'done'),
      {},
      idle,
    ),
  ).toEqual({ content: [{ type: 'text', text: 'done' }] })
})

test.each<[string, unknown, Partial<Tool>, ToolResult]>([
  ['nothing', undefined, {}, { content: [text('try_it is done.')] }],
  ['a string', 'as it is', {}, { content: [text('as it is')] }],
  ['a content item', text('one'), {}, { content: [text('one')] }],
  ['a list of content and strings', [text('one'), 'two'], {}, { content: [text('one'), text('two')] }],
  ['strings', ['a', 'b'], {}, { content: [text('["a","b"]')], structuredContent: ['a', 'b'] }],
  ['an empty list', [], {}, { content: [text('[]')], structuredContent: [] }],
  [
    'an object',
    { a: 1 },
    { outputSchema: { type: 'object' } },
    { content: [text('{"a":1}')], structuredContent: { a: 1 } },
  ],
  ['null', null, { outputSchema: { type: ['object', 'null'] } }, { content: [text('null')], structuredContent: null }],
  ['a number', 5, { outputSchema: { type: 'number' } }, { content: [text('5')], structuredContent: 5 }],
])('%s becomes content', async (_, value, more, result) => {
  expect(
    await callTool(
      tool(() => value, more),
      {},
      idle,
    ),
  ).toEqual(result)
  expect(
    await callTool(
      tool(async () => value, more),
      {},
      idle,
    ),
  ).toEqual(result)
})

test('what the return type did not declare does not leave', async () => {
  const outputSchema = {
    type: 'object',
    properties: { id: { type: 'string' } },
    required: ['id'],
    additionalProperties: false,
  } as const
  const row = tool(() => ({ id: 'PT-1', password_hash: 'x' }), { outputSchema })
  expect(await callTool(row, {}, idle)).toEqual({
    content: [text('{"id":"PT-1"}')],
    structuredContent: { id: 'PT-1' },
  })
})

test('a result that breaks its declared shape is no result', async () => {
  const broken = tool(() => ({ id: 5 }), { outputSchema: { type: 'object', properties: { id: { type: 'string' } } } })
  expect(await textOf(broken)).toMatch(
    /^try_it ran, but its result broke its declared shape \(ref \w{4}\)\. Do not call it again\.$/,
  )
  const reader = { ...broken, annotations: { readOnlyHint: true } }
  expect(await textOf(reader)).toMatch(/^try_it failed inside the server \(ref \w{4}\)\.$/)
  const hidden = hiddenError(await callTool(broken, {}, idle))
  expect(String(hidden?.error)).toBe('ResultError: its result breaks its declared type: id: got 5, want a string')
})

class NotFound extends ToolError {}

test.each<[string, () => unknown, string]>([
  [
    'a ToolError with a fix',
    () => {
      throw new ToolError('no such order', { fix: 'Search for it.' })
    },
    'no such order\nSearch for it.',
  ],
  [
    'a class that extends it',
    () => {
      throw new NotFound('not found')
    },
    'not found',
  ],
  [
    'a plain Error',
    () => {
      throw new Error('closed on Sundays')
    },
    'closed on Sundays',
  ],
  [
    'an error that is meant to be shown',
    () => {
      throw Object.assign(new RangeError('too far'), { expose: true })
    },
    'too far',
  ],
  [
    'a rejection',
    async () => {
      throw new ToolError('later')
    },
    'later',
  ],
  [
    'an error without a message',
    () => {
      throw new ToolError('')
    },
    'try_it failed.',
  ],
])('%s reaches the model', async (_, run, said) => {
  expect(await textOf(tool(run))).toBe(said)
})

test.each<[string, unknown]>([
  ['a TypeError', new TypeError("Cannot read properties of undefined (reading 'id')")],
  ['a system error', Object.assign(new Error('connect ECONNREFUSED postgres://user:pw@db'), { code: 'ECONNREFUSED' })],
  ['a string', 'secret'],
  ['nothing', undefined],
  ['an object', { message: 'secret' }],
])('%s that is thrown stays inside, under a reference', async (_, error) => {
  const result = await callTool(
    tool(() => {
      throw error
    }),
    {},
    idle,
  )
  expect(result).toMatchObject({ isError: true })
  expect(JSON.stringify(result)).toMatch(
    /^\{"content":\[\{"type":"text","text":"try_it failed inside the server \(ref \w{4}\)\."\}\],"isError":true\}$/,
  )
  expect(hiddenError(result)?.error).toBe(error)
})

test('a result that cannot be JSON is masked', async () => {
  const cycle: Record<string, unknown> = {}
  cycle['self'] = cycle
  expect(await textOf(tool(() => cycle))).toMatch(/failed inside the server/)
})

test('absent arguments are no arguments', async () => {
  expect(await textOf(tool((args) => args))).toBe('{}')
})

test('arguments that do not fit are told all at once, and the function does not run', async () => {
  const sent = { customer: 5, lines: [{ sku: 'x', quantity: 0 }], priority: 'urgent', extra: 1 }
  expect(await textOf(orders, sent)).toMatchInlineSnapshot(`
    "place_order was not run:
    - customer: got 5, want a string, such as "Arjun R"
    - lines[0].sku: got "x", want a string that matches ^[A-Z]{2}-\\d{3}$
    - lines[0].quantity: got 0, want an integer from 1
    - priority: got "urgent", want one of "low", "high"
    - extra is no argument; known: customer, lines, priority
    Right: {"customer":"5","lines":[{"sku":"AA-111","quantity":1}],"priority":"low"}"
  `)
})

test('a misspelt argument is one mistake, and the right call keeps its value', async () => {
  const sent = { custmer: 'Mina K', lines: [{ sku: 'AB-123', quantity: 2 }] }
  expect(await textOf(orders, sent)).toMatchInlineSnapshot(`
    "place_order was not run: custmer is no argument, did you mean customer?
    Right: {"customer":"Mina K","lines":[{"sku":"AB-123","quantity":2}]}"
  `)
})

test('a missing argument is told with what it wants', async () => {
  expect(await textOf(orders, {})).toMatchInlineSnapshot(`
    "place_order was not run:
    - customer is missing, want a string, such as "Arjun R"
    - lines is missing, want a list of at least 1 object with sku, quantity
    Right: {"customer":"Arjun R","lines":[{"sku":"AA-111","quantity":1}]}"
  `)
})

test('arguments that are no object are told so', async () => {
  expect(await textOf(orders, ['PT-1042'])).toMatchInlineSnapshot(`
    "place_order was not run: the arguments: got ["PT-1042"], want an object with customer, lines.
    Right: {"customer":"Arjun R","lines":[{"sku":"AA-111","quantity":1}]}"
  `)
})

test('names that objects inherit are not arguments', async () => {
  const sent: unknown = JSON.parse('{"__proto__":{"customer":"x"},"constructor":1,"toString":2}')
  expect(
    await textOf(
      tool(() => 'ran'),
      sent,
    ),
  ).toMatchInlineSnapshot(`
    "try_it was not run: __proto__, constructor, toString are no arguments; there are none.
    Right: {}"
  `)
})

test('a call passes through what is around it, the first outermost, each able to change what comes out', async () => {
  const order: string[] = []
  const named = (name: string): Around => {
    return async ({ args }, next) => {
      order.push(`${name} ${JSON.stringify(args)}`)
      return `${name}(${String(await next())})`
    }
  }
  const call = createCaller({ around: [named('outer'), named('inner')] })
  expect(
    await call(
      tool(() => 'ran'),
      {},
      idle,
    ),
  ).toEqual({ content: [text('outer(inner(ran))')] })
  expect(order).toEqual(['outer {}', 'inner {}'])
})

test('what is around a call may turn its errors into others, and is not reached by bad arguments', async () => {
  const calls: unknown[] = []
  const around: Around = async ({ args }, next) => {
    calls.push(args)
    try {
      return await next()
    } catch {
      throw new ToolError('the database sleeps', { retryable: true })
    }
  }
  const call = createCaller({ around: [around] })
  const failing = tool(() => {
    throw new TypeError('secret')
  })
  expect(await call(failing, {}, idle)).toMatchObject({ content: [text('the database sleeps')] })
  expect(await call(failing, { extra: 1 }, idle)).toMatchObject({ isError: true })
  expect(calls).toEqual([{}])
})

test('what a function that declares nothing gives all the same stays inside', async () => {
  const leaky = tool(() => ({ password: 'x' }), { returns: 'nothing' })
  expect(await textOf(leaky)).toBe('try_it is done.')
  expect(await callTool({ ...leaky, run: async () => 'secret' }, {}, idle)).toEqual({
    content: [text('try_it is done.')],
  })
})

test('what a function that declares text gives instead is a broken promise', async () => {
  const broken = tool(() => ({ password: 'x' }), { returns: 'content' })
  expect(await textOf(broken)).toMatch(/^try_it ran, but its result broke its declared shape/)
  expect(String(hiddenError(await callTool(broken, {}, idle))?.error)).toContain('want text or content')
  expect(await textOf(tool(() => ['one', text('two')], { returns: 'content' }))).toBe('one\n---\ntwo')
  expect(await textOf(tool(() => ['one', 'two'], { returns: 'content' }))).toBe('one\n---\ntwo')
  expect(await textOf(tool(() => [], { returns: 'content' }))).toBe('')
})

test('whatever is thrown, the caller gets an answer and the log a line', async () => {
  const trap = new Proxy(new Error('x'), {
    get() {
      throw new Error('trap')
    },
    has() {
      throw new Error('trap')
    },
    getPrototypeOf() {
      throw new Error('trap')
    },
  })
  for (const thrown of [trap, Object.create(null), Symbol('s'), { message: 'obj', code: 3 }, [1n]]) {
    const result = await callTool(
      tool(() => {
        throw thrown
      }),
      {},
      idle,
    )
    expect(JSON.stringify(result)).toMatch(/failed inside the server \(ref \w{4}\)/)
    expect(traceOf(hiddenError(result)?.error)).not.toBe('')
  }
  expect(traceOf({ message: 'obj', code: 3 })).toBe('{"message":"obj","code":3} was thrown, which is no Error')
})
