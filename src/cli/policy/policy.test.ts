import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createAudit, policySchema } from '../../host/index.ts'
import { openGateState } from '../gate-state.ts'
import { run } from '../run.ts'

const folder = mkdtempSync(join(tmpdir(), 'verbnoun-'))
afterAll(() => rmSync(folder, { recursive: true }))
const env = { HOME: folder, VERBNOUN_HOME: join(folder, 'state') }

async function type(...argv: string[]): Promise<{ code: number; out: string; err: string }> {
  const [out, err]: [string[], string[]] = [[], []]
  const said = { out: (line: string) => out.push(line), err: (line: string) => err.push(line) }
  const io = { ...said, quiet: () => undefined, cwd: folder, env, signal: new AbortController().signal }
  const code = await run(argv, io)
  return { code, out: out.join('\n'), err: err.join('\n') }
}

function write(name: string, text: string): string {
  writeFileSync(join(folder, name), text, { mode: 0o600 })
  return name
}

write(
  'policy.yaml',
  `version: 1
rules:
- { id: small, allow: orders/refund_order, when: { args.amount_cents: { max: 5000 } }, budget: { calls: 3, per: 1h } }
- { id: old, allow: orders/*, expires: 2020-01-01 }
`,
)

describe('policy', () => {
  test('explain: tells the answer and what each rule thought', async () => {
    expect(
      await type('policy', 'explain', 'orders/refund_order', 'amount_cents=2400', '--policy', 'policy.yaml'),
    ).toEqual({
      code: 0,
      out: `orders/refund_order: allow while the budget of rule small lasts, then ask by the default for write, a yes must be asserted
  allow small (user): matches
  allow old (user): no, it has expired`,
      err: '',
    })
  })

  test('explain answers for the policy in use, and says that another waits', async () => {
    const { out } = await type('policy', 'explain', 'orders/refund_order', '--tier', 'read')
    expect(out).toBe('orders/refund_order: allow by the default for read')
    writeFileSync(join(env.VERBNOUN_HOME, 'policy.yaml'), 'version: 1\nrules: [{ id: a, allow: a/b }]', { mode: 0o600 })
    const waiting = await type('policy', 'explain', 'a/b')
    expect(waiting.out).toBe('a/b: ask by the default for write, a yes must be asserted')
    expect(waiting.err).toContain('until you accept it: verbnoun policy accept')
    expect(await type('policy', 'accept')).toEqual({
      code: 1,
      out: 'it would allow by rule a (a/b)',
      err: 'Only a person at a terminal accepts this.',
    })
  })

  test('holds calls against what is expected of them', async () => {
    write(
      'cases.yaml',
      `- { call: orders/refund_order, args: { amount_cents: 5000 }, expect: allow, rule: small }
- { call: orders/refund_order, args: { amount_cents: 5001 }, expect: ask }
- { call: orders/refund_order, args: {}, expect: allow }
- { call: orders/order_status, tier: read, expect: allow, at: "2019-01-01", rule: old }
`,
    )
    expect(await type('policy', 'test', 'cases.yaml', '--policy', 'policy.yaml')).toEqual({
      code: 1,
      out: 'orders/refund_order {}: expected allow, got ask by default\n3 passed, 1 failed',
      err: '',
    })
  })

  test('lint names the rules that can never match', async () => {
    expect(await type('policy', 'lint', '--policy', 'policy.yaml')).toMatchObject({
      code: 1,
      out: 'old can never match. It has expired. Remove it, or give it another day.',
    })
  })

  test('schema is the one that files are read by', async () => {
    const { out } = await type('policy', 'schema')
    expect(JSON.parse(out)).toEqual(policySchema())
    expect(
      JSON.parse(readFileSync('policy.schema.json', 'utf8')),
      'verbnoun policy schema > policy.schema.json',
    ).toEqual(policySchema())
  })

  test.each([
    [['policy', 'frobnicate'], /^Do what with the policy\? There are explain, test, lint, accept, schema\.$/],
    [['policy', 'explain', 'orders'], /^Explain which call\?/],
    [['policy', 'explain', 'a/b', '--tier', 'bad'], /^There is no tier "bad"/],
    [['policy', 'test'], /^Test which file\?/],
    [['policy', 'lint', '--policy', 'none.yaml'], 'none.yaml cannot be read.'],
    [
      ['policy', 'lint', '--policy', write('bad.yaml', 'version: 1\nversion: 1')],
      /^bad\.yaml:2: Map keys must be unique/,
    ],
    [['policy', 'test', write('bad-cases.yaml', '- { call: a/b }')], /case 1 cannot be read:\n- expect is missing/],
  ])('%j is told in one sentence, exit 2', async (argv, message) => {
    expect(await type(...argv)).toMatchObject({ code: 2, err: expect.stringMatching(message) as unknown })
  })
})

test('audit shows, verifies, prints its head and erases what was said', async () => {
  const io = {
    out: () => 0,
    err: () => 0,
    quiet: () => undefined,
    cwd: folder,
    env,
    signal: new AbortController().signal,
  }
  const { store, key } = await openGateState(io)
  let ids = 0
  const audit = createAudit({ store, key, now: () => 0, newId: () => `id-${(ids += 1)}` })
  await audit.append({
    kind: 'begun',
    call: 'call-1',
    payload: { server: 'orders', tool: 'refund_order', executed: { a: '\u001B[1m' } },
  })
  await audit.append({ kind: 'ended', call: 'call-1', payload: { outcome: 'result' } })
  await store.close()
  const { out } = await type('audit')
  expect(out).toBe(`1 1970-01-01T00:00:00.000Z begun    call-1 orders/refund_order {"a":"\\u001b[1m"}
2 1970-01-01T00:00:00.000Z ended    call-1 {"outcome":"result"}`)
  const head = (await type('audit', 'head')).out
  expect(head).toMatch(/^2:[0-9a-f]{64}$/)
  expect(await type('audit', 'verify', head)).toEqual({ code: 0, out: '2 lines, each as it was written.', err: '' })
  expect(await type('audit', 'verify', `3:${head.slice(2)}`)).toMatchObject({ code: 1 })
  expect(await type('audit', 'erase', '1')).toMatchObject({ code: 0 })
  expect((await type('audit', 'verify', head)).out).toBe(
    '2 lines, each as it was written; what was said in 1 was erased.',
  )
  const [line = ''] = (await type('audit', '--json', '--after', '1')).out.split('\n')
  expect(JSON.parse(line)).toMatchObject({ number: 2, kind: 'ended', payload: { outcome: 'result' } })
})
