import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { realPath } from '../real-path.ts'
import { explainCase } from './explain.ts'
import { covers, globTest } from './glob.ts'
import { judge } from './judge.ts'
import type { Case } from './judge.ts'
import { lintRules } from './lint.ts'
import { joinPolicies } from './policies.ts'
import { readPolicy } from './read.ts'
import type { Source } from './rule.ts'
import { compareChange } from './widening.ts'

const now = Date.parse('2026-12-01T12:00:00Z')
const home = realpathSync(mkdtempSync(join(tmpdir(), 'verbnoun-')))
afterAll(() => rmSync(home, { recursive: true }))
mkdirSync(join(home, 'work/site'), { recursive: true })
symlinkSync('/etc', join(home, 'work/site/link'))

const read = (text: string, source: Source = 'user') =>
  readPolicy({ text: `version: 1\n${text}`, name: 'policy.yaml', source }, { home, realPath })
const policies = (text: string, source?: Source) => joinPolicies([read(text, source)])
const call = (more: Partial<Case> = {}): Case => ({
  server: 'orders',
  tool: 'refund_order',
  trust: 'trusted',
  tier: 'write',
  args: {},
  flow: [],
  now,
  ...more,
})
const decide = (text: string, more: Partial<Case> = {}): string => judge(policies(text), call(more)).decision
const rule = (when: string): string => `rules: [{ id: a, allow: orders/refund_order, when: { ${when} } }]`
/** true, false or unknown, as an allow and a deny rule tell together. */
function holds(when: string, args: unknown): boolean | undefined {
  if (decide(rule(when), { args }) === 'allow') return true
  return decide(rule(when).replace('allow', 'deny'), { args }) === 'deny' ? undefined : false
}

describe('a predicate', () => {
  test.each([
    ['args.a: 1', { a: 1 }, true],
    ['args.a: 1', { a: '1' }, undefined],
    ['args.a: 1', { a: 2 }, false],
    ['args.a: 1', {}, undefined],
    ['args.a.b: true', { a: { b: true } }, true],
    ['args.a.b: true', { a: 'b' }, undefined],
    ['args.constructor: 1', {}, undefined],
    ['args.a: { in: [x, y] }', { a: 'x' }, true],
    ['args.a: { in: [x, y] }', { a: ['x'] }, undefined],
    ['args.a: { not_in: [x, y] }', { a: 'z' }, true],
    ['args.a: { not_in: [x, y] }', { a: 'x' }, false],
    ['args.a: { not_in: [x, y] }', {}, undefined],
    ['args.a: { min: 1, max: 5 }', { a: 5 }, true],
    ['args.a: { min: 1, max: 5 }', { a: 0 }, false],
    ['args.a: { min: 1, max: 5 }', { a: '3' }, undefined],
    ['args.a: { above: 1, below: 5 }', { a: 5 }, false],
    ['args.a: { above: 1, below: 5 }', { a: 4.9 }, true],
    ['args.a: { like: "x*z" }', { a: 'xyz' }, true],
    ['args.a: { like: "x*z" }', { a: 'xz.' }, false],
    ['args.a: { present: true }', { a: null }, true],
    ['args.a: { present: false }', {}, true],
    ['args.a: { present: true }', {}, false],
    ['args.a: { each: { min: 1 } }', { a: [1, 2] }, true],
    ['args.a: { each: { min: 1 } }', { a: [1, 'x'] }, undefined],
    ['args.a: { each: { min: 1 } }', { a: [0, 'x'] }, false],
    ['args.a: { each: { min: 1 } }', { a: 1 }, undefined],
    ['args.a: { some: { min: 1 } }', { a: [0, 'x', 1] }, true],
    ['args.a: { some: { min: 1 } }', { a: [] }, false],
    ['args.to: { each: { email_domain: [example.com] } }', { to: ['ann@example.com'] }, true],
    ['args.to: { email_domain: example.com }', { to: 'ann@example.com.evil.org' }, false],
    ['args.to: { email_domain: example.com }', { to: 'ann@Example.COM' }, true],
    ['args.to: { email_domain: example.com }', { to: 'a@evil.org,ann@example.com' }, undefined],
    ['args.to: { email_domain: example.com }', { to: '"a@evil.org" <ann@example.com>' }, undefined],
    ['args.to: { email_domain: "*.example.com" }', { to: 'ann@mail.example.com' }, true],
    ['args.to: { email_domain: "*.example.com" }', { to: 'ann@example.com' }, false],
    ['args.url: { host: example.com }', { url: 'https://example.com/a?b=https://evil.org' }, true],
    ['args.url: { host: example.com }', { url: 'https://example.com.evil.org/' }, false],
    ['args.url: { host: example.com }', { url: 'https://example.com@evil.org/' }, undefined],
    ['args.url: { host: example.com }', { url: 'https:\\\\example.com' }, undefined],
    ['args.url: { host: example.com }', { url: 'example.com' }, undefined],
    ['args.p: { within: ~/work/site }', { p: join(home, 'work/site/a/b.html') }, true],
    ['args.p: { within: ~/work/site }', { p: `${home}/work/site/../../.ssh/id` }, false],
    ['args.p: { within: ~/work/site }', { p: join(home, 'work/site/link/passwd') }, false],
    ['args.p: { within: ~/work/site }', { p: join(home, 'work/site-2/a') }, false],
    ['args.p: { within: ~/work/site }', { p: `file://${home}/work/site/a` }, true],
    ['args.p: { within: ~/work/site }', { p: 'a.html' }, undefined],
    ['args.p: { within: ~/work/site }', { p: '~/work/site/a' }, undefined],
    ['args.a: 1, args.b: 2', { a: 1, b: 3 }, false],
    ['args.a: 1, args.b: 2', { a: 1 }, undefined],
  ])('%s of %j is %s', (when, args, wanted) => {
    expect(holds(when, args)).toBe(wanted)
  })

  test('of the flow is unknown where nobody keeps track', () => {
    const text = 'rules: [{ id: a, deny: "*/*", when: { flow: untrusted } }]'
    expect(decide(text, { flow: ['untrusted'] })).toBe('deny')
    expect(decide(text, { flow: [] })).toBe('ask')
    expect(decide(text, { flow: undefined })).toBe('deny')
  })
})

