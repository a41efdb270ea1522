import { expect, test } from 'vitest'
import { callTool } from '../call.ts'
import { idle } from '../context.cases.ts'
import type { JsonSchema } from '../schema/schema.ts'
import type { Tool } from '../tool.ts'

/** What a model reads after each of these calls, one under the other. Written to be read as prose. */
async function told(
  properties: Record<string, JsonSchema>,
  calls: readonly unknown[],
  more: object = {},
): Promise<string> {
  const tool: Tool = {
    name: 'book_table',
    inputSchema: {
      type: 'object',
      properties,
      required: Object.keys(properties),
      additionalProperties: false,
      ...more,
    },
    run: () => 'It ran.',
  }
  const results = await Promise.all(calls.map(async (args) => await callTool(tool, args, idle)))
  const texts = results.map(({ content }) => content.map((item) => (item.type === 'text' ? item.text : item.type)))
  return calls
    .map((args, index) => `> ${JSON.stringify(args)?.slice(0, 100)}\n${texts[index]?.join('\n')}`)
    .join('\n\n')
}

test('names', async () => {
  const properties = { order_id: { type: 'string' }, amount_cents: { type: 'integer' } } as const
  const calls = [
    {},
    { order_id: 'PT-1042' },
    { orderId: 'PT-1042', amountCents: 2400 },
    { order_id: 'PT-1042', amount_cents: 2400, amount: 24 },
    { order_id: 'PT-1042', amount_cents: 2400, colour: 'red' },
    { oder_id: 'PT-1042', amount_cents: 2400 },
    { ORDER_ID: 'PT-1042', amount_cents: 2400 },
    { order_id: 'PT-1042', amount_cents: 2400, 'a name with spaces, and "quotes"': 1 },
    JSON.parse('{"order_id":"PT-1042","amount_cents":2400,"__proto__":{"admin":true}}'),
    { order_id: 'PT-1042', amount_cents: 2400, constructor: 1, toString: 2, hasOwnProperty: 3 },
  ]
  expect(await told(properties, calls)).toMatchInlineSnapshot(`
    "> {}
    book_table was not run:
    - order_id is missing, want a string
    - amount_cents is missing, want an integer
    Right: {"order_id":"…","amount_cents":1}

    > {"order_id":"PT-1042"}
    book_table was not run: amount_cents is missing, want an integer.
    Right: {"order_id":"PT-1042","amount_cents":1}

    > {"orderId":"PT-1042","amountCents":2400}
    book_table was not run:
    - orderId is no argument, did you mean order_id?
    - amountCents is no argument, did you mean amount_cents?
    Right: {"order_id":"PT-1042","amount_cents":2400}

    > {"order_id":"PT-1042","amount_cents":2400,"amount":24}
    book_table was not run: amount is no argument, did you mean amount_cents?
    Right: {"order_id":"PT-1042","amount_cents":2400}

    > {"order_id":"PT-1042","amount_cents":2400,"colour":"red"}
    book_table was not run: colour is no argument; known: order_id, amount_cents.
    Right: {"order_id":"PT-1042","amount_cents":2400}

    > {"oder_id":"PT-1042","amount_cents":2400}
    book_table was not run: oder_id is no argument, did you mean order_id?
    Right: {"order_id":"PT-1042","amount_cents":2400}

    > {"ORDER_ID":"PT-1042","amount_cents":2400}
    book_table was not run: ORDER_ID is no argument, did you mean order_id?
    Right: {"order_id":"PT-1042","amount_cents":2400}

    > {"order_id":"PT-1042","amount_cents":2400,"a name with spaces, and \\"quotes\\"":1}
    book_table was not run: "a name with spaces, and \\"quotes\\"" is no argument; known: order_id, amount_cents.
    Right: {"order_id":"PT-1042","amount_cents":2400}

    > {"order_id":"PT-1042","amount_cents":2400,"__proto__":{"admin":true}}
    book_table was not run: __proto__ is no argument; known: order_id, amount_cents.
    Right: {"order_id":"PT-1042","amount_cents":2400}

    > {"order_id":"PT-1042","amount_cents":2400,"constructor":1,"toString":2,"hasOwnProperty":3}
    book_table was not run: constructor, toString, hasOwnProperty are no arguments; known: order_id, amount_cents.
    Right: {"order_id":"PT-1042","amount_cents":2400}"
  `)
})

