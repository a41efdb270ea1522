import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { run } from '../../src/cli/run.ts'
import { createServer, listen } from '../../src/serve/index.ts'

const root = realpathSync(mkdtempSync(join(tmpdir(), 'verbnoun-check-')))
afterAll(() => rmSync(root, { recursive: true }))

let folder = root
let turn = 0
beforeEach(() => {
  folder = join(root, String((turn += 1)))
  mkdirSync(folder)
  write('package.json', '{ "name": "shop", "version": "1.0.0", "type": "module" }')
})

function write(name: string, text: string): void {
  const path = join(folder, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

async function type(...argv: string[]): Promise<{ code: number; out: string; err: string }> {
  const [out, err]: [string[], string[]] = [[], []]
  const env = { PATH: process.env['PATH'] ?? '', HOME: root, VERBNOUN_HOME: join(root, 'home') }
  const io = { quiet: () => undefined, cwd: folder, env, signal: new AbortController().signal }
  const code = await run(argv, { ...io, out: (line) => out.push(line), err: (line) => err.push(line) })
  return { code, out: out.join('\n'), err: err.join('\n') }
}

async function found(...argv: string[]): Promise<string[]> {
  const { out } = await type('check', ...argv, '--json')
  const { findings }: { findings: { rule: string; tool: string | null }[] } = JSON.parse(out)
  return findings.map(({ rule, tool }) => `${tool ?? '*'} ${rule}`)
}

const notes = `import { remember } from './_store.ts'
/** Find a note by its title. Returns its text.
 * @readonly
 * @param title - The title, whole.
 */
export function find_note(title: string): string { remember(title); return title }

/** Sweep what is old away. Returns how many.
 * @verbnounIgnore destruction-unsaid the old ones are copies
 */
export async function sweep_notes(): Promise<number> { const { rmSync } = await import('node:fs'); rmSync('old'); return 1 }
`
const store = `import { appendFileSync } from 'node:fs'
export class Store { put(text: string): void { appendFileSync('seen', text) } }
export function remember(text: string): void { new Store().put(text) }
`

describe('a source', () => {
  test('is judged by its code, with the way to the write; what its author excused is kept apart', async () => {
    write('notes.ts', notes)
    write('_store.ts', store)
    const { code, out } = await type('check', 'notes.ts', '--json')
    expect(code).toBe(1)
    const report = JSON.parse(out)
    expect(report.findings[1]).toMatchObject({
      rule: 'readonly-reaches-write',
      severity: 'error',
      subject: 'shop',
      tool: 'find_note',
      location: { file: 'notes.ts', line: 6 },
      message:
        'find_note is @readonly but writes: find_note › remember › Store.put › appendFileSync (_store.ts:2); hosts will run it unasked.',
    })
    expect(report.suppressed).toMatchObject([
      { rule: 'destruction-unsaid', tool: 'sweep_notes', reason: 'the old ones are copies', by: 'source' },
    ])
    expect(report.summary).toEqual({ tools: 2, error: 1, warning: 1, info: 0, suppressed: 1 })
  })

  test('is excused where a function on the way is', async () => {
    write('notes.ts', notes)
    write(
      '_store.ts',
      store.replace(
        'export function',
        '/** @verbnounIgnore readonly-reaches-write a log of queries */\nexport function',
      ),
    )
    expect(await found('notes.ts')).toEqual(['* hints-missing'])
  })

  test('that reaches the network says so, and requests it declares must find it', async () => {
    write(
      'weather.ts',
      `/** Look up the weather of a city. Returns degrees.
 * @readonly
 * @closedWorld
 * @for "how warm is it in Paris?"
 * @for "degrees of a city"
 * @param city - By name.
 */
export async function get_weather(city: string): Promise<string> { return await (await fetch('https://a.example/' + city)).text() }

/** Tell how warm it is inside, in Paris and elsewhere.
 * @readonly
 * @closedWorld
 */
export function get_heating(): string { return 'warm' }
`,
    )
    const { out } = await type('check', 'weather.ts', '--json')
    const report = JSON.parse(out)
    expect(report.findings.map(({ rule }: { rule: string }) => rule)).toEqual(['network-unsaid', 'request-lost'])
    expect(report.confusability).toMatchObject([
      {
        subject: 'shop',
        requests: 2,
        top1: 0.5,
        confusion: [{ wanted: 'get_weather', won: 'get_heating', count: 1 }],
      },
    ])
    const shown = await type('check', 'weather.ts', '--confusion')
    expect(shown.out).toContain('shop · 2 requests: 50 % find their tool first')
  })
})

describe('a saved list', () => {
  const tool = { name: 'delete_user', description: 'Delete a user by id.', inputSchema: { type: 'object' } }
  const save = (over: object = {}): void =>
    write('tools.json', JSON.stringify({ tools: [{ ...tool, ...over }] }, undefined, 1))

  test('is judged as it stands; the exit code follows --fail-on', async () => {
    save({ annotations: { readOnlyHint: true } })
    expect(await found('tools.json')).toEqual(['delete_user hint-against-verb'])
    expect((await type('check', 'tools.json')).code).toBe(0)
    expect((await type('check', 'tools.json', '--fail-on', 'warning')).code).toBe(1)
    const { out } = await type('check', 'tools.json')
    expect(out).toContain('delete_user says readOnlyHint: true; hosts will run it unasked. Remove the hint or rename.')
    expect(out).toContain('tools.json:4  hint-against-verb')
  })

  test('is also judged by what a directory refuses', async () => {
    save({ annotations: { destructiveHint: true }, description: 'Delete a user for good: it cannot be undone.' })
    expect(await found('tools.json', '--target', 'openai-directory')).toEqual(['delete_user target-hints'])
    expect(await found('tools.json', '--target', 'anthropic,gemini')).toEqual([])
  })

  test('is compared with what was accepted', async () => {
    save({ annotations: { destructiveHint: true } })
    const missing = await type('check', 'tools.json', '--locked')
    expect([missing.code, missing.err]).toEqual([
      2,
      'There is no verbnoun.lock here; write it first: verbnoun check TARGET --lock.',
    ])
    await type('check', 'tools.json', '--lock')
    expect((await type('check', 'tools.json', '--locked')).code).toBe(0)
    save({ annotations: { readOnlyHint: true }, description: 'Look up a user.' })
    expect(await found('tools.json', '--locked')).toEqual([
      'delete_user hint-against-verb',
      'delete_user surface-broken',
      'delete_user surface-broken',
      'delete_user surface-changed',
    ])
    expect((await type('check', 'tools.json', '--locked')).code).toBe(1)
  })

  test('keeps quiet about what a baseline names', async () => {
    save()
    await type('check', 'tools.json', '--baseline', 'known.json', '--update-baseline')
    expect(await found('tools.json', '--baseline', 'known.json')).toEqual([])
    save({ name: 'drop_user' })
    expect(await found('tools.json', '--baseline', 'known.json')).toEqual(['drop_user irreversible-unsaid'])
  })

  test('is judged by what the team settled in verbnoun.yaml', async () => {
    save()
    write(
      'verbnoun.yaml',
      'check:\n  rules: { hints-missing: off }\n  failOn: warning\n  ignore:\n    - { rule: irreversible-unsaid, tool: delete_user, reason: users are archived }\n',
    )
    const { code, out } = await type('check', 'tools.json', '--json')
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({
      findings: [],
      suppressed: [{ by: 'config', reason: 'users are archived' }],
    })
    write('verbnoun.yaml', 'check:\n  rules: { hints-mising: off }\n')
    expect((await type('check', 'tools.json')).err).toBe('There is no rule "hints-mising". Did you mean hints-missing?')
    write('verbnoun.yaml', 'check:\n  failon: warning\n')
    expect((await type('check', 'tools.json')).err).toBe(
      'verbnoun.yaml has no setting "check.failon". Did you mean failOn?',
    )
  })

  test('takes requests from a file beside it', async () => {
    write(
      'tools.json',
      JSON.stringify([tool, { ...tool, name: 'list_invoices', description: 'List the invoices of a month.' }]),
    )
    write('requests.yaml', 'list_invoices: ["remove user 7 by id"]\n')
    expect(await found('tools.json', '--requests', 'requests.yaml')).toContain('list_invoices request-lost')
    write('requests.yaml', 'nobody: ["x"]\n')
    expect((await type('check', 'tools.json', '--requests', 'requests.yaml')).err).toBe(
      'requests.yaml names the tool nobody, which is not there.',
    )
  })

  test('is written where it is wanted', async () => {
    save()
    const { out } = await type('check', 'tools.json', '--format', 'sarif', '-o', 'check.sarif')
    expect(out).toBe('')
    expect(JSON.parse(readFileSync(join(folder, 'check.sarif'), 'utf8'))).toMatchObject({ version: '2.1.0' })
  })
})

/** A server that answers every wrong call with one text, and one right call with a broken structure. */
function server(answer: string): string {
  return `import { createInterface } from 'node:readline'
const inputSchema = { type: 'object', properties: { id: { type: 'string', description: 'PT-NNNN' } }, required: ['id'] }
const outputSchema = { type: 'object', properties: { total: { type: 'integer' } }, required: ['total'] }
const tools = [
  { name: 'get_order', description: 'Look up an order.', inputSchema, annotations: { readOnlyHint: true } },
  { name: 'count_orders', description: 'Count orders.', inputSchema: { type: 'object' }, outputSchema, annotations: { readOnlyHint: true } },
  { name: 'get_order', description: 'Again.', inputSchema, annotations: { readOnlyHint: true } },
  { name: 'drop_orders', description: 'Drop all; cannot be undone.', inputSchema: { type: 'object' }, annotations: { destructiveHint: true } },
]
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line)
  if (id === undefined) continue
  const said = { content: [{ type: 'text', text: ${JSON.stringify(answer)} }] }
  const results = {
    initialize: { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'orders', version: '1' } },
    'tools/list': { tools },
    'tools/call': params?.name === 'count_orders' ? { ...said, structuredContent: { total: 'three' } } : { ...said, isError: true },
  }
  const result = results[method]
  const answer = result === undefined ? { error: { code: -32601, message: 'Method not found' } } : { result }
  process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, ...answer }) + '\\n')
}
`
}

describe('a running server', () => {
  test('is probed with mistakes when told; what a model would have read is shown', async () => {
    write('server.mjs', server('INTERNAL_ERROR'))
    const { code, out } = await type('check', '--probe', '--', process.execPath, join(folder, 'server.mjs'))
    expect(code).toBe(1)
    expect(out).toContain('2 of 3 tools answer wrong arguments without naming any of them')
    expect(out).toContain('was answered: "INTERNAL_ERROR"')
    expect(out).toContain('count_orders answered with a structure that breaks its outputSchema at /total')
    expect(out).toContain('get_order is listed twice; only one of them can be called.')
    expect(out).toContain('1 tool not probed (destructive, or without hints)')
  })

  test('is reached by its URL, looked at and probed', async () => {
    const description = 'Look up an order. Returns its state.'
    const properties = { id: { type: 'string', description: 'PT-NNNN' } } as const
    const inputSchema = { type: 'object', properties, required: ['id'], additionalProperties: false } as const
    const annotations = { readOnlyHint: true }
    let calls = 0
    const about = { description, inputSchema, annotations, run: () => (calls += 1) }
    const tools = ['get_order', 'delete_order'].map((name) => ({ name, ...about }))
    const { url, close } = await listen(createServer({ name: 'shop', version: '1', tools }))
    try {
      const { code, out, err } = await type('check', url, '--json')
      expect([code, err]).toEqual([0, ''])
      expect(JSON.parse(out)).toMatchObject({
        subjects: [{ name: 'shop', tools: 2 }],
        findings: [
          { rule: 'hint-against-verb', severity: 'warning', subject: 'shop', tool: 'delete_order' },
          { rule: 'description-twin', severity: 'warning', tool: 'get_order' },
        ],
        incomplete: [],
      })
      expect((await type('check', url, '--fail-on', 'warning')).code).toBe(1)
      expect(await found(url, '--probe')).toEqual(['delete_order hint-against-verb', 'get_order description-twin'])
      expect(calls).toBe(0)
    } finally {
      await close()
    }
    expect(await type('check', url)).toMatchObject({ code: 2, err: expect.stringContaining('no MCP server answered') })
  })

  test('is only looked at when not told', async () => {
    write('server.mjs', server('INTERNAL_ERROR'))
    const { out } = await type('check', '--', process.execPath, join(folder, 'server.mjs'))
    expect(out).not.toContain('answered')
  })

  test('in a file of many is not started before a person accepted its command', async () => {
    write('server.mjs', server(''))
    write('mcp.json', JSON.stringify({ mcpServers: { orders: { command: process.execPath, args: ['server.mjs'] } } }))
    const { code, err } = await type('check', 'mcp.json')
    expect(code).toBe(2)
    expect(err).toContain('orders: ')
    expect(err).toContain('Nobody accepted these commands yet and there is no terminal to ask on')
  })

  test('that does not answer, and one that has no tool, are told with exit 2', async () => {
    const gone = await type('check', '--', process.execPath, '-e', '0')
    expect([gone.code, gone.err]).toEqual([2, expect.stringContaining('no MCP server answered')])
    write('tools.json', '{"tools":[]}')
    expect(await type('check', 'tools.json')).toMatchObject({ code: 2, err: 'There is no tool here to check.' })
    expect((await type('check', 'http://127.0.0.1:9/mcp')).code).toBe(2)
  })
})

test('what makes no sense is told with exit 2', async () => {
  write('other.json', '{"a":1}')
  expect((await type('check')).code).toBe(2)
  expect((await type('check', 'other.json')).err).toBe(
    'other.json is neither an answer to tools/list nor a list of servers (mcpServers).',
  )
  expect((await type('check', 'other.json', '--target', 'antropic')).err).toBe(
    'There is no target "antropic". Did you mean anthropic?',
  )
  expect((await type('check', 'other.json', '--fail-on', 'never-ever')).err).toContain('--fail-on wants')
})

test('explain tells of one rule, or names all', async () => {
  expect((await type('explain', 'name-invalid')).out).toContain('## Fix')
  expect((await type('explain')).out.split('\n').length).toBeGreaterThan(40)
  expect((await type('explain', 'name-invald')).err).toBe('There is no rule "name-invald". Did you mean name-invalid?')
})

test.each(['paper-trail/paper-trail.ts', 'orders/orders.ts'])(
  'our own example %s comes out clean without an ignore',
  async (example) => {
    folder = resolve('.')
    const { code, out } = await type('check', `examples/${example}`, '--json')
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({ findings: [], suppressed: [], incomplete: [] })
  },
  60_000,
)