describe('rules', () => {
  const three = `rules:
- { id: yes, allow: orders/* }
- { id: ask, ask: orders/refund_*, raise: destructive_open, assurance: local }
- { id: no, deny: "*/refund_order", when: { args.amount: { above: 10 } } }`

  test('deny before they ask, and ask before they allow, whatever their order', () => {
    const reversed = ['rules:', ...three.split('\n').slice(1).toReversed()].join('\n')
    for (const text of [three, reversed]) {
      expect(judge(policies(text), call({ args: { amount: 11 } }))).toMatchObject({
        decision: 'deny',
        rule: { id: 'no' },
      })
      expect(judge(policies(text), call({ args: { amount: 1 } }))).toMatchObject({
        decision: 'ask',
        rule: { id: 'ask' },
        tier: 'destructive_open',
        assurance: 'local',
      })
      expect(judge(policies(text), call({ tool: 'order_status' }))).toMatchObject({ decision: 'allow' })
    }
  })

  test('give way to the default of the tier, where none matches', () => {
    expect(decide('', { tier: 'read' })).toBe('allow')
    expect(decide('', { tier: 'write' })).toBe('ask')
    expect(decide('default: { write: deny }')).toBe('deny')
    expect(decide('default: { read: allow }', { tier: 'read', trust: 'untrusted' })).toBe('ask')
  })

  test('allow what is untrusted or worst only by its whole name and tier', () => {
    const allow = allowing
    for (const more of [{ trust: 'untrusted' }, { tier: 'destructive_open' }] as const) {
      const tier = call(more).tier
      expect(decide(allow('orders/refund_order'), more)).toBe('ask')
      expect(decide(allow(`orders/*, tier: [${tier}]`), more)).toBe('ask')
      expect(decide(allow(`orders/refund_order, tier: [${tier}]`), more)).toBe('allow')
    }
  })

  test('are over when they have expired', () => {
    expect(decide('rules: [{ id: a, allow: orders/*, expires: 2026-12-02 }]')).toBe('allow')
    expect(decide('rules: [{ id: a, allow: orders/*, expires: 2026-12-01 }]')).toBe('ask')
    expect(decide('rules: [{ id: a, deny: orders/*, expires: 2026-12-01T13:00+02:00 }]')).toBe('ask')
  })

  test('that allow within a budget leave it to who can count', () => {
    const text = 'rules: [{ id: a, allow: orders/*, budget: { calls: 2, per: 1h } }]'
    expect(judge(policies(text), call())).toMatchObject({
      decision: 'ask',
      budgeted: [{ id: 'a', budget: { per: 3_600_000 } }],
    })
  })

  test('of all layers count, a project’s only to be stricter', () => {
    const layers = [
      read('default: { write: allow }'),
      read('default: { read: ask }\nrules: [{ id: no, deny: orders/delete_* }]', 'project'),
    ]
    const joined = joinPolicies(layers)
    expect(judge(joined, call()).decision).toBe('allow')
    expect(judge(joined, call({ tier: 'read' })).decision).toBe('ask')
    expect(judge(joined, call({ tool: 'delete_order' })).decision).toBe('deny')
    const alone = joinPolicies([read('default: { write: allow }', 'project')])
    expect(judge(alone, call()).decision).toBe('ask')
  })
})

