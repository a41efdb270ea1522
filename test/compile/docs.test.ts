import { describe, expect, test } from 'vitest'
import { formatDiagnostic } from '../../src/compile/index.ts'
import { compileText, open, project, saidOf, toolOf } from './project.ts'

/** The annotations of a function whose comment ends in these tags. */
async function hints(tags: string): Promise<unknown> {
  return (await toolOf(`/** Act. ${tags} */ export function act(): void {}`)).annotations
}

describe('a doc comment', () => {
  test('gives the description, without tags, links and code that is not meant', async () => {
    const tool = await toolOf(`/**
 * Find orders.
 *
 * - by name
 * - by id
 *
 * \`\`\`
 * @readonly in a fence
 * \`\`\`
 * See {@link Order} and {@link https://a.b | the page}; write to a@b.co, ping @alice.
 * @remarks Slow on Mondays.
 * @param name - Whose.
 * @throws When there is none.
 * @see other
 * @verbnounIgnore name-verb - on purpose
 * @customTag hidden
 */
export function find_orders(name: string): void {}`)
    expect(tool.description).toMatchInlineSnapshot(`
      "Find orders.

      - by name
      - by id

      \`\`\`
      @readonly in a fence
      \`\`\`
      See Order and the page; write to a@b.co, ping @alice.

      Slow on Mondays."
    `)
    expect(tool.annotations).toBeUndefined()
    expect(tool.ignored).toEqual([{ rule: 'name-verb', reason: 'on purpose' }])
  })

  test('may stand on a line with others, where the compiler itself attaches none', async () => {
    const { inputSchema } = await toolOf(
      '/** Do. */ export function act(lines: { sku: string; /** Count. @integer @minimum 1 */ count: number }[], /** How. */ how: string): void {}',
    )
    expect(inputSchema.properties).toEqual({
      lines: {
        type: 'array',
        items: {
          type: 'object',
          properties: { sku: { type: 'string' }, count: { type: 'integer', minimum: 1, description: 'Count.' } },
          required: ['sku', 'count'],
          additionalProperties: false,
        },
      },
      how: { type: 'string', description: 'How.' },
    })
  })

  test('at the end of a line speaks of what it follows, not of what comes next', async () => {
    const { inputSchema } = await toolOf(
      '/** Do. */\nexport function act(\n  first: string, /** Of the first. */\n  second: string,\n): void {}',
    )
    expect(inputSchema.properties?.['second']).toEqual({ type: 'string' })
  })

  test('takes tags in any case, several on a line, and each hint with false', async () => {
    expect(await hints('@ReadOnly @CLOSEDWORLD')).toEqual({ readOnlyHint: true, openWorldHint: false })
    expect(await hints('@readonly false @destructive false @idempotent false @openWorld false')).toEqual({
      readOnlyHint: false,
      destructiveHint: false,
      idempotentHint: false,
      openWorldHint: false,
    })
    expect(await hints('@nondestructive @closedWorld false')).toEqual({ destructiveHint: false, openWorldHint: true })
    expect(await hints('')).toBeUndefined()
  })

  test('names parameters in the forms of TSDoc and JSDoc, nested ones too', async () => {
    const { inputSchema } =
      await toolOf(`interface Input { order: { lines: { sku: string }[] }; note?: string; n?: number; limit?: number }
/** Act.
 * @param input - All of it.
 * @param input.order.lines[].sku - Which article.
 * @param {string} [input.note=""] - A note
 *   on two lines.
 * @param limit How many. {@minimum 1} {@maximum 50} {@integer} {@default 10}
 * @param input.n: A number @example 5
 */
export function act(input: Input): void {}`)
    expect(inputSchema.properties).toMatchInlineSnapshot(`
      {
        "limit": {
          "default": 10,
          "description": "How many.",
          "maximum": 50,
          "minimum": 1,
          "type": "integer",
        },
        "n": {
          "description": "A number",
          "examples": [
            5,
          ],
          "type": "number",
        },
        "note": {
          "description": "A note
      on two lines.",
          "type": "string",
        },
        "order": {
          "additionalProperties": false,
          "properties": {
            "lines": {
              "items": {
                "additionalProperties": false,
                "properties": {
                  "sku": {
                    "description": "Which article.",
                    "type": "string",
                  },
                },
                "required": [
                  "sku",
                ],
                "type": "object",
              },
              "type": "array",
            },
          },
          "required": [
            "lines",
          ],
          "type": "object",
        },
      }
    `)
  })

  test('on a named type serves places without their own words; its constraints go everywhere', async () => {
    const tool = await toolOf(`/** An amount in cents. @integer @minimum 0 */
type Cents = number
/** A shade. */
enum Shade { Light = 'light', Dark = 'dark' }
interface Item { /** Own words. */ price: Cents; list: Cents[]; shade: Shade }
/** Act. */
export function act(item: Item, amount: Cents | null, shade?: Shade): { total: Cents } { throw item }`)
    expect(tool.inputSchema.properties).toMatchInlineSnapshot(`
      {
        "amount": {
          "description": "An amount in cents.",
          "minimum": 0,
          "type": [
            "integer",
            "null",
          ],
        },
        "item": {
          "additionalProperties": false,
          "properties": {
            "list": {
              "items": {
                "minimum": 0,
                "type": "integer",
              },
              "type": "array",
            },
            "price": {
              "description": "Own words.",
              "minimum": 0,
              "type": "integer",
            },
            "shade": {
              "description": "A shade.",
              "enum": [
                "light",
                "dark",
              ],
              "type": "string",
            },
          },
          "required": [
            "price",
            "list",
            "shade",
          ],
          "type": "object",
        },
        "shade": {
          "description": "A shade.",
          "enum": [
            "light",
            "dark",
          ],
          "type": "string",
        },
      }
    `)
    expect(tool.outputSchema).toMatchInlineSnapshot(`
      {
        "additionalProperties": false,
        "properties": {
          "total": {
            "description": "An amount in cents.",
            "minimum": 0,
            "type": "integer",
          },
        },
        "required": [
          "total",
        ],
        "type": "object",
      }
    `)
  })

  test('of the result describes the output, or joins the description where there is none', async () => {
    const described = await toolOf(
      '/** Act.\n * @returns {number} The count. */\nexport function act(): number { return 1 }',
    )
    expect([described.description, described.outputSchema]).toEqual([
      'Act.',
      { type: 'number', description: 'The count.' },
    ])
    const textual = await toolOf('/** Act.\n * @returns A poem. */\nexport function act(): string { return "" }')
    expect([textual.description, textual.outputSchema]).toEqual(['Act.\n\nReturns: A poem.', undefined])
  })

  test('tells that a tool or a property is outdated', async () => {
    const tool = await toolOf(
      '/** Act.\n * @deprecated Use act_better. */\nexport function act(\n  /** Old. @deprecated */\n  old?: string,\n): void {}',
    )
    expect(tool.description).toBe('Act.\n\nDeprecated: Use act_better.')
    expect(tool.inputSchema.properties).toEqual({ old: { type: 'string', description: 'Old.', deprecated: true } })
  })

  test('says what the server does about retries', async () => {
    const { idempotency, annotations, requests } = await toolOf(`/** Refund.
 * @idempotent order_id, amount
 * @within 30m
 * @scope server
 * @downstream
 * @verify Look into the ledger.
 * @for "give me my money back"
 * @for 'refund this'
 * @notFor "where is it?"
 */
export function refund(order_id: string, amount: number, reason: string): void {}`)
    expect(idempotency).toEqual({
      keys: ['order_id', 'amount'],
      window: 1_800_000,
      downstream: 86_400_000,
      verify: 'Look into the ledger.',
      scope: 'server',
    })
    expect(annotations).toBeUndefined()
    expect(requests).toEqual({ for: ['give me my money back', 'refund this'], notFor: ['where is it?'] })
  })

  test('hides a function with @internal, and renames it with @name', async () => {
    const { manifest, diagnostics } = await compileText(
      '/** Helper. @internal */ export function helper(): void {}\n/** @internal */ export const other = () => 1\n/** Act. @name do_it */ export function act(): void {}',
    )
    expect(manifest.tools.map(({ name, export: key }) => [name, key])).toEqual([['do_it', 'act']])
    expect(diagnostics).toEqual([])
  })

  test('of the file are the instructions, and not those of the first function', async () => {
    const { manifest } = await compileText(
      '/** How to use this. @packageDocumentation */\n\n/** Act. */\nexport function act(): void {}',
    )
    expect([manifest.server.instructions, manifest.tools[0]?.description]).toEqual(['How to use this.', 'Act.'])
    const undocumented = await compileText('/** Only this. @packageDocumentation */\nexport function act(): void {}')
    expect(undocumented.diagnostics.map(({ code }) => code)).toEqual(['undocumented-export'])
  })
})

