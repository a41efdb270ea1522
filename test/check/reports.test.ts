import { createRequire } from 'node:module'
import { Ajv } from 'ajv'
import { describe, expect, test } from 'vitest'
import { check, profiles, reportGithub, reportSarif, reportText, rules } from '../../src/check/index.ts'
import type { Report, Subject } from '../../src/check/index.ts'
import { corpora, isMissing, subjectsOf } from './corpora.ts'

const shop: Subject = {
  name: 'shop',
  place: { file: 'shop one.ts' },
  incomplete: ['one tool was not probed.'],
  tools: [
    {
      name: 'find_note',
      description: 'Find a note by its title, 100 %.',
      inputSchema: { type: 'object' },
      annotations: { readOnlyHint: true, openWorldHint: false },
      place: { file: 'shop one.ts', line: 3, column: 1 },
      source: {
        effects: [
          {
            on: 'files',
            access: 'write',
            what: 'writeFileSync of node:fs',
            path: [
              { name: 'remember', file: 'shop one.ts', line: 4, column: 5 },
              { name: 'Store.put', file: 'store.ts', line: 2, column: 3 },
              { name: 'flush', file: 'store.ts', line: 8, column: 3 },
            ],
          },
        ],
      },
    },
    {
      name: 'delete_note',
      description: 'Delete a note.',
      inputSchema: { type: 'object' },
      annotations: { readOnlyHint: true },
      ignored: [{ rule: 'hint-against-verb', reason: 'it marks it only' }],
    },
  ],
}

const report = check([shop], { rules })

test('a person reads the fact, what to do, the line and the rule', () => {
  const text = reportText(report, { excerptOf: ({ location }) => `line ${location?.line}` })
  expect(text).toMatchInlineSnapshot(`
    "shop · 2 tools

      error    find_note is @readonly but writes: find_note › remember › Store.put › flush (store.ts:8); hosts will run it unasked. Remove @readonly, or take the write out of its way; @verbnounIgnore readonly-reaches-write REASON beside the tool or the function on the way says why it is harmless.
               | line 4
               shop one.ts:4:5  readonly-reaches-write

    note: shop: one tool was not probed.

    1 error, 0 warnings in 2 tools; 1 suppressed. verbnoun explain RULE tells why."
  `)
})

test('pull requests show each finding at its line', () => {
  expect(reportGithub(report)).toMatchInlineSnapshot(
    `"::error file=shop one.ts,line=4,col=5,title=readonly-reaches-write (shop%3A find_note)::find_note is @readonly but writes: find_note › remember › Store.put › flush (store.ts:8); hosts will run it unasked. Remove @readonly, or take the write out of its way; @verbnounIgnore readonly-reaches-write REASON beside the tool or the function on the way says why it is harmless."`,
  )
})

describe('SARIF', () => {
  const validate = sarifValidator()

  test('is valid, with places, fingerprints, the way to the effect and what was suppressed', () => {
    const log = reportSarif(report, { rules, version: '1.0.0', fallback: 'verbnoun.lock' })
    expect(validate(log)).toEqual([])
    expect(log).toMatchObject({
      runs: [
        {
          results: [
            {
              ruleId: 'readonly-reaches-write',
              level: 'error',
              locations: [
                {
                  physicalLocation: {
                    artifactLocation: { uri: 'shop%20one.ts', uriBaseId: '%SRCROOT%' },
                    region: { startLine: 4, startColumn: 5 },
                  },
                },
              ],
              relatedLocations: [{}, {}, { message: { text: 'flush' } }],
              partialFingerprints: { 'verbnoun/v1': report.findings[0]!.fingerprint },
            },
            {
              ruleId: 'hint-against-verb',
              suppressions: [{ kind: 'inSource', status: 'accepted', justification: 'it marks it only' }],
            },
          ],
        },
      ],
    })
  })

  test.skipIf(isMissing)('is valid for whatever real servers break, and every result has a place', () => {
    for (const corpus of corpora) {
      const found = check(subjectsOf(corpus), { rules, profiles, pedantic: true })
      const log = reportSarif(found, { rules, version: '1.0.0', fallback: 'verbnoun.lock' })
      expect(validate(log)).toEqual([])
      expect(JSON.stringify(log).match(/"physicalLocation"/g)?.length).toBeGreaterThanOrEqual(found.findings.length)
    }
  })
})

/** The official schema of 2.1.0. Its dialect is older than the oracle; nothing in it means anything else today. */
function sarifValidator(): (log: unknown) => unknown[] {
  const require = createRequire(import.meta.url)
  const { $schema: _, id: __, ...schema } = require('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json')
  const accepts = new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false, allErrors: true }).compile(
    schema,
  )
  return (log) => (accepts(JSON.parse(JSON.stringify(log))) ? [] : (accepts.errors ?? []))
}

test('an empty report is one line, and no annotation', () => {
  const empty: Report = check([{ name: 'shop', tools: [] }], { rules })
  expect(reportText(empty)).toBe('0 tools: nothing found.')
  expect(reportGithub(empty)).toBe('')
})

test('what a server wrote cannot move the cursor of who reads the report', () => {
  const tools = [{ name: 'wipe\u001B[2K\u202E', description: '', inputSchema: { type: 'object' } }]
  const text = reportText(check([{ name: 'shop\u001B[1A', tools }], { rules }))
  for (const hidden of ['\u001B', '\u202E']) expect(text).not.toContain(hidden)
  expect(text).toContain('wipe\\u{1B}[2K\\u{202E} has no description')
})
