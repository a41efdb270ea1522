import { describe, expect, test } from 'vitest'
import type { SubjectTool } from '../subject.ts'
import { changesOf } from './changes.ts'
import { readLock, writeLock } from './lock-file.ts'

const id = { type: 'string' }

function tool(over: Partial<SubjectTool> = {}): SubjectTool {
  return { name: 'get_order', description: 'Look up.', inputSchema: { type: 'object', properties: { id } }, ...over }
}

function input(schema: object): Partial<SubjectTool> {
  return { inputSchema: { type: 'object', ...schema } }
}

function told(before: Partial<SubjectTool>, after: Partial<SubjectTool>): string[] {
  return changesOf([tool(before)], [tool(after)]).map(({ kind, what, at }) => `${kind} ${at}: ${what}`)
}

describe('a change', () => {
  const two = { properties: { id, note: id } }
  test.each<[string, Partial<SubjectTool>, Partial<SubjectTool>, string[]]>([
    ['nothing', {}, {}, []],
    ['other words', {}, { description: 'Look.' }, ['changed /description: has another description']],
    [
      'a hint',
      { annotations: { destructiveHint: true } },
      { annotations: { readOnlyHint: true } },
      [
        'broken /annotations/readOnlyHint: says readOnlyHint: true where it said nothing',
        'broken /annotations/destructiveHint: says destructiveHint: nothing where it said true',
      ],
    ],
    ['a parameter more', {}, input(two), ['grown /inputSchema/properties/note: also takes note']],
    ['a parameter less', input(two), {}, ['broken /inputSchema/properties/note: no longer takes note']],
    [
      'a parameter that is required',
      input(two),
      input({ ...two, required: ['note'] }),
      ['broken /inputSchema/properties/note: now requires note'],
    ],
    [
      'a narrower number',
      input({ properties: { n: { type: 'number', maximum: 9 } } }),
      input({ properties: { n: { type: 'integer', maximum: 5 } } }),
      [
        'broken /inputSchema/properties/n: takes integer only for n',
        'broken /inputSchema/properties/n: wants maximum 5 for n',
      ],
    ],
    [
      'a wider number',
      input({ properties: { n: { type: 'integer', maximum: 5 } } }),
      input({ properties: { n: { type: 'number', maximum: 9 } } }),
      [],
    ],
    [
      'a value less',
      input({ properties: { sort: { enum: ['asc', 'desc'] } } }),
      input({ properties: { sort: { enum: ['asc'] } } }),
      ['broken /inputSchema/properties/sort: no longer takes desc for sort'],
    ],
    [
      'deep inside',
      input({ properties: { rows: { type: 'array', items: { type: 'object', properties: { id } } } } }),
      input({ properties: { rows: { type: 'array', items: { type: 'object', properties: {} } } } }),
      ['broken /inputSchema/properties/rows/items/properties/id: no longer takes id'],
    ],
    [
      'a result less',
      { outputSchema: { type: 'object', properties: { total: { type: 'integer' } }, required: ['total'] } },
      { outputSchema: { type: 'object', properties: { total: { type: 'integer' } } } },
      ['broken /outputSchema/properties/total: no longer promises total'],
    ],
    ['a result declared', {}, { outputSchema: {} }, ['grown /outputSchema: declares what it gives']],
  ])('%s', (_, before, after, changes) => {
    expect(told(before, after)).toEqual(changes)
  })

  test('a tool that came and one that went', () => {
    expect(changesOf([tool()], [tool({ name: 'find_order' })])).toEqual([
      { tool: 'get_order', at: '', kind: 'broken', what: 'is gone' },
      { tool: 'find_order', at: '', kind: 'grown', what: 'was added' },
    ])
  })
})

test('a lock file gives back what was written, and keeps other servers', () => {
  const annotations = { readOnlyHint: true }
  const first = writeLock([{ name: 'shop', tools: [tool({ annotations, outputSchema: { type: 'string' } })] }])
  const both = writeLock([{ name: 'notes', tools: [] }], readLock(first))
  const lock = readLock(both)
  expect([...(lock?.keys() ?? [])]).toEqual(['notes', 'shop'])
  expect(changesOf(lock?.get('shop') ?? [], [tool({ annotations, outputSchema: { type: 'string' } })])).toEqual([])
  expect(readLock('{"version":2}')).toBeUndefined()
})
