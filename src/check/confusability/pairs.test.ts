import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isTwin, similarPairs, twinScore } from './pairs.ts'
import type { Pair } from './pairs.ts'

function scoreOf(one: string, other: string): number {
  const [a, b] = [one, other].map((text) => {
    const [name = '', description] = text.split(': ')
    return { name, description }
  })
  return similarPairs([a!, b!], { atLeast: 0 })[0]?.score ?? 0
}

const archive = { name: 'archive_record', description: 'Remove a record by id.' }
const remove = { name: 'delete_record', description: 'Remove a record by id.' }

test('a pair says what tells its tools apart and what does not', () => {
  const [pair] = similarPairs([archive, remove], { atLeast: 0.5 })
  expect(pair).toEqual<Pair>({
    a: 0,
    b: 1,
    score: expect.any(Number),
    descriptions: 'equal',
    apart: ['archive', 'delete'],
    only: { a: ['archive'], b: ['delete'] },
    same: ['id', 'remove', 'record'],
  })
})

test('words that name and description share are told first', () => {
  const [pair] = similarPairs(
    [
      { name: 'list_keys', description: 'List the keys of a vault, with their versions.' },
      { name: 'list_secrets', description: 'List the secrets of a vault, without values.' },
    ],
    { atLeast: 0 },
  )
  expect(pair?.only.a[0]).toBe('keys')
  expect(pair?.only.b[0]).toBe('secrets')
})

test('the same words are as alike as can be, whatever joins them', () => {
  expect(scoreOf('get_item: Get an item.', 'getItems: This tool gets the items')).toBeCloseTo(1, 5)
})

test('other words of one meaning are nearer than words of another', () => {
  const profile = 'fetch_customer_profile: Retrieve the profile of a customer.'
  expect(scoreOf(profile, 'get_client_details: Obtain the details of a client.')).toBeGreaterThan(0.3)
  expect(scoreOf(profile, 'resize_image: Scale a picture down.')).toBeLessThan(0.2)
})

test('siblings that name themselves are no twins', () => {
  const list = 'list_gpu_quota: List the GPU quota of a region with its limits and its use.'
  const own = scoreOf(list, 'list_cpu_quota: List the CPU quota of a region with its limits and its use.')
  const unmarked = scoreOf(list, 'list_cpu_quota: List the GPU quota of a region with its limits and its use.')
  expect(own).toBeLessThan(twinScore)
  expect(unmarked).toBeGreaterThan(own)
})

function twins(one: string, other: string): boolean[] {
  return similarPairs([
    { name: 'archive_record', description: one },
    { name: 'delete_record', description: other },
  ]).map(isTwin)
}

describe('twins', () => {
  test('have one description, whatever their names say', () => {
    expect(twins('Remove a record by id.', 'Removes the record by its id')).toEqual([true])
    const strangers = [
      { name: 'ping', description: 'Answer.' },
      { name: 'list_accounts', description: 'Answer.' },
    ]
    expect(similarPairs(strangers).map(isTwin)).toEqual([true])
  })

  test('or one says nothing that the other does not', () => {
    const one = { name: 'list_files', description: 'List the files of a folder with their sizes and dates.' }
    const more = { ...one, name: 'list_files_all', description: `${one.description} Sorted.` }
    expect(similarPairs([one, more])).toMatchObject([{ descriptions: 'within', apart: ['sorted'] }])
    expect(similarPairs([one, more]).map(isTwin)).toEqual([true])
  })

  test('are none where each says something of its own', () => {
    expect(twins('Put a record away.', 'Destroy a record.')).toEqual([])
    expect(isTwin({ descriptions: 'beside', score: 0.99 })).toBe(false)
  })
})

describe('a repair is heard', () => {
  test('a pair in which one names the other and says how it differs is none', () => {
    const told = { ...archive, description: 'Remove a record by id. Unlike delete_record it can be undone.' }
    expect(similarPairs([told, remove], { atLeast: 0.5 })).toEqual([])
  })

  test('a name that is part of another word is not named', () => {
    const set = { name: 'set_value', description: 'Store a value. Does not reset_value_now.' }
    const reset = { name: 'reset_value', description: 'Store a value.' }
    expect(similarPairs([set, reset])).toHaveLength(1)
  })

  test('a mere mention is no repair', () => {
    const mentioned = { ...archive, description: 'Remove a record by id. See delete_record.' }
    expect(similarPairs([mentioned, remove], { atLeast: 0.5 })).toHaveLength(1)
  })
})

test('descriptions of other languages are compared by their words', () => {
  const chinese = scoreOf('a_one: 根据关键词搜索文件，返回列表', 'b_two: 根据关键词搜索文件，返回列表')
  const other = scoreOf('a_one: 根据关键词搜索文件，返回列表', 'b_two: 删除指定用户的订单')
  expect(chinese).toBeGreaterThan(other + 0.4)
})

test('tools without a description are told by their names', () => {
  expect(similarPairs([{ name: 'get_item' }, { name: 'getItem' }])).toHaveLength(1)
  expect(similarPairs([{ name: 'get_item' }, { name: 'send_mail' }])).toEqual([])
  expect(similarPairs([{ name: '' }, { name: '' }])).toEqual([])
})

test('the order of the tools does not count', () => {
  const word = fc.constantFrom('list', 'get', 'order', 'user', 'invoice', 'of', 'delete', '列表', 'größe')
  const text = fc.array(word, { minLength: 1, maxLength: 8 }).map((words) => words.join(' '))
  fc.assert(
    fc.property(text, text, (one, other) => {
      const [there, back] = [
        [one, other],
        [other, one],
      ].map(
        ([a, b]) =>
          similarPairs(
            [
              { name: 'a_b', description: a },
              { name: 'c_d', description: b },
            ],
            { atLeast: 0 },
          )[0],
      )
      expect(back?.score).toBeCloseTo(there?.score ?? Number.NaN, 5)
      expect(back?.only).toEqual({ a: there?.only.b, b: there?.only.a })
    }),
  )
})

test('of a crowd with one description each is paired with the next', () => {
  const crowd = Array.from({ length: 2000 }, (_, at) => ({ ...archive, name: `archive_${at}` }))
  const pairs = similarPairs(crowd)
  expect(pairs).toHaveLength(1999)
  expect(pairs.every(({ a, b }) => b === a + 1)).toBe(true)
})

test('a crowd with nearly one description is paired without comparing all with all', () => {
  const crowd = Array.from({ length: 500 }, (_, at) => ({ name: 'get_item', description: `Get the item v${at}.` }))
  const pairs = similarPairs(crowd, { atLeast: 0.8 })
  expect(pairs.length).toBeLessThan(500 * 12 * 16)
  expect(new Set(pairs.flatMap(({ a, b }) => [a, b])).size).toBeGreaterThan(450)
})