describe('a policy file', () => {
  test('may be empty but for its version, and comes from the contract as it stands', () => {
    expect(read('').rules).toEqual([])
    const { rules } = read(contract)
    expect(rules.map(({ id }) => id)).toEqual(contract.match(/(?<=id: )[\w-]+/g))
    expect(judge(joinPolicies([read(contract)]), call({ args: { amount_cents: 60_000 } }))).toMatchObject({
      decision: 'ask',
      rule: { id: 'big-refunds' },
      tier: 'destructive_open',
    })
  })

  test.each([
    ['rules: [{ id: a, allow: a/b, wehn: { args.a: 1 } }]', 'rule a: "wehn" is unknown, did you mean when?'],
    ['rules: [{ id: a, deny: a/b, raise: write }]', 'rule a: "raise" is unknown, there are'],
    ['rules: [{ id: a }]', 'rule a: it says one of allow, ask and deny'],
    ['rules: [{ id: a, allow: a/b, deny: a/b }]', 'rule a: it says one of allow, ask and deny'],
    ['rules: [{ id: a, allow: "*" }]', 'rule a: allow: got "*"'],
    ['rules: [{ id: a, allow: a/b }, { id: a, deny: a/b }]', 'two rules have the id "a"'],
    ['rules: [{ id: a, allow: a/b, when: { args.a: { maxx: 1 } } }]', 'rule a: '],
    ['rules: [{ id: a, allow: a/b, when: { arg.a: 1 } }]', 'rule a: "arg.a" in when is unknown'],
    ['rules: [{ id: a, allow: a/b, budget: { calls: 3 } }]', 'rule a: budget.per is missing'],
    ['rules: [{ id: a, allow: a/b, expires: tomorrow }]', 'rule a: expires: got "tomorrow"'],
    ['rules: [{ id: a, allow: a/b, expires: 2026-13-01 }]', 'there is no such day as 2026-13-01'],
    ['default: { write: maybe }', 'default.write: got "maybe"'],
    ['defaults: { write: ask }', '"defaults" is unknown, did you mean default?'],
    ['version: 1', 'policy.yaml:2: Map keys must be unique'],
    ['default: &a { write: ask }\nassurance: *a', 'aliases'],
    ['default: !yours { write: ask }', 'policy.yaml:2: Unresolved tag'],
    ['rules: {', 'policy.yaml:'],
  ])('%s is refused, and says why', (text, message) => {
    expect(() => read(text)).toThrow(message)
  })

  test('of a project may not allow', () => {
    expect(() => read('rules: [{ id: a, allow: a/b }]', 'project')).toThrow(/may only ask and deny: a would allow/)
  })
})

describe('a change of a policy', () => {
  const used = read('rules: [{ id: a, allow: a/b }, { id: d, deny: x/* }]')

  test('that narrows holds at once', () => {
    const wanted = read('default: { read: ask }\nrules: [{ id: d, deny: x/* }, { id: e, ask: y/* }]')
    expect(compareChange(used, wanted)).toEqual({ narrowed: wanted, widens: [] })
  })

  test('that widens waits, and says so; what it narrows holds all the same', () => {
    const wanted = read('default: { write: allow }\nrules: [{ id: a, allow: a/* }, { id: e, ask: y/* }]')
    const { narrowed, widens } = compareChange(used, wanted)
    expect(widens).toEqual([
      'write would be allow by default',
      'it would allow by rule a (a/*)',
      'it would deny no more by rule d (x/*)',
    ])
    expect(narrowed.rules.map(({ id, server, tool }) => `${id} ${server}/${tool}`)).toEqual(['d x/*', 'e y/*'])
    expect(narrowed.defaults).toEqual({})
  })
})