/** A function whose only parameter has a comment with these tags. */
function source(tags: string, type = 'string'): string {
  return `/** Act. */\nexport function act(\n  /** Value. ${tags} */\n  value?: ${type},\n): void {}`
}

test('a default or an example may be quoted, fenced, or left out; one that is computed is refused', async () => {
  const schemaOf = async (tags: string, type?: string): Promise<unknown> =>
    (await toolOf(source(tags, type))).inputSchema.properties?.['value']
  expect(await schemaOf("@default 'asc'")).toMatchObject({ default: 'asc' })
  expect(await schemaOf('@defaultValue `5`', 'number')).toMatchObject({ default: 5 })
  expect(await schemaOf('@default undefined')).toEqual({ type: 'string', description: 'Value.' })
  expect(await schemaOf('\n   * @example\n   * ```ts\n   * 7\n   * ```\n   ', 'number')).toMatchObject({
    examples: [7],
  })
  expect(await saidOf(source('@default process.cwd()'))).toEqual([
    'tools.ts(3,14): error constraint: @default does not fit: process.cwd() is computed; a default on the wire is a value. [act]',
  ])
  expect(await saidOf(source('@example ten', 'number'))).toEqual([
    'tools.ts(3,14): warning constraint: @example does not fit: ten is a string, and this is a number. [act]',
  ])
})