test('arguments that are no object', async () => {
  expect(await told({ order_id: { type: 'string' } }, [null, 'PT-1042', 42, ['PT-1042'], true])).toMatchInlineSnapshot(`
    "> null
    book_table was not run: the arguments: got null, want an object with order_id.
    Right: {"order_id":"…"}

    > "PT-1042"
    book_table was not run: the arguments: got "PT-1042", want an object with order_id.
    Right: {"order_id":"…"}

    > 42
    book_table was not run: the arguments: got 42, want an object with order_id.
    Right: {"order_id":"…"}

    > ["PT-1042"]
    book_table was not run: the arguments: got ["PT-1042"], want an object with order_id.
    Right: {"order_id":"…"}

    > true
    book_table was not run: the arguments: got true, want an object with order_id.
    Right: {"order_id":"…"}"
  `)
})

test('a tool without parameters', async () => {
  expect(await told({}, [{ verbose: true }, []])).toMatchInlineSnapshot(`
    "> {"verbose":true}
    book_table was not run: verbose is no argument; there are none.
    Right: {}

    > []
    book_table was not run: the arguments: got [], want an object.
    Right: {}"
  `)
})

test('numbers', async () => {
  const properties = { people: { type: 'integer', minimum: 1, maximum: 12 } } as const
  const calls = [
    { people: 0 },
    { people: 13 },
    { people: 2.5 },
    { people: 'two' },
    { people: '13' },
    { people: null },
    { people: true },
    { people: [2] },
    { people: { count: 2 } },
  ]
  expect(await told(properties, calls)).toMatchInlineSnapshot(`
    "> {"people":0}
    book_table was not run: people: got 0, want an integer from 1 to 12.
    Right: {"people":1}

    > {"people":13}
    book_table was not run: people: got 13, want an integer from 1 to 12.
    Right: {"people":1}

    > {"people":2.5}
    book_table was not run: people: got 2.5, want an integer from 1 to 12.
    Right: {"people":1}

    > {"people":"two"}
    book_table was not run: people: got "two", want an integer from 1 to 12.
    Right: {"people":1}

    > {"people":"13"}
    book_table was not run: people: got "13", want an integer from 1 to 12.
    Right: {"people":1}

    > {"people":null}
    book_table was not run: people: got null, want an integer from 1 to 12.
    Right: {"people":1}

    > {"people":true}
    book_table was not run: people: got true, want an integer from 1 to 12.
    Right: {"people":1}

    > {"people":[2]}
    book_table was not run: people: got [2], want an integer from 1 to 12.
    Right: {"people":1}

    > {"people":{"count":2}}
    book_table was not run: people: got {"count":2}, want an integer from 1 to 12.
    Right: {"people":1}"
  `)
})

test('numbers with other bounds', async () => {
  const above = { price: { type: 'number', exclusiveMinimum: 0 } } as const
  const steps = { price: { type: 'number', multipleOf: 0.05, maximum: 10 } } as const
  const said = [await told(above, [{ price: 0 }, { price: '-1' }]), await told(steps, [{ price: 1.01 }, { price: 11 }])]
  expect(said.join('\n\n')).toMatchInlineSnapshot(`
    "> {"price":0}
    book_table was not run: price: got 0, want a number above 0.
    Right: {"price":1}

    > {"price":"-1"}
    book_table was not run: price: got "-1", want a number above 0.
    Right: {"price":1}

    > {"price":1.01}
    book_table was not run: price: got 1.01, want a number up to 10 in steps of 0.05.
    Right: {"price":0.05}

    > {"price":11}
    book_table was not run: price: got 11, want a number up to 10 in steps of 0.05.
    Right: {"price":0.05}"
  `)
})

