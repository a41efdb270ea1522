import { describe, expect, test } from 'vitest'
import { saidOf, toolOf } from './project.ts'

const head = [
  "import { writeFile } from 'node:fs/promises'",
  'interface ToolContext {',
  '  ask(message: string, schema: object): Promise<{ yes: boolean }>',
  '  confirm<T>(question: string, effect: () => Promise<T>): Promise<T>',
  '  step<T>(name: string, run: () => Promise<T>): Promise<T>',
  '}',
  'const form = {}',
  '/** Do it. */ export async function do_it(ctx: ToolContext): Promise<void> {',
].join('\n')

/** What is said of a function with this body, without the place. */
async function trapsIn(body: string): Promise<string[]> {
  const said = await saidOf(`${head}\n${body}\n}`)
  return said.map((line) => line.replace(/^tools\.ts\((\d+),\d+\): (\w+) question-trap: (.*) \[do_it\]$/, '$1 $2: $3'))
}

describe('code around a question', () => {
  test('that acts before it would act twice', async () => {
    expect(
      await trapsIn("await save()\nawait ctx.ask('Sure?', form)\n}\nasync function save() { await writeFile('a', 'b')"),
    ).toMatchInlineSnapshot(`
      [
        "9 error: This acts before ctx.ask and acts again when the function runs again with the answer (writeFile of node:fs/promises): wrap it in ctx.step, or ask first.",
      ]
    `)
  })

  test('that acts in a step, after the question, or on a way that ends before it is fine', async () => {
    const body = [
      "if (Math.random() > 2) { await writeFile('a', 'b'); return }",
      "await ctx.step('save', async () => await writeFile('a', 'b'))",
      "await ctx.ask('Sure?', form)",
      "await ctx.confirm('Really?', async () => await writeFile('a', 'b'))",
      "await writeFile('a', 'b')",
    ]
    expect(await trapsIn(body.join('\n'))).toEqual([])
  })

  test('that does not wait for the answer runs on', async () => {
    expect(await trapsIn("ctx.ask('Sure?', form)\nvoid ctx.ask('Sure?', form).then(() => 1)")).toMatchInlineSnapshot(`
      [
        "9 error: ctx.ask needs an await: the function would run on without the answer.",
        "10 error: ctx.ask needs an await: the function would run on without the answer.",
      ]
    `)
    expect(
      await trapsIn("const answer = ctx.ask('Sure?', form)\nawait answer\nawait Promise.all([ctx.ask('And?', form)])"),
    ).toEqual([])
  })

  test('that catches everything swallows the stop', async () => {
    expect(
      await trapsIn(
        "try { await ctx.ask('Sure?', form) } catch {}\nawait ctx.ask('Sure?', form).catch(() => undefined)",
      ),
    ).toMatchInlineSnapshot(`
      [
        "9 error: A catch around ctx.ask swallows the stop at the question: throw on what you do not know.",
        "10 error: A catch around ctx.ask swallows the stop at the question: throw on what you do not know.",
      ]
    `)
    expect(await trapsIn("try { await ctx.ask('Sure?', form) } catch (error) { throw error }")).toEqual([])
  })

  test('that acts beside it acts again', async () => {
    expect(await trapsIn("await Promise.all([ctx.ask('Sure?', form), writeFile('a', 'b')])")).toMatchInlineSnapshot(`
      [
        "9 warning: This runs on beside ctx.ask and acts again when the function runs again (writeFile of node:fs/promises): wrap it in ctx.step.",
      ]
    `)
  })
})

test('a function that marks its steps, also through a helper, says so', async () => {
  const helper =
    "/** Do it. */ export async function do_it(ctx: ToolContext): Promise<void> { await helper(ctx) }\nasync function helper(ctx: ToolContext) { await ctx.step('a', async () => 1) }"
  const types = head.slice(0, head.indexOf('const form'))
  expect((await toolOf(`${types}\n${helper}`)).steps).toBe(true)
  expect((await toolOf(`${head}\nawait ctx.ask('Sure?', form) }`)).steps).toBeUndefined()
})