describe('what is wrong with a comment', () => {
  test('is told at the tag', async () => {
    expect(
      await saidOf(`/** Act on a thing.
 * @readOnlyHint
 * @idempotentHint true
 * @min 4
 * @minimum 3
 * @param things - Not there.
 * @idempotent thing, reson
 * @within soon
 */
export function act(
  /** Thing. @format email */
  thing: number,
  /** Reason. @minLength many */
  reason: string,
  /** @default ten */
  count: number,
  /** @pattern ( */
  code: string,
  stray: string,
): void {}
/** Now. @idempotent at */
export function act_now(at: number = Date.now()): void {}
/** Say a text. @idempotent */
export function say_text(order_id: string, text: string): void {}`),
    ).toMatchInlineSnapshot(`
      [
        "tools.ts(2,4): warning unknown-tag: @readOnlyHint is no tag of ours. Did you mean @readonly? [act]",
        "tools.ts(3,4): warning unknown-tag: @idempotentHint is no tag of ours. Did you mean @idempotent? [act]",
        "tools.ts(4,4): warning unknown-tag: @min is no tag of ours. Did you mean @minimum? [act]",
        "tools.ts(5,4): warning misplaced-tag: @minimum says nothing of a function: write {@minimum 3} after the @param it is for. [act]",
        "tools.ts(6,4): warning unknown-parameter: @param things names no parameter. Did you mean thing? [act]",
        "tools.ts(7,4): error idempotent-name: @idempotent names reson, which is no parameter. Did you mean reason? [act]",
        "tools.ts(8,4): error constraint: @within takes a time such as 30m, 24h or 7d, not "soon". [act]",
        "tools.ts(11,14): error constraint: @format does not fit: it is for a string, and this is a number. [act]",
        "tools.ts(13,15): error constraint: @minLength does not fit: "many" is no number it can take. [act]",
        "tools.ts(15,7): error constraint: @default does not fit: ten is a string, and this is a number. [act]",
        "tools.ts(16,3): warning undescribed-parameter: Nothing says what count is: add @param count - … [act]",
        "tools.ts(17,7): error constraint: @pattern does not fit: Invalid regular expression: /(/u: Unterminated group. [act]",
        "tools.ts(18,3): warning undescribed-parameter: Nothing says what code is: add @param code - … [act]",
        "tools.ts(19,3): warning undescribed-parameter: Nothing says what stray is: add @param stray - … [act]",
        "tools.ts(21,10): error idempotent-name: @idempotent cannot tell calls apart by at: its default is another value each time. [act_now]",
        "tools.ts(22,25): warning undescribed-parameter: Nothing says what at is: add @param at - … [act_now]",
        "tools.ts(23,17): warning idempotent-text: A reworded text makes another call of it: name the parameters that count (@idempotent order_id). [say_text]",
        "tools.ts(24,26): warning undescribed-parameter: Nothing says what order_id is: add @param order_id - … [say_text]",
      ]
    `)
  })
})

