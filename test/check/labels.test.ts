import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { check, rules } from '../../src/check/index.ts'
import { corpora, isMissing, subjectsOf } from './corpora.ts'
import { labels, precisionOf, precisionTable } from './labels.ts'

const judged = rules.filter(({ set, kind }) => set === 'default' && kind === 'judged')

test.each(judged.map(({ id }) => id))('%s is right often enough to be asked by default', (id) => {
  const { tune, report } = labels.rules[id]!
  const { precision, lower } = precisionOf(report)
  expect(tune.length + report.length).toBeGreaterThanOrEqual(10)
  expect(precision).toBeGreaterThanOrEqual(0.8)
  expect(lower).toBeGreaterThanOrEqual(0.65)
})

test('every corpus is named, and none is used both ways for one rule', () => {
  for (const { tune, report } of Object.values(labels.rules)) {
    for (const { corpus } of [...tune, ...report]) expect(labels.corpora).toHaveProperty([corpus])
    const used = new Set(tune.map(({ corpus }) => corpus))
    expect(report.filter(({ corpus }) => used.has(corpus))).toEqual([])
  }
})

test('the bound is that of Wilson', () => {
  const right = { corpus: '', id: '', first: true, second: true }
  const wrong = { ...right, second: false }
  expect(precisionOf([...Array.from({ length: 9 }, () => right), wrong]).lower).toBeCloseTo(0.596, 3)
  expect(precisionOf([])).toEqual({ hits: 0, right: 0, precision: 0, lower: 0 })
})

test('the table of the docs says the same', () => {
  expect(readFileSync('docs/checking.md', 'utf8')).toContain(precisionTable())
})

describe.skipIf(isMissing)('on real servers, where there are some in VERBNOUN_CASES or ../shared/cases', () => {
  test.each(judged.map(({ id }) => id))('each hit of %s was read', (id) => {
    const { tune, report } = labels.rules[id]!
    const known = new Set([...tune, ...report].map((label) => `${label.corpus}: ${label.id}`))
    const read = new Set([...tune, ...report].map(({ corpus }) => corpus))
    for (const corpus of corpora.filter((each) => read.has(each))) {
      const { findings } = check(subjectsOf(corpus), { rules: rules.filter((rule) => rule.id === id) })
      const hits = findings.map(({ subject, tool }) => `${corpus}: ${subject}${tool === null ? '' : `/${tool}`}`)
      expect(hits.filter((hit) => !known.has(hit))).toEqual([])
    }
  })
})
