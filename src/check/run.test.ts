import { expect, test } from 'vitest'
import { readTools } from './parse.ts'
import type { Rule } from './rule.ts'
import { check } from './run.ts'
import type { Subject } from './subject.ts'

const rule: Rule = {
  id: 'say-no',
  scope: 'tool',
  severity: 'warning',
  set: 'default',
  kind: 'judged',
  says: 'Always.',
  because: 'Always.',
  fix: 'Nothing.',
  good: [],
  bad: [],
  *check({ name }) {
    yield { at: '/name', message: `${name} is.` }
    yield { at: '/name', message: `${name} is again.` }
  },
}

const shop: Subject = {
  name: 'shop',
  tools: [
    { name: 'b', inputSchema: {} },
    { name: 'a', inputSchema: {}, ignored: [{ rule: 'say-no', reason: 'it may' }] },
  ],
}

test('findings stand in the order of tools, with fingerprints of their own that outlive their words', () => {
  const { findings } = check([shop], { rules: [rule] })
  expect(findings.map(({ tool, message }) => [tool, message])).toEqual([
    ['b', 'b is.'],
    ['b', 'b is again.'],
  ])
  expect(new Set(findings.map(({ fingerprint }) => fingerprint)).size).toBe(2)
  const reworded = {
    ...rule,
    *check({ name }: { name: string }) {
      yield { at: '/name', message: `${name} was.` }
    },
  }
  const [first] = check([shop], { rules: [reworded] }).findings
  expect(first?.fingerprint).toBe(findings[0]?.fingerprint)
})

test('what an author, a team or a baseline lives with is suppressed with its reason, not lost', () => {
  const [first] = check([shop], { rules: [rule] }).findings
  const { findings, suppressed, summary } = check([shop], {
    rules: [rule],
    baseline: new Set([first!.fingerprint]),
    exceptions: [{ rule: 'say-no', tool: 'c', reason: 'another tool' }],
  })
  expect(findings.map(({ message }) => message)).toEqual(['b is again.'])
  expect(suppressed.map(({ tool, by, reason }) => [tool, by, reason])).toEqual([
    ['b', 'baseline', 'it was there before'],
    ['a', 'source', 'it may'],
    ['a', 'source', 'it may'],
  ])
  expect(summary).toEqual({ tools: 2, error: 0, warning: 1, info: 0, suppressed: 3 })
})

test('a team decides how grave a rule is, and whether it is asked', () => {
  expect(check([shop], { rules: [rule], severities: { 'say-no': 'error' } }).summary.error).toBe(2)
  expect(check([shop], { rules: [rule], severities: { 'say-no': 'off' } }).findings).toEqual([])
  const pedantic = { ...rule, set: 'pedantic' } as const
  expect(check([shop], { rules: [pedantic] }).findings).toEqual([])
  expect(check([shop], { rules: [pedantic], severities: { 'say-no': 'info' } }).summary.info).toBe(2)
  expect(check([shop], { rules: [pedantic], pedantic: true }).summary.warning).toBe(2)
})

test('a list is read from each form it is saved in, and what is no tool is told', () => {
  const tools = [{ name: 'a', description: 7, annotations: { readOnlyHint: 'yes', title: 'A' } }, { title: 'nameless' }]
  for (const value of [tools, { tools }, { jsonrpc: '2.0', id: 1, result: { tools } }]) {
    expect(readTools(value)).toEqual({
      tools: [{ name: 'a', inputSchema: undefined, annotations: { title: 'A' } }],
      incomplete: ['the tool at position 1 has no name, so nothing can call it or check it.'],
    })
  }
  expect(readTools({ mcpServers: {} })).toBeUndefined()
})

test('hostile definitions are read and survive', () => {
  let deep: object = {}
  for (let level = 0; level < 5000; level += 1) deep = { properties: { deep } }
  const value = JSON.parse(`[{"name":"a\\ud800","inputSchema":{"maximum":1e999,"__proto__":{"x":1}}}]`)
  value.push({ name: 'b', inputSchema: deep })
  const read = readTools(value)
  expect(read?.tools.map(({ name }) => name)).toEqual(['a\uFFFD', 'b'])
  expect(JSON.stringify(read).length).toBeLessThan(10_000)
})