test.each([
  ['email', undefined],
  ['emial', 'email'],
  ['datetime', 'date-time'],
  ['url', 'uri'],
  ['phone', undefined],
  ['path', undefined],
  ['binary', undefined],
  ['int32', undefined],
])('a format that is near a known one is told, any other is an annotation: %s', async (format, meant) => {
  const code = source(`@format ${format}`)
  expect((await toolOf(code)).inputSchema.properties?.['value']).toEqual({
    type: 'string',
    description: 'Value.',
    format,
  })
  const warning = `tools.ts(3,14): warning unknown-format: Nobody checks the format ${format}. Did you mean ${meant}? [act]`
  expect(await saidOf(code)).toEqual(meant === undefined ? [] : [warning])
})

test('a hint that says neither yes nor no is an error', async () => {
  const { manifest, diagnostics } = await compileText(
    '/** Act.\n * @destructive maybe\n * @openWorld TRUE\n */\nexport function act(): void {}',
  )
  expect([manifest.tools, diagnostics.map(formatDiagnostic)]).toEqual([
    [],
    ['tools.ts(2,4): error constraint: @destructive is followed by nothing, true or false, not by "maybe". [act]'],
  ])
})

test.each([
  ['export default function lift_stone(): void {}', ['lift_stone'], []],
  ['const lift_stone = (): void => {}\nexport default lift_stone', ['lift_stone'], []],
  ['export default function (): void {}', [], ['bad-name']],
  ['export default (): void => {}', [], ['bad-name']],
])('a default export has the name of its function, or none: %s', async (code, names, codes) => {
  const { manifest, diagnostics } = await compileText(`/** Do. */\n${code}`)
  expect([manifest.tools.map(({ name }) => name), diagnostics.map((each) => each.code)]).toEqual([names, codes])
})

test('a type that was not found is told where it was written', async () => {
  expect(
    await saidOf(
      '/** Do. */\nexport function act(a: { b: Missing[] }): Promise<Lost<string>> { throw a }\n/** Do. */\nexport const give = (): Map<string, Gone> => { throw 0 }',
    ),
  ).toEqual([
    'tools.ts(2,29): error unresolved: /b/*: the type Missing was not found [act]',
    'tools.ts(2,51): error unresolved: result: the type Lost<string> was not found [act]',
    'tools.ts(4,37): error unresolved: result/*: the type Gone was not found [give]',
  ])
})

