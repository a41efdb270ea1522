import { expect, test } from 'vitest'
import { open, project, write } from './project.ts'

/** What each tool was found to do, each effect in one line with its way. */
async function effectsOf(files: Readonly<Record<string, string>>): Promise<Record<string, string[]>> {
  const loaded = await open(project({ 'package.json': '{"name":"shop","type":"module"}', ...files }))
  const found = await loaded.effects()
  return Object.fromEntries(
    found.map(({ tool, effects, unknown }) => [
      tool,
      [
        ...effects.map(
          ({ access, on, what, path }) =>
            `${access} ${on}: ${what} <- ${path.map(({ name, line }) => `${name}:${line}`).join(' ')}`,
        ),
        ...unknown.map(({ name, line }) => `unknown: ${name}:${line}`),
      ],
    ]),
  )
}

test('an effect is found through locals, methods, interfaces, callbacks and lazy imports, with the way to it', async () => {
  const found = await effectsOf({
    'tools.ts': [
      "import { writeFile, readFile } from 'node:fs/promises'",
      "import * as fs from 'node:fs'",
      "import { save, fileStore, type Store } from './store.ts'",
      'const store: Store = fileStore()',
      'const log = (line: string): void => fs.appendFileSync("log", line)',
      '/** Local. */ export async function local_write() { const put = async () => { await writeFile("a", "b") }; await put() }',
      '/** Read. */ export async function read_it() { return await readFile("a", "utf8") }',
      '/** Module. */ export function other_module() { save() }',
      '/** Interface. */ export function by_interface() { store.put("x") }',
      '/** Callback. */ export function by_callback() { ["a"].forEach((line) => log(line)) }',
      '/** Named callback. */ export function by_name() { ["a"].forEach(log) }',
      "/** Lazy. */ export async function lazy() { const { rm } = await import('node:fs/promises'); await rm('x'); (await import('./store.ts')).save() }",
      '/** Never called. */ export function not_called() { const put = () => log("x"); return typeof put }',
      '/** Handle. */ export async function handle() { const file = await fs.promises.open("a", "w"); await file.write("x") }',
      '/** In a constructor. */ export function made() { return new Keeper() }',
      'class Keeper { constructor() { this.keep() } keep() { fs.mkdirSync("d") } }',
      '/** Wrapped. */ export function wrapped() { later() }',
      'const later = once(() => log("x"))',
      'function once<F extends () => void>(run: F): F { return run }',
    ].join('\n'),
    'store.ts': [
      "import { unlinkSync, writeFileSync } from 'fs'",
      'export interface Store { put(x: string): void }',
      'class FileStore implements Store { put(x: string) { this.write(x) } private write(x: string) { writeFileSync("s", x) } }',
      'export function fileStore(): Store { return new FileStore() }',
      'export function save() { unlinkSync("a") }',
    ].join('\n'),
  })
  expect(found).toMatchInlineSnapshot(`
    {
      "by_callback": [
        "write files: appendFileSync of node:fs <- log:10 appendFileSync:5",
      ],
      "by_interface": [
        "write files: writeFileSync of node:fs <- Store.put:9 FileStore.write:3 writeFileSync:3",
      ],
      "by_name": [
        "write files: appendFileSync of node:fs <- forEach:11 appendFileSync:5",
      ],
      "handle": [
        "write files: open of node:fs <- promises.open:14",
        "write files: write of a file handle <- write:14",
      ],
      "lazy": [
        "write files: rm of node:fs/promises <- rm:12",
        "write files: unlinkSync of node:fs <- save:12 unlinkSync:5",
      ],
      "local_write": [
        "write files: writeFile of node:fs/promises <- put:6 writeFile:6",
      ],
      "made": [
        "write files: mkdirSync of node:fs <- Keeper:15 Keeper.keep:16 mkdirSync:16",
      ],
      "not_called": [],
      "other_module": [
        "write files: unlinkSync of node:fs <- save:8 unlinkSync:5",
      ],
      "read_it": [
        "read files: readFile of node:fs/promises <- readFile:7",
      ],
      "wrapped": [
        "write files: appendFileSync of node:fs <- later:17 log:18 appendFileSync:5",
      ],
    }
  `)
})

test('requests count by their method', async () => {
  const found = await effectsOf({
    'tools.ts': [
      '/** Get. */ export async function get_it() { return (await fetch("https://a")).status }',
      '/** Post. */ export async function post_it() { await fetch("https://a", { method: "POST", body: "" }) }',
      '/** Any. */ export async function any_method(method: string) { await fetch("https://a", { method }) }',
      'const API = { method: "DELETE" } as const',
      '/** Hidden. */ export async function hidden() { await fetch("https://a", API) }',
      '/** Constant. */ export async function constant() { await fetch("https://a", { method: API.method }) }',
    ].join('\n'),
  })
  expect(found).toMatchInlineSnapshot(`
    {
      "any_method": [
        "unknown network: a request with fetch <- fetch:3",
      ],
      "constant": [
        "write network: DELETE with fetch <- fetch:6",
      ],
      "get_it": [
        "read network: GET with fetch <- fetch:1",
      ],
      "hidden": [
        "unknown network: a request with fetch <- fetch:5",
      ],
      "post_it": [
        "write network: POST with fetch <- fetch:2",
      ],
    }
  `)
})

