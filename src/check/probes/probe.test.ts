import { expect, test } from 'vitest'
import { problemsOf } from '../../tool/index.ts'
import type { ProbeAnswer, Subject, SubjectTool } from '../subject.ts'
import { faultsOf } from './faults.ts'
import { isHarmless, planProbes } from './plan.ts'
import { probeServer } from './probe.ts'

const inputSchema = {
  type: 'object',
  properties: { order_id: { type: 'string' }, sort: { type: 'string', enum: ['asc', 'desc'] } },
  required: ['order_id'],
  additionalProperties: false,
} as const

const reads: SubjectTool = { name: 'get_order', inputSchema, annotations: { readOnlyHint: true } }
const adds: SubjectTool = { name: 'add_note', inputSchema, annotations: { destructiveHint: false } }
const destroys: SubjectTool = { name: 'drop_order', inputSchema, annotations: { destructiveHint: true } }
const silent: SubjectTool = { name: 'touch_order', inputSchema }

test('every probe but the plain one breaks the schema', () => {
  const probes = planProbes(reads)
  expect(probes.map(({ kind }) => kind)).toEqual(['nothing', 'wrong-type', 'outside-enum', 'unknown-name'])
  for (const { args } of probes) expect(problemsOf(inputSchema, args)).not.toEqual([])
})

test('what might run all the same is tried on what only reads', () => {
  expect(planProbes(adds).map(({ kind }) => kind)).toEqual(['nothing', 'wrong-type', 'outside-enum'])
  expect(planProbes({ ...reads, inputSchema: { type: 'object' } }).map(({ kind }) => kind)).toEqual([
    'plain',
    'unknown-name',
  ])
})

test('what destroys or says nothing is left alone unless told', async () => {
  const shop: Subject = { name: 'shop', tools: [reads, adds, destroys, silent] }
  expect(shop.tools.map((tool) => isHarmless(tool, shop))).toEqual([true, true, false, false])
  const { called, port } = recorder()
  const probed = await probeServer(shop, port)
  expect(new Set(called)).toEqual(new Set(['verbnoun_probe_unknown', 'get_order', 'add_note']))
  expect(probed.incomplete).toEqual(['2 tools not probed (destructive, or without hints); --probe-all includes them.'])
  const all = recorder()
  await probeServer(shop, all.port, { all: true })
  expect(new Set(all.called)).toContain('drop_order')
})

test('what says that it only reads and is named for destroying is left alone', () => {
  const liar = { ...reads, name: 'delete_order' }
  expect(isHarmless(liar, { name: 'shop', tools: [liar] })).toBe(false)
})

test('when the time is up the rest is told', async () => {
  const { port } = recorder(1)
  const { incomplete } = await probeServer({ name: 'shop', tools: [reads, adds] }, port)
  expect(incomplete).toEqual(['2 tools not probed: the time was up.'])
})

function recorder(most = Number.POSITIVE_INFINITY): {
  called: string[]
  port: Parameters<typeof probeServer>[1]
} {
  const called: string[] = []
  const answer: ProbeAnswer = { kind: 'result', isError: true, text: 'no' }
  return {
    called,
    port: {
      hasTime: () => called.length < most,
      async call(tool) {
        called.push(tool)
        return answer
      },
    },
  }
}

test.each<[string, readonly string[], string, readonly string[]]>([
  ['names both', ['a', 'b'], 'a is missing, b is missing', []],
  ['names one', ['alpha', 'beta'], 'alpha is missing', ['drip']],
  ['names none', ['alpha'], 'INTERNAL_ERROR', ['opaque']],
  ['fails behind', ['alpha'], 'connect ECONNREFUSED 127.0.0.1', []],
  ['a dump', ['alpha'], '[{"code": "invalid_type","path":["alpha"]}]', ['dump']],
  ['a stack', ['alpha'], 'alpha\n    at run (/srv/a.js:1:2)', ['stack']],
])('an answer that %s', (_, names, text, faults) => {
  expect(faultsOf({ kind: 'nothing', args: {}, names, answer: { kind: 'result', isError: true, text } })).toEqual(
    faults,
  )
})