test('strings', async () => {
  const properties = {
    id: { type: 'string', pattern: '^PT-\\d{4}$', examples: ['PT-1042'] },
    note: { type: 'string', minLength: 3, maxLength: 20 },
  } as const
  const calls = [
    { id: 'PT-104', note: 'by the window' },
    { id: 1042, note: 'by the window' },
    { id: 'PT-1042', note: '' },
    { id: 'PT-1042', note: 'x'.repeat(200) },
    { id: null, note: 5 },
    { id: '', note: { text: 'by the window' } },
  ]
  expect(await told(properties, calls)).toMatchInlineSnapshot(`
    "> {"id":"PT-104","note":"by the window"}
    book_table was not run: id: got "PT-104", want a string that matches ^PT-\\d{4}$, such as "PT-1042".
    Right: {"id":"PT-1042","note":"by the window"}

    > {"id":1042,"note":"by the window"}
    book_table was not run: id: got 1042, want a string that matches ^PT-\\d{4}$, such as "PT-1042".
    Right: {"id":"PT-1042","note":"by the window"}

    > {"id":"PT-1042","note":""}
    book_table was not run: note: got "", want a string of 3 to 20 characters.
    Right: {"id":"PT-1042","note":"………"}

    > {"id":"PT-1042","note":"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
    book_table was not run: note: got "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…" (200 characters), want a string of 3 to 20 characters.
    Right: {"id":"PT-1042","note":"………"}

    > {"id":null,"note":5}
    book_table was not run:
    - id: got null, want a string that matches ^PT-\\d{4}$, such as "PT-1042"
    - note: got 5, want a string of 3 to 20 characters
    Right: {"id":"PT-1042","note":"………"}

    > {"id":"","note":{"text":"by the window"}}
    book_table was not run:
    - id: got "", want a string that matches ^PT-\\d{4}$, such as "PT-1042"
    - note: got {"text":"by the window"}, want a string of 3 to 20 characters
    Right: {"id":"PT-1042","note":"………"}"
  `)
})

