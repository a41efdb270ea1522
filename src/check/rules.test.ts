import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { profiles } from './profiles/index.ts'
import type { Example, Rule } from './rule.ts'
import { rules } from './rules/index.ts'
import { check } from './run.ts'
import type { Subject, SubjectTool } from './subject.ts'

/** A tool that breaks no rule. */
const plain: SubjectTool = {
  name: 'refund_payment',
  title: 'Refund payment',
  description: 'Refund a payment to its card. Returns the receipt id.',
  inputSchema: { type: 'object', properties: {} },
  annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: true },
}

test.each([
  ['rules', rules.map(({ id }) => id)],
  ['profiles', profiles.map(({ id }) => id)],
])('every file of %s carries its name', (folder, ids) => {
  const files = readdirSync(new URL(`${folder}/`, import.meta.url)).filter(
    (file) => /^[^.]+\.ts$/.test(file) && file !== 'index.ts',
  )
  expect(ids.map((id) => `${id}.ts`)).toEqual(files.toSorted())
})

test('a profile says when it was compared with what', () => {
  for (const { verified, sources } of profiles) {
    expect(verified).toMatch(/^\d{4}-\d{2}-\d{2}$/)
    expect(sources).not.toEqual([])
  }
})

test('a tool that breaks no rule breaks none', () => {
  const subject: Subject = { name: 'payments', tools: [plain] }
  const { findings } = check([subject], { rules, profiles, pedantic: true })
  expect(findings.map(({ rule }) => rule)).toEqual(['send-undrafted'])
})

describe.each(rules.map((rule): [string, Rule] => [rule.id, rule]))('%s', (_, rule) => {
  test('says what is wrong, why and what to do', () => {
    for (const text of [rule.says, rule.because, rule.fix]) expect(text).toMatch(/^["@A-Z{].*\.$/)
    expect(rule.good.length * rule.bad.length).toBeGreaterThan(0)
  })
  test.each(rule.good)('good: $title', (example) => {
    expect(found(rule, example)).toEqual([])
  })
  test.each(rule.bad)('bad: $title', (example) => {
    expect(found(rule, example)).not.toEqual([])
  })
})

function found(rule: Rule, { tools, others, unknownTool, locked }: Example): string[] {
  const subjects: Subject[] = [
    {
      name: 'shop',
      tools: tools.map(complete),
      ...(unknownTool !== undefined && { unknownTool }),
      ...(locked !== undefined && { locked: locked.map(complete) }),
    },
    ...(others === undefined ? [] : [{ name: 'other', tools: others.map(complete) }]),
  ]
  const chosen = profiles.filter(({ id }) => id === rule.target)
  const { findings } = check(subjects, { rules: [rule], profiles: chosen, pedantic: true })
  return findings.map(({ message }) => message)
}

function complete(each: Partial<SubjectTool>): SubjectTool {
  return { ...plain, ...each }
}