test('statements count by their verb, and other texts do not', async () => {
  const found = await effectsOf({
    'tools.ts': [
      'declare const db: { query(sql: string, values?: unknown[]): Promise<unknown[]>; prepare(sql: string): { run(): void }; exec(sql: string): void }',
      'declare function sql(text: TemplateStringsArray, ...values: unknown[]): Promise<unknown[]>',
      'const FIND = "select * from orders where id = $1"',
      '/** Select. */ export async function find_order(id: string) { return (await db.query(FIND, [id])).length }',
      '/** Insert. */ export async function add_order(id: string) { await sql`insert into orders (id) values (${id})` }',
      '/** Update. */ export function set_order(id: string) { db.prepare(`UPDATE orders SET x = 1 WHERE id = ${id}`).run() }',
      '/** With. */ export function sweep() { db.exec("WITH old AS (SELECT 1) DELETE FROM orders") }',
      '/** Map. */ export function lookup(words: Map<string, string>) { return words.get("update the docs") ?? "" }',
    ].join('\n'),
  })
  expect(found).toMatchInlineSnapshot(`
    {
      "add_order": [
        "write database: INSERT <- sql:5",
      ],
      "find_order": [
        "read database: SELECT <- query:4",
      ],
      "lookup": [],
      "set_order": [
        "write database: UPDATE <- prepare:6",
      ],
      "sweep": [
        "write database: DELETE <- exec:7",
      ],
    }
  `)
})

test('well-known packages count by their verbs, and of others nothing is said', async () => {
  const found = await effectsOf({
    'node_modules/stripe/package.json': '{"name":"stripe","types":"index.d.ts","main":"index.js"}',
    'node_modules/stripe/index.js': '',
    'node_modules/stripe/index.d.ts':
      'declare class Stripe { constructor(key: string); refunds: { create(x: object): Promise<{ id: string }>; retrieve(id: string): Promise<{ id: string }> } }\nexport default Stripe',
    'node_modules/obscure/package.json': '{"name":"obscure","types":"index.d.ts","main":"index.js"}',
    'node_modules/obscure/index.js': '',
    'node_modules/obscure/index.d.ts': 'export function act(): void',
    'tools.ts': [
      "import Stripe from 'stripe'",
      "import { act } from 'obscure'",
      "import { execFile, exec } from 'node:child_process'",
      'async function connect(): Promise<Stripe> { return new Stripe("k") }',
      '/** Refund. */ export async function refund() { const stripe = await connect(); await stripe.refunds.create({}) }',
      '/** Look. */ export async function look() { return (await (await connect()).refunds.retrieve("x")).id }',
      '/** Act. */ export function act_obscurely() { act() }',
      '/** Run. */ export function run_command(command: string) { execFile(command); exec("rm -rf x") }',
    ].join('\n'),
  })
  expect(found).toMatchInlineSnapshot(`
    {
      "act_obscurely": [
        "unknown: act of obscure:7",
      ],
      "look": [
        "read service: refunds.retrieve of stripe <- refunds.retrieve:6",
      ],
      "refund": [
        "write service: refunds.create of stripe <- refunds.create:5",
      ],
      "run_command": [
        "unknown processes: execFile <- execFile:8",
        "write processes: exec of rm <- exec:8",
      ],
    }
  `)
})

test('a function on the way may set rules aside, and a way without it still counts', async () => {
  const files = {
    'package.json': '{"name":"shop","type":"module"}',
    'tools.ts': [
      "import { appendFileSync } from 'node:fs'",
      '/** Notes who asked. @verbnounIgnore readonly-reaches-write only a log */',
      'function log(line: string) { keep(line) }',
      'function keep(line: string) { appendFileSync("log", line) }',
      '/** Excused. @readonly */ export function excused() { log("x") }',
      '/** Guilty. @readonly */',
      'export function guilty() { log("x"); keep("y") }',
    ].join('\n'),
  }
  const [excused, guilty] = await (await open(project(files))).effects()
  expect(excused?.effects.map(({ ignored }) => ignored)).toEqual([
    [{ rule: 'readonly-reaches-write', reason: 'only a log' }],
  ])
  expect(guilty?.effects.map(({ ignored }) => ignored.length)).toEqual([1, 0])
  expect(guilty?.declared).toMatchObject({ name: 'guilty', file: 'tools.ts', line: 7 })
})

test('effects are kept until a file that was read has changed', async () => {
  const root = project({
    'package.json': '{"name":"shop","type":"module"}',
    'tools.ts': "import { keep } from './keep.ts'\n/** Keep. */ export function keep_it() { keep() }",
    'keep.ts': "import { rmSync } from 'node:fs'\nexport function keep(): void { rmSync('x') }",
  })
  const first = await (await open(root)).effects()
  expect(first[0]?.effects[0]?.what).toBe('rmSync of node:fs')
  expect(await (await open(root)).effects()).toEqual(first)
  write(root, 'keep.ts', 'export function keep(): void {}')
  expect((await (await open(root)).effects())[0]?.effects).toEqual([])
})
