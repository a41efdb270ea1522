import { describe, expect, test } from 'vitest'
import { swapTest } from './swap.ts'

const both = [{ a: 0, b: 1 }]

describe('descriptions that do not depend on their tool', () => {
  const tools = [
    { name: 'archive_record', description: 'Remove a record by id.' },
    { name: 'delete_record', description: 'Remove a record by id.' },
  ]
  const requests = [
    { tool: 'archive_record', request: 'put the record away', wanted: true },
    { tool: 'delete_record', request: 'delete record 5', wanted: true },
  ]

  test('may be exchanged and nothing notices', () => {
    expect(swapTest(tools, { pairs: both, requests })).toEqual([
      { a: 0, b: 1, noticed: 'nothing', flipped: 0, asked: 2, gain: 0, words: [] },
    ])
  })

  test('notice once they are mended', () => {
    const mended = [
      { name: 'archive_record', description: 'Put a record away so that it can come back.' },
      { name: 'delete_record', description: 'Destroy a record for good.' },
    ]
    const [swap] = swapTest(mended, { pairs: both, requests })
    expect(swap).toMatchObject({ noticed: 'requests', asked: 2 })
    expect(swap?.words).toContain('put')
  })
})

const weather = [
  { name: 'get_weather', description: 'Tell the weather at a place.' },
  { name: 'send_mail', description: 'Send a mail to an address.' },
]

test('without requests only the name can notice', () => {
  const [swap] = swapTest(weather, { pairs: both })
  expect(swap).toMatchObject({ noticed: 'name', flipped: 0, asked: 0 })
  expect(swap?.gain).toBeGreaterThan(0.1)
  expect(swap?.words).toEqual(expect.arrayContaining(['weather', 'mail']))
})

test('requests that a tool should leave are not asked', () => {
  const requests = [{ tool: 'get_weather', request: 'send a mail', wanted: false }]
  expect(swapTest(weather, { pairs: both, requests })).toMatchObject([{ asked: 0 }])
})

test('the pairs to exchange are the alike ones, unless they are named', () => {
  const twins = [
    { name: 'get_user', description: 'Get a user by id.' },
    { name: 'fetch_user', description: 'Get a user by id.' },
  ]
  expect(swapTest([...weather, ...twins]).map(({ a, b }) => [a, b])).toEqual([[2, 3]])
})

test('places that are none, and tools without descriptions, do no harm', () => {
  expect(swapTest(weather, { pairs: [{ a: 0, b: 7 }] })).toEqual([])
  expect(swapTest([{ name: 'a' }, { name: 'b' }], { pairs: both })).toMatchObject([{ noticed: 'nothing', gain: 0 }])
  expect(swapTest([])).toEqual([])
})
