import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { assessRisk } from './risk.ts'
import type { RiskFacts } from './risk.ts'
import { rank, tiers } from './tier.ts'
import type { Trust } from './tier.ts'

const trusts: readonly Trust[] = ['own', 'trusted', 'untrusted']

describe('the truth table', () => {
  // readOnly, destructive, openWorld (– absent), then the ranks for one's own, a trusted and an untrusted server.
  test.each([
    ['1', '–', '–', [1, 1, 2]],
    ['1', '–', '0', [1, 1, 2]],
    ['1', '–', '1', [1, 1, 2]],
    ['1', '0', '–', [1, 1, 2]],
    ['1', '0', '0', [1, 1, 2]],
    ['1', '0', '1', [1, 1, 2]],
    ['1', '1', '–', [4, 4, 4]],
    ['1', '1', '0', [3, 3, 4]],
    ['1', '1', '1', [4, 4, 4]],
    ['0', '–', '–', [4, 4, 4]],
    ['0', '–', '0', [3, 3, 4]],
    ['0', '–', '1', [4, 4, 4]],
    ['0', '0', '–', [2, 2, 2]],
    ['0', '0', '0', [2, 2, 2]],
    ['0', '0', '1', [2, 2, 2]],
    ['0', '1', '–', [4, 4, 4]],
    ['0', '1', '0', [3, 3, 4]],
    ['0', '1', '1', [4, 4, 4]],
    ['–', '–', '–', [4, 4, 4]],
    ['–', '–', '0', [3, 3, 4]],
    ['–', '–', '1', [4, 4, 4]],
    ['–', '0', '–', [2, 2, 2]],
    ['–', '0', '0', [2, 2, 2]],
    ['–', '0', '1', [2, 2, 2]],
    ['–', '1', '–', [4, 4, 4]],
    ['–', '1', '0', [3, 3, 4]],
    ['–', '1', '1', [4, 4, 4]],
  ])('readOnly %s, destructive %s, openWorld %s gives %s', (readOnly, destructive, openWorld, wanted) => {
    const annotations = hints(readOnly, destructive, openWorld)
    expect(trusts.map((trust) => rank(assessRisk({ name: 'keep_note', annotations, trust }).tier))).toEqual(wanted)
  })
})

describe('a name', () => {
  test.each([
    ['delete_repository', 'trusted', 4],
    ['repositoryDelete', 'trusted', 4],
    ['list_deleted', 'trusted', 1],
    ['get_messages', 'trusted', 1],
    ['send_message', 'trusted', 3],
    ['order_status', 'trusted', 1],
    ['post_status', 'trusted', 3],
    ['count_posts', 'trusted', 1],
    ['DROP-table', 'untrusted', 4],
    ['refund_order', 'untrusted', 3],
    ['delete_repository', 'own', 1],
    ['keep_note', 'untrusted', 2],
  ] as const)('%s of a server that is %s, and says that it reads, has rank %d', (name, trust, wanted) => {
    expect(rank(assessRisk({ name, annotations: { readOnlyHint: true }, trust }).tier)).toBe(wanted)
  })

  test('that destroys counts less where its trusted server stays inside', () => {
    const annotations = { readOnlyHint: true, openWorldHint: false }
    expect(assessRisk({ name: 'delete_note', annotations, trust: 'trusted' }).tier).toBe('destructive')
    expect(assessRisk({ name: 'send_note', annotations, trust: 'trusted' }).tier).toBe('read')
  })
})

test('a hint that is no boolean was not said', () => {
  const annotations = { readOnlyHint: 'true', destructiveHint: 0, openWorldHint: null }
  expect(assessRisk({ name: 'keep_note', annotations, trust: 'own' }).tier).toBe('destructive_open')
})

test("the user's word beats all, also downwards", () => {
  const facts = { name: 'delete_all', annotations: {}, trust: 'untrusted', override: 'read' } as const
  expect(assessRisk(facts)).toEqual({
    tier: 'read',
    reasons: [{ code: 'override', source: 'user', text: 'You have set how bad this tool is.' }],
  })
})

const facts = fc.record<Omit<RiskFacts, 'trust'>>({
  name: fc.constantFrom('keep_note', 'delete_note', 'send_note', 'get_note', 'refund', 'dropTable'),
  annotations: fc.record(
    {
      readOnlyHint: fc.constantFrom(true, false, 'yes'),
      destructiveHint: fc.constantFrom(true, false, 'yes'),
      openWorldHint: fc.constantFrom(true, false, 'yes'),
      idempotentHint: fc.boolean(),
    },
    { requiredKeys: [] },
  ),
  findings: fc.constantFrom([], [{ code: 'hidden', text: 'It hides.' }]),
  hasSecret: fc.boolean(),
  override: fc.option(fc.constantFrom(...tiers), { nil: undefined }),
})

test('law: an untrusted server is at least as bad as a trusted one, and that as one’s own', () => {
  fc.assert(
    fc.property(facts, (each) => {
      const [own, trusted, untrusted] = trusts.map((trust) => rank(assessRisk({ ...each, trust }).tier))
      expect(untrusted).toBeGreaterThanOrEqual(trusted!)
      expect(trusted).toBeGreaterThanOrEqual(own!)
    }),
    { numRuns: 2000 },
  )
})

test('law: no untrusted server gets below write, and a finding, a secret or idempotence never lowers', () => {
  fc.assert(
    fc.property(facts, fc.constantFrom(...trusts), (drawn, trust) => {
      const each = { ...drawn, override: undefined }
      const tier = rank(assessRisk({ ...each, trust }).tier)
      const plain = { ...each, findings: [], hasSecret: false, trust }
      expect(tier).toBeGreaterThanOrEqual(trust === 'untrusted' ? 2 : 1)
      expect(tier).toBeGreaterThanOrEqual(rank(assessRisk(plain).tier))
      const annotations = { ...(each.annotations as object), idempotentHint: true }
      expect(rank(assessRisk({ ...each, annotations, trust }).tier)).toBe(tier)
    }),
    { numRuns: 2000 },
  )
})

function hints(readOnly: string, destructive: string, openWorld: string): object {
  const entries = Object.entries({ readOnlyHint: readOnly, destructiveHint: destructive, openWorldHint: openWorld })
  return Object.fromEntries(entries.filter(([, said]) => said !== '–').map(([hint, said]) => [hint, said === '1']))
}
