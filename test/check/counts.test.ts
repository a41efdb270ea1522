import { describe, expect, test } from 'vitest'
import { check, profiles, rules } from '../../src/check/index.ts'
import { corpora, isMissing, subjectsOf } from './corpora.ts'

describe.skipIf(isMissing)('on real servers, where there are some in VERBNOUN_CASES or ../shared/cases', () => {
  test('the default set says at most 0.6 things a tool', () => {
    for (const corpus of corpora) {
      const { findings, summary } = check(subjectsOf(corpus), { rules })
      expect(findings.length / summary.tools).toBeLessThanOrEqual(0.6)
    }
  })

  // A count that changes is a change of what people see: say in the commit which hits came or went, and why.
  test('each rule says as often as it did', () => {
    const counts = new Map<string, number[]>()
    for (const [column, corpus] of corpora.entries()) {
      const { findings } = check(subjectsOf(corpus), { rules, profiles, pedantic: true })
      for (const { rule } of findings) {
        const row = counts.get(rule) ?? corpora.map(() => 0)
        row[column]! += 1
        counts.set(rule, row)
      }
    }
    const rows = rules.flatMap(({ id, set }) => {
      const row = counts.get(id)
      return row === undefined
        ? []
        : [`${set.padEnd(8)} ${id.padEnd(27)} ${row.map((n) => String(n).padStart(4)).join('')}`]
    })
    expect(rows.join('\n')).toMatchInlineSnapshot(`
      "pedantic action-free                    8   0   0
      pedantic boundary-unsaid                9   3  22
      pedantic catalog-large                  0   1   1
      pedantic description-first-sentence     3   0   3
      pedantic description-long              10   0   2
      default  description-missing           19   0   0
      pedantic description-near               2   3   0
      pedantic description-promotional       10   3   2
      pedantic description-shape            106   8   0
      pedantic description-shouting           7   0   0
      pedantic description-stale              1   0   0
      pedantic description-tautology          2   7   1
      pedantic enum-in-prose                  0   1   0
      pedantic format-unsaid                  4   5   0
      default  hint-against-verb              0   0   2
      default  hints-missing                 67   0   0
      pedantic id-source-unsaid              10   2   0
      pedantic instructs-model                1   0   1
      default  irreversible-unsaid            5   2  10
      pedantic language-mixed                 1   0   0
      pedantic mode-dependent                 0   2   0
      pedantic multiplexer                    0  11   0
      pedantic name-generic                   6   0   0
      pedantic name-style-mixed               0   0   1
      pedantic name-synonyms                  2   0   1
      pedantic name-two-actions               2   0   0
      pedantic name-vague-verb                7   2   0
      pedantic name-verb-noun                97   1  36
      pedantic output-unbounded              35   7  75
      pedantic parameter-object-free          5   1   0
      pedantic parameter-untyped              2   0   0
      pedantic parameters-many               19   4   0
      pedantic parameters-undocumented       10   0   0
      pedantic result-unsaid                 86  48  27
      pedantic secret-parameter               3   0   0
      pedantic send-undrafted                 1   0   0
      default  shadows-other-server          18   0   0
      target   target-description            21   1   6
      target   target-hints                1009  91   1
      target   target-keyword                20   4   0
      target   target-tools                   0   0   2
      pedantic text-garbled                   0   0   4
      pedantic tool-large                     4   1   0
      pedantic tools-many                     0   1   1
      pedantic unit-unsaid                   43   0   0"
    `)
  })
})