describe('a tag in the middle of a line', () => {
  test.each([
    ['/** One-line typo. @destrutive */', 'destrutive is no tag of ours. Did you mean @destructive?'],
    ['/** Act. @readOnlyHint */', 'readOnlyHint is no tag of ours. Did you mean @readonly?'],
    ['/** Act on it @readony */', 'readony is no tag of ours. Did you mean @readonly?'],
    ['/** Act. @readonly @clossedWorld */', 'clossedWorld is no tag of ours. Did you mean @closedWorld?'],
    ['/** Act. {@idempotnt} */', 'idempotnt is no tag of ours. Did you mean @idempotent?'],
    ['/** Act. @return_s text */', 'return_s is no tag of ours. Did you mean @returns?'],
  ])('that is misspelt is told: %s', async (comment, message) => {
    expect(await saidOf(`${comment} export function act(): void {}`)).toEqual([
      `tools.ts(1,${comment.search(/[@{]+\w*[^@]*$/) + 1}): warning unknown-tag: @${message} [act]`,
    ])
  })

  test.each(['ping @alice', 'cc @scott now', 'mail a@minmum 1', 'Install @types/node.', 'Ask. @alice knows.'])(
    'that looks like nothing of ours is prose: %s',
    async (prose) => {
      const code = `/** Act: ${prose} */ export function act(): void {}`
      expect([(await toolOf(code)).description, await saidOf(code)]).toEqual([`Act: ${prose}`, []])
    },
  )

  test('does not keep its neighbours from being read', async () => {
    const { inputSchema } = await toolOf(
      '/** Act. */ export function act(/** N. @minmum 1 @maximum 5 */ n: number, /** M {@maximum 5} of it. @minimum 2 */ m: number): void {}',
    )
    expect(inputSchema.properties).toEqual({
      n: { type: 'number', maximum: 5, description: 'N.' },
      m: { type: 'number', maximum: 5, minimum: 2, description: 'M  of it.' },
    })
  })

  test.each(['{@minimum one}', '@minimum one'])(
    'whose value does not fit is told, and what follows is read: %s',
    async (tag) => {
      const { diagnostics } = await compileText(
        `/** Act. @param n - N. ${tag} @param s - S. @param t - T. {@minLength 2} @readonly */\nexport function act(n: number, s: string, t: string): void {}`,
      )
      expect(diagnostics.map(formatDiagnostic)).toEqual([
        'tools.ts(1,24): error constraint: @minimum does not fit: "one" is no number it can take. [act]',
      ])
      const mended = await toolOf(
        `/** Act. @param n - N. ${tag.replace('one', '1')} @param s - S. @param t - T. {@minLength 2} @readonly */\nexport function act(n: number, s: string, t: string): void {}`,
      )
      expect([mended.inputSchema.properties, mended.annotations]).toEqual([
        {
          n: { type: 'number', description: 'N.', minimum: 1 },
          s: { type: 'string', description: 'S.' },
          t: { type: 'string', description: 'T.', minLength: 2 },
        },
        { readOnlyHint: true },
      ])
    },
  )
})

describe('a server', () => {
  test('is what the module declares, as far as it is written out', async () => {
    const { manifest } = await compileText(`import { server } from 'verbnoun'
const VERSION = '2.0.0'
export default server({ name: 'orders', version: VERSION, title: 'Orders', instructions: \`Be kind.\`, timeout: 1000 * 60, start() {} })
/** Act. */ export function act(): void {}`)
    expect(manifest.server).toEqual({ name: 'orders', version: '2.0.0', title: 'Orders', instructions: 'Be kind.' })
    expect(manifest.declaration).toEqual({ module: 0, export: 'default', computed: ['timeout', 'start'] })
  })

  test('else is the package, else the file', async () => {
    const act = '/** Act. */ export function act(): void {}'
    expect((await compileText(act)).manifest.server).toEqual({ name: 'shop', version: '1.2.3' })
    const nameless = project({ 'package.json': '{}', 'my-tools.ts': act })
    expect((await open(nameless, 'my-tools.ts')).manifest.server).toEqual({ name: 'my-tools', version: '0.0.0' })
  })

  test('is declared once, and no name is given twice', async () => {
    const root = project({
      'package.json': '{}',
      'a.ts':
        "import { server } from 'verbnoun'\nexport default server({ name: 'a' })\n/** Act. */ export function act(): void {}",
      'b.ts':
        "import { server } from 'verbnoun'\nexport default server({ name: 'b' })\n/** Act. */ export function act(): void {}\nexport { act as again } from './a.ts'",
    })
    const { manifest, diagnostics } = await open(root, '.')
    expect(diagnostics.map(({ file, line, code, message }) => `${file}:${line} ${code}: ${message}`))
      .toMatchInlineSnapshot(`
      [
        "b.ts:2 duplicate-server: The server is declared already; a target has one.",
        "b.ts:3 duplicate-name: Two tools are named act.",
      ]
    `)
    expect(manifest.tools.map(({ name }) => name)).toEqual(['act', 'again'])
  })
})