describe('lint', () => {
  test.each([
    ['{ id: a, allow: a/b, expires: 2026-11-30 }', 'It has expired. Remove it, or give it another day.'],
    [
      '{ id: a, ask: a/b, when: { args.n: { min: 5, max: 4 } } }',
      'args.n can never be so: no number is both 5 or more and 4 or less.',
    ],
    [
      '{ id: a, ask: a/b, when: { args.n: { above: 5, max: 5 } } }',
      'args.n can never be so: no number is both 5 or more and 5 or less.',
    ],
    ['{ id: a, ask: a/b, when: { args.n: { in: [] } } }', 'args.n can never be so: in names nothing.'],
    [
      '{ id: a, ask: a/b, when: { args.n: { in: [x], not_in: [x, y] } } }',
      'args.n can never be so: not_in leaves nothing of in.',
    ],
    ['{ id: a, allow: a/b, budget: { calls: 0, per: 1h } }', 'Its budget has no calls.'],
    ['{ id: a, allow: a/*, tier: [destructive_open] }', /without \*/],
    ['{ id: a, allow: a/get_b }, { id: d, deny: a/get_* }', 'Rule d always denies first.'],
    [
      '{ id: a, ask: a/b, when: { args.n: 1 } }, { id: d, deny: "*/*", when: { args.n: 1 } }',
      'Rule d always denies first.',
    ],
    ['{ id: a, allow: a/b, tier: [read] }, { id: d, ask: a/b, tier: [read, write] }', 'Rule d always asks first.'],
  ])('%s can never match', (rules, message) => {
    expect(lint(`rules: [${rules}]`)).toEqual([
      expect.stringMatching(typeof message === 'string' ? `a: ${message.replaceAll('.', String.raw`\.`)}` : message),
    ])
  })

  test.each([
    '{ id: a, allow: a/b }, { id: d, deny: a/b, when: { args.n: 1 } }',
    '{ id: a, allow: a/* }, { id: d, deny: a/b }',
    '{ id: a, allow: a/b, tier: [read, write] }, { id: d, ask: a/b, tier: [read] }',
    '{ id: a, allow: a/b }, { id: d, deny: a/b, expires: 2027-01-01 }',
    '{ id: a, ask: a/b, when: { args.n: { min: 5, max: 5 } } }',
  ])('%s can', (rules) => {
    expect(lint(`rules: [${rules}]`)).toEqual([])
  })

  test('knows names where it is told them', () => {
    const known = new Map([['orders', ['refund_order']]])
    expect(
      lint('rules: [{ id: a, ask: order/* }, { id: b, ask: orders/refund }, { id: c, ask: orders/* }]', known),
    ).toEqual(['a: There is no server "order". There are orders.', 'b: No tool of orders is called "refund".'])
  })
})

function allowing(rest: string): string {
  return `rules: [{ id: a, allow: ${rest} }]`
}

function lint(text: string, known?: Map<string, string[]>): string[] {
  return lintRules(read(text).rules, { now, ...(known && { known }) }).map(({ id, message }) => `${id}: ${message}`)
}

test('an explanation tells the answer and what each rule thought', () => {
  const text = `rules:
- { id: small, allow: orders/refund_order, when: { args.amount: { max: 10 } } }
- { id: dry, deny: orders/*, when: { args.dry_run: false } }
- { id: reads, allow: orders/*, tier: [read] }
- { id: other, deny: mail/* }`
  expect(explainCase(policies(text), call({ args: { amount: 12 } }))).toEqual([
    'orders/refund_order: deny by rule dry',
    '  allow small (user): no, args.amount {"max":10} is false',
    '  deny dry (user): matches, because what it asks for is unknown',
    '  allow reads (user): no, it is for read',
  ])
})

test('globs know a star and nothing else', () => {
  expect(globTest('a*c*e')('abcde')).toBe(true)
  expect(globTest('a*c*e')('ace')).toBe(true)
  expect(globTest('a*ca')('aca')).toBe(true)
  expect(globTest('ab*ba')('aba')).toBe(false)
  expect(globTest('a.c')('abc')).toBe(false)
  expect(globTest('*')('')).toBe(true)
  expect([covers('a*', 'ab*'), covers('*', '*x*'), covers('a*c', 'a*'), covers('ab', 'a*')]).toEqual([
    true,
    true,
    false,
    false,
  ])
})

const contract = `default: { read: allow, write: ask, destructive: ask, destructive_open: ask }
assurance: { write: asserted, destructive: asserted, destructive_open: asserted }
rules:
- { id: no-delete, deny: github/delete_*, tell: "Archive it instead." }
- { id: staging, deny: db/*, when: { args.database: { not_in: [staging, dev] } } }
- { id: small-refunds, allow: orders/refund_order, when: { args.amount_cents: { min: 1, max: 5000 } }, budget: { calls: 20, sum: { args.amount_cents: 50000 }, per: 24h, by: principal }, expires: 2027-03-31 }
- { id: big-refunds, ask: orders/refund_order, when: { args.amount_cents: { above: 50000 } }, raise: destructive_open, assurance: local }
- { id: mail-inside, allow: mail/send_message, when: { args.to: { each: { email_domain: [example.com] } } } }
- { id: mail-tainted, ask: mail/*, when: { flow: untrusted } }
- { id: site-files, allow: fs/write_file, when: { args.path: { within: ~/work/site } } }
- { id: docs, allow: docs/*, tier: [read] }
`