test('formats', async () => {
  const properties = {
    at: { type: 'string', format: 'date-time' },
    day: { type: 'string', format: 'date' },
    mail: { type: 'string', format: 'email' },
    site: { type: 'string', format: 'uri' },
    key: { type: 'string', format: 'uuid' },
  } as const
  const right = {
    at: '2026-12-01T19:00:00Z',
    day: '2026-12-01',
    mail: 'a@b.co',
    site: 'https://b.co',
    key: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
  }
  const calls = [
    { ...right, at: 'tomorrow at seven' },
    { ...right, at: '2026-12-01' },
    { ...right, day: '01/12/2026' },
    { ...right, day: '2026-02-30' },
    { ...right, mail: 'arjun' },
    { ...right, site: 'b.co' },
    { ...right, key: '42' },
  ]
  expect(await told(properties, calls)).toMatchInlineSnapshot(`
    "> {"at":"tomorrow at seven","day":"2026-12-01","mail":"a@b.co","site":"https://b.co","key":"3f2504e0-4
    book_table was not run: at: got "tomorrow at seven", want a string in the format date-time.
    Right: {"at":"2026-01-31T09:30:00Z","day":"2026-12-01","mail":"a@b.co","site":"https://b.co","key":"3f2504e0-4f89-41d3-9a0c-0305e82c3301"}

    > {"at":"2026-12-01","day":"2026-12-01","mail":"a@b.co","site":"https://b.co","key":"3f2504e0-4f89-41d
    book_table was not run: at: got "2026-12-01", want a string in the format date-time.
    Right: {"at":"2026-12-01T00:00:00Z","day":"2026-12-01","mail":"a@b.co","site":"https://b.co","key":"3f2504e0-4f89-41d3-9a0c-0305e82c3301"}

    > {"at":"2026-12-01T19:00:00Z","day":"01/12/2026","mail":"a@b.co","site":"https://b.co","key":"3f2504e
    book_table was not run: day: got "01/12/2026", want a string in the format date.
    Right: {"at":"2026-12-01T19:00:00Z","day":"2026-01-31","mail":"a@b.co","site":"https://b.co","key":"3f2504e0-4f89-41d3-9a0c-0305e82c3301"}

    > {"at":"2026-12-01T19:00:00Z","day":"2026-02-30","mail":"a@b.co","site":"https://b.co","key":"3f2504e
    book_table was not run: day: got "2026-02-30", want a string in the format date.
    Right: {"at":"2026-12-01T19:00:00Z","day":"2026-01-31","mail":"a@b.co","site":"https://b.co","key":"3f2504e0-4f89-41d3-9a0c-0305e82c3301"}

    > {"at":"2026-12-01T19:00:00Z","day":"2026-12-01","mail":"arjun","site":"https://b.co","key":"3f2504e0
    book_table was not run: mail: got "arjun", want a string in the format email.
    Right: {"at":"2026-12-01T19:00:00Z","day":"2026-12-01","mail":"name@example.com","site":"https://b.co","key":"3f2504e0-4f89-41d3-9a0c-0305e82c3301"}

    > {"at":"2026-12-01T19:00:00Z","day":"2026-12-01","mail":"a@b.co","site":"b.co","key":"3f2504e0-4f89-4
    book_table was not run: site: got "b.co", want a string in the format uri.
    Right: {"at":"2026-12-01T19:00:00Z","day":"2026-12-01","mail":"a@b.co","site":"https://example.com/","key":"3f2504e0-4f89-41d3-9a0c-0305e82c3301"}

    > {"at":"2026-12-01T19:00:00Z","day":"2026-12-01","mail":"a@b.co","site":"https://b.co","key":"42"}
    book_table was not run: key: got "42", want a string in the format uuid.
    Right: {"at":"2026-12-01T19:00:00Z","day":"2026-12-01","mail":"a@b.co","site":"https://b.co","key":"3f2504e0-4f89-41d3-9a0c-0305e82c3301"}"
  `)
})

test('choices', async () => {
  const properties = {
    area: { type: 'string', enum: ['inside', 'terrace', 'bar'] },
    kind: { const: 'dinner', type: 'string' },
  } as const
  const calls = [
    { area: 'outside', kind: 'dinner' },
    { area: 'Terrace', kind: 'dinner' },
    { area: 1, kind: 'dinner' },
    { area: 'bar', kind: 'lunch' },
    { kind: 'dinner' },
  ]
  expect(await told(properties, calls)).toMatchInlineSnapshot(`
    "> {"area":"outside","kind":"dinner"}
    book_table was not run: area: got "outside", want one of "inside", "terrace", "bar".
    Right: {"area":"inside","kind":"dinner"}

    > {"area":"Terrace","kind":"dinner"}
    book_table was not run: area: got "Terrace", want one of "inside", "terrace", "bar".
    Right: {"area":"terrace","kind":"dinner"}

    > {"area":1,"kind":"dinner"}
    book_table was not run: area: got 1, want one of "inside", "terrace", "bar".
    Right: {"area":"inside","kind":"dinner"}

    > {"area":"bar","kind":"lunch"}
    book_table was not run: kind: got "lunch", want "dinner".
    Right: {"area":"bar","kind":"dinner"}

    > {"kind":"dinner"}
    book_table was not run: area is missing, want one of "inside", "terrace", "bar".
    Right: {"area":"inside","kind":"dinner"}"
  `)
})