test('what registers itself at run time is named, whatever library its schemas are of', async () => {
  const { manifest, diagnostics } = await compileText(`import { prompt, resource, tool } from 'verbnoun'
/** Act. */ export const act = tool((x: string): void => void x, { timeout: 5, title: 'Act!', _meta: { a: [1] } })
export const by_value = tool({ name: 'by_value', description: 'Values.', input: { type: 'object' }, run: () => 1 })
export const page = resource('page://one', { name: 'page', read: () => 'text' })
export const group = { one: () => 1, two() {} }
export const plain = { a: 1 }
export class Thing { run() {} }`)
  expect(manifest.runtime).toEqual([
    { module: 0, export: 'by_value' },
    { module: 0, export: 'page' },
  ])
  expect(manifest.tools.map(({ name, title, _meta }) => ({ name, title, _meta }))).toEqual([
    { name: 'act', title: 'Act!', _meta: { a: [1] } },
  ])
  expect(diagnostics.filter(({ code }) => code === 'hidden-functions').map(({ message }) => message)).toEqual([
    'The functions in group are no tools. Export each by itself: export const one = (…) => group.one(…)',
  ])
})

test('a class that is all there is gets a line that says how to export its methods', async () => {
  expect(
    await saidOf('export class Tools { #x = 1; private a() {} async search(q: string) { return q + this.#x } }'),
  ).toEqual([
    'tools.ts(1,1): warning hidden-functions: The functions in Tools are no tools. Export each by itself: export const search = (…) => new Tools().search(…)',
  ])
  expect(
    await saidOf(
      'export class Point { constructor(public x: number) {} norm() { return this.x } }\n/** Act. */ export function act(): void {}',
    ),
  ).toEqual([])
})

test('nothing of a function leaves but these', async () => {
  const tool = await toolOf(`import type { ToolContext } from 'verbnoun'
const secret = 'never'
/** Act. @title Act @readonly @for "x" @verbnounIgnore a - b
 * @idempotent x
 * @param x - X.
 * @returns R.
 * @author somebody
 */
export function act(this: ToolContext, x: string, ctx: ToolContext): { y: number } { return { y: secret.length } }`)
  const { name, title, description, inputSchema, outputSchema, annotations, ...kept } = tool
  expect({ name, title, description, inputSchema, outputSchema, annotations }).toMatchInlineSnapshot(`
    {
      "annotations": {
        "idempotentHint": true,
        "readOnlyHint": true,
      },
      "description": "Act.",
      "inputSchema": {
        "additionalProperties": false,
        "properties": {
          "x": {
            "description": "X.",
            "type": "string",
          },
        },
        "required": [
          "x",
        ],
        "type": "object",
      },
      "name": "act",
      "outputSchema": {
        "additionalProperties": false,
        "description": "R.",
        "properties": {
          "y": {
            "type": "number",
          },
        },
        "required": [
          "y",
        ],
        "type": "object",
      },
      "title": "Act",
    }
  `)
  expect(Object.keys(kept).toSorted()).toEqual(['export', 'idempotency', 'ignored', 'module', 'parameters', 'requests'])
  expect(JSON.stringify(tool)).not.toMatch(/never|somebody|secret/)
})