test('booleans and nothing', async () => {
  const properties = { outside: { type: 'boolean' }, until: { type: ['string', 'null'] } } as const
  const calls = [
    { outside: 'yes', until: null },
    { outside: 1, until: null },
    { outside: true, until: 5 },
    { outside: true },
  ]
  expect(await told(properties, calls)).toMatchInlineSnapshot(`
    "> {"outside":"yes","until":null}
    book_table was not run: outside: got "yes", want true or false.
    Right: {"outside":true,"until":null}

    > {"outside":1,"until":null}
    book_table was not run: outside: got 1, want true or false.
    Right: {"outside":true,"until":null}

    > {"outside":true,"until":5}
    book_table was not run: until: got 5, want a string or null.
    Right: {"outside":true,"until":"5"}

    > {"outside":true}
    book_table was not run: until is missing, want a string or null.
    Right: {"outside":true,"until":"…"}"
  `)
})

test('lists', async () => {
  const properties = {
    guests: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 3, uniqueItems: true },
  } as const
  const calls = [
    { guests: 'Mina' },
    { guests: [] },
    { guests: ['a', 'b', 'c', 'd'] },
    { guests: ['Mina', 5, null] },
    { guests: ['Mina', 'Mina'] },
    { guests: '["Mina", 5]' },
    { guests: { 0: 'Mina' } },
  ]
  expect(await told(properties, calls)).toMatchInlineSnapshot(`
    "> {"guests":"Mina"}
    book_table was not run: guests: got "Mina", want a list of 1 to 3 different strings.
    Right: {"guests":["Mina"]}

    > {"guests":[]}
    book_table was not run: guests: got [], want a list of 1 to 3 different strings.
    Right: {"guests":["…"]}

    > {"guests":["a","b","c","d"]}
    book_table was not run: guests: got ["a","b","c","d"], want a list of 1 to 3 different strings.
    Right: {"guests":["a","b","c"]}

    > {"guests":["Mina",5,null]}
    book_table was not run:
    - guests[1]: got 5, want a string
    - guests[2]: got null, want a string
    Right: {"guests":["Mina","5","…"]}

    > {"guests":["Mina","Mina"]}
    book_table was not run: guests: got ["Mina","Mina"], want a list of 1 to 3 different strings.
    Right: {"guests":["Mina"]}

    > {"guests":"[\\"Mina\\", 5]"}
    book_table was not run: guests: got "[\\"Mina\\", 5]", want a list of 1 to 3 different strings.
    Right: {"guests":["Mina","5"]}

    > {"guests":{"0":"Mina"}}
    book_table was not run: guests: got {"0":"Mina"}, want a list of 1 to 3 different strings.
    Right: {"guests":["…"]}"
  `)
})

test('objects inside', async () => {
  const address = {
    type: 'object',
    properties: { street: { type: 'string' }, zip: { type: 'string', pattern: '^\\d{5}$' } },
    required: ['street', 'zip'],
    additionalProperties: false,
  } as const
  const properties = {
    address,
    lines: {
      type: 'array',
      items: {
        type: 'object',
        properties: { sku: { type: 'string' }, quantity: { type: 'integer', minimum: 1 } },
        required: ['sku', 'quantity'],
        additionalProperties: false,
      },
    },
  } as const
  const right = { address: { street: 'Harbour 1', zip: '12345' }, lines: [{ sku: 'A', quantity: 1 }] }
  const calls = [
    { ...right, address: 'Harbour 1, 12345' },
    { ...right, address: { street: 'Harbour 1' } },
    { ...right, address: { ...right.address, zipcode: '12345' } },
    { ...right, address: { street: 'Harbour 1', zip: 12345 } },
    { ...right, lines: [{ sku: 'A', quantity: 0 }, { sku: 'B' }] },
    { ...right, lines: [{ sku: 'A', qty: 1 }] },
    { ...right, lines: { sku: 'A', quantity: 1 } },
    { ...right, lines: '[{"sku":"A","quantity":"none"}]' },
  ]
  expect(await told(properties, calls)).toMatchInlineSnapshot(`
    "> {"address":"Harbour 1, 12345","lines":[{"sku":"A","quantity":1}]}
    book_table was not run: address: got "Harbour 1, 12345", want an object with street, zip.
    Right: {"address":{"street":"…","zip":"11111"},"lines":[{"sku":"A","quantity":1}]}

    > {"address":{"street":"Harbour 1"},"lines":[{"sku":"A","quantity":1}]}
    book_table was not run: address.zip is missing, want a string that matches ^\\d{5}$.
    Right: {"address":{"street":"Harbour 1","zip":"11111"},"lines":[{"sku":"A","quantity":1}]}

    > {"address":{"street":"Harbour 1","zip":"12345","zipcode":"12345"},"lines":[{"sku":"A","quantity":1}]
    book_table was not run: address.zipcode is no argument, did you mean zip?
    Right: {"address":{"street":"Harbour 1","zip":"12345"},"lines":[{"sku":"A","quantity":1}]}

    > {"address":{"street":"Harbour 1","zip":12345},"lines":[{"sku":"A","quantity":1}]}
    book_table was not run: address.zip: got 12345, want a string that matches ^\\d{5}$.
    Right: {"address":{"street":"Harbour 1","zip":"12345"},"lines":[{"sku":"A","quantity":1}]}

    > {"address":{"street":"Harbour 1","zip":"12345"},"lines":[{"sku":"A","quantity":0},{"sku":"B"}]}
    book_table was not run:
    - lines[0].quantity: got 0, want an integer from 1
    - lines[1].quantity is missing, want an integer from 1
    Right: {"address":{"street":"Harbour 1","zip":"12345"},"lines":[{"sku":"A","quantity":1},{"sku":"B","quantity":1}]}

    > {"address":{"street":"Harbour 1","zip":"12345"},"lines":[{"sku":"A","qty":1}]}
    book_table was not run:
    - lines[0].quantity is missing, want an integer from 1
    - lines[0].qty is no argument; known: sku, quantity
    Right: {"address":{"street":"Harbour 1","zip":"12345"},"lines":[{"sku":"A","quantity":1}]}

    > {"address":{"street":"Harbour 1","zip":"12345"},"lines":{"sku":"A","quantity":1}}
    book_table was not run: lines: got {"sku":"A","quantity":1}, want a list of objects with sku, quantity.
    Right: {"address":{"street":"Harbour 1","zip":"12345"},"lines":[{"sku":"A","quantity":1}]}

    > {"address":{"street":"Harbour 1","zip":"12345"},"lines":"[{\\"sku\\":\\"A\\",\\"quantity\\":\\"none\\"}]"}
    book_table was not run: lines: got "[{\\"sku\\":\\"A\\",\\"quantity\\":\\"none\\"}]", want a list of objects with sku, quantity.
    Right: {"address":{"street":"Harbour 1","zip":"12345"},"lines":[{"sku":"A","quantity":1}]}"
  `)
})

test('one of several shapes', async () => {
  const shape = {
    anyOf: [
      {
        type: 'object',
        properties: { kind: { const: 'circle' }, radius: { type: 'number' } },
        required: ['kind', 'radius'],
        additionalProperties: false,
      },
      {
        type: 'object',
        properties: { kind: { const: 'square' }, side: { type: 'number' } },
        required: ['kind', 'side'],
        additionalProperties: false,
      },
    ],
  } as const
  const mixed = { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] } as const
  const calls = [
    { shape: { kind: 'circle' }, mixed: 'x' },
    { shape: { kind: 'triangle', side: 2 }, mixed: 'x' },
    { shape: 'circle', mixed: 'x' },
    { shape: { kind: 'square', side: 2 }, mixed: 5 },
    { shape: { kind: 'square', side: '2' }, mixed: [5] },
  ]
  expect(await told({ shape, mixed }, calls)).toMatchInlineSnapshot(`
    "> {"shape":{"kind":"circle"},"mixed":"x"}
    book_table was not run: shape.radius is missing, want a number.
    Right: {"shape":{"kind":"circle","radius":1},"mixed":"x"}

    > {"shape":{"kind":"triangle","side":2},"mixed":"x"}
    book_table was not run: shape.kind: got "triangle", want one of "circle", "square".
    Right: {"shape":{"kind":"square","side":2},"mixed":"x"}

    > {"shape":"circle","mixed":"x"}
    book_table was not run: shape: got "circle", want an object with kind, radius or an object with kind, side.
    Right: {"shape":{"kind":"circle","radius":1},"mixed":"x"}

    > {"shape":{"kind":"square","side":2},"mixed":5}
    book_table was not run: mixed: got 5, want a string or a list of strings.
    Right: {"shape":{"kind":"square","side":2},"mixed":"5"}

    > {"shape":{"kind":"square","side":"2"},"mixed":[5]}
    book_table was not run:
    - shape.side: got "2", want a number
    - mixed[0]: got 5, want a string
    Right: {"shape":{"kind":"square","side":2},"mixed":"…"}"
  `)
})

test('maps of names to values', async () => {
  const properties = {
    seats: { type: 'object', additionalProperties: { type: 'integer' }, maxProperties: 2 },
    tags: { type: 'object', patternProperties: { '^x-': { type: 'string' } }, additionalProperties: false },
  } as const
  const calls = [
    { seats: { window: 'two' }, tags: {} },
    { seats: { a: 1, b: 2, c: 3 }, tags: {} },
    { seats: {}, tags: { y: 'z' } },
    { seats: {}, tags: { 'x-y': 5 } },
  ]
  expect(await told(properties, calls)).toMatchInlineSnapshot(`
    "> {"seats":{"window":"two"},"tags":{}}
    book_table was not run: seats.window: got "two", want an integer.
    Right: {"seats":{},"tags":{}}

    > {"seats":{"a":1,"b":2,"c":3},"tags":{}}
    book_table was not run: seats: got {"a":1,"b":2,"c":3}, want an object of at most 2 names, each value an integer.
    Right: {"seats":{},"tags":{}}

    > {"seats":{},"tags":{"y":"z"}}
    book_table was not run: tags.y is no argument; names match ^x-.
    Right: {"seats":{},"tags":{}}

    > {"seats":{},"tags":{"x-y":5}}
    book_table was not run: tags.x-y: got 5, want a string.
    Right: {"seats":{},"tags":{}}"
  `)
})

test('much that is wrong, deep down, and large', async () => {
  const node = {
    type: 'object',
    properties: { value: { type: 'integer' }, next: { $ref: '#/$defs/Node' } },
    required: ['value'],
    additionalProperties: false,
  } as const
  const deep = Array.from({ length: 5 }).reduce((next: unknown) => ({ value: 1, next }), { value: 'x' })
  const many = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`field_${index}`, index]))
  const calls = [{ list: deep }, { list: { value: 1, ...many } }, { list: 'x'.repeat(100_000) }]
  expect(await told({ list: { $ref: '#/$defs/Node' } }, calls, { $defs: { Node: node } })).toMatchInlineSnapshot(`
    "> {"list":{"value":1,"next":{"value":1,"next":{"value":1,"next":{"value":1,"next":{"value":1,"next":{"
    book_table was not run: list.next.next.next.next.next.value: got "x", want an integer.
    Right: {"list":{"value":1,"next":{"value":1,"next":{"value":1,"next":{"value":1,"next":{"value":1,"next":{"value":1}}}}}}}

    > {"list":{"value":1,"field_0":0,"field_1":1,"field_2":2,"field_3":3,"field_4":4,"field_5":5,"field_6"
    book_table was not run: list.field_0, list.field_1, list.field_2, list.field_3, list.field_4, and 35 more are no arguments; known: value, next.
    Right: {"list":{"value":1}}

    > {"list":"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
    book_table was not run: list: got "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…" (100000 characters), want an object with value.
    Right: {"list":{"value":1}}"
  `)
})
