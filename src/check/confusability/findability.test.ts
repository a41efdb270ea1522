import { describe, expect, test } from 'vitest'
import { confusionText } from './confusion-text.ts'
import { findRequests } from './findability.ts'

const tools = [
  { name: 'order_status', description: 'Look up one order by its id. Returns status, carrier and ETA.' },
  { name: 'search_orders', description: 'Find the orders of a customer by name.' },
  { name: 'refund_order', description: 'Give money back for an order. Not for cancelling: cancel_order does that.' },
  { name: 'cancel_order', description: 'Cancel an order that has not shipped.' },
]

function wanted(tool: string, request: string): { tool: string; request: string; wanted: boolean } {
  return { tool, request, wanted: true }
}

test('requests find the tool whose words they have', () => {
  const found = findRequests(tools, [
    wanted('order_status', 'what is the status of order PT-1042?'),
    wanted('search_orders', 'find all orders of the customer Smith'),
    wanted('refund_order', 'I want my money back'),
  ])
  expect(found).toMatchObject({ top1: 1, top3: 1, confusion: [], lost: [] })
  expect(found.results.map(({ rank }) => rank)).toEqual([1, 1, 1])
  expect(found.results[0]?.first[0]?.tool).toBe('order_status')
})

test('a lost request names who won it and by which words', () => {
  const { lost, confusion, top1, top3 } = findRequests(tools, [wanted('order_status', 'find my order by name')])
  expect(lost).toEqual([
    {
      tool: 'order_status',
      request: 'find my order by name',
      wanted: true,
      rank: expect.any(Number),
      to: 'search_orders',
      words: expect.arrayContaining(['find', 'name']),
    },
  ])
  expect(confusion).toEqual([{ wanted: 'order_status', won: 'search_orders', count: 1 }])
  expect([top1, top3]).toEqual([0, 1])
})

test('what a tool is not for does not find it', () => {
  const { results } = findRequests(tools, [wanted('cancel_order', 'cancelling please')])
  expect(results[0]?.first[0]?.tool).toBe('cancel_order')
})

describe('a request that a tool should leave', () => {
  const request = 'what is the status of order PT-1042?'

  test('is lost where the tool wins it', () => {
    const { lost, top1, confusion } = findRequests(tools, [{ tool: 'order_status', request, wanted: false }])
    expect(lost).toMatchObject([{ tool: 'order_status', to: 'order_status', wanted: false, rank: 1 }])
    expect(lost[0]?.words).toContain('status')
    expect([top1, confusion]).toEqual([1, []])
  })

  test('is fine where another wins it', () => {
    expect(findRequests(tools, [{ tool: 'refund_order', request, wanted: false }]).lost).toEqual([])
  })
})

test('parameters help to find a tool', () => {
  const inputSchema = { type: 'object', properties: { postcode: { type: 'string', description: 'Of the recipient' } } }
  const { results } = findRequests(
    [...tools, { name: 'price_shipping', inputSchema }],
    [wanted('price_shipping', 'how much to postcode 8001?')],
  )
  expect(results[0]?.rank).toBe(1)
})

test('a request of other words is found by what they mean', () => {
  const { results } = findRequests(
    [
      { name: 'delete_customer', description: 'Delete a customer.' },
      { name: 'resize_image', description: 'Resize an image.' },
    ],
    [wanted('resize_image', 'pictures'), wanted('delete_customer', 'clients')],
  )
  expect(results.map(({ rank }) => rank)).toEqual([1, 1])
})

test('requests in other languages find their tools', () => {
  const { results } = findRequests(
    [
      { name: 'tool_one', description: '搜索网页并返回结果' },
      { name: 'tool_two', description: '删除用户的订单' },
      { name: 'tool_three', description: 'Löscht Dateien eines Benutzers' },
    ],
    [wanted('tool_two', '请删除这个订单'), wanted('tool_three', 'lösche die Dateien')],
  )
  expect(results.map(({ rank }) => rank)).toEqual([1, 1])
})

test('a request without words, or for a tool that is not there, is lost to whoever came first', () => {
  const { lost } = findRequests(tools, [wanted('order_status', '?!'), wanted('no_such_tool', 'cancel it')])
  expect(lost).toMatchObject([
    { rank: undefined, to: undefined, words: [] },
    { rank: undefined, to: 'cancel_order' },
  ])
})

test('nothing asked is nothing lost', () => {
  expect(findRequests([], [])).toEqual({ results: [], top1: 1, top3: 1, confusion: [], lost: [] })
  expect(findRequests([], [wanted('a', 'b c')]).lost).toMatchObject([{ to: undefined }])
})

test('the confusion is shown as a matrix', () => {
  const found = findRequests(tools, [
    wanted('order_status', 'find my order by name'),
    wanted('order_status', 'status of the order'),
    wanted('cancel_order', 'give me my money back'),
    wanted('refund_order', 'money back'),
  ])
  expect(confusionText(found)).toMatchInlineSnapshot(`
    "                   1   2   3   4
      1 order_status   1   1   ·   ·
      2 search_orders
      3 cancel_order   ·   ·   ·   1
      4 refund_order"
  `)
  expect(confusionText({ results: [], confusion: [] })).toBe('')
})

test('the confusion of very many tools is shown as a list', () => {
  const confusion = Array.from({ length: 11 }, (_, at) => ({ wanted: `get_${at}`, won: `list_${at}`, count: 12 - at }))
  expect(confusionText({ results: [], confusion }).split('\n').slice(0, 2)).toEqual([
    ' 12 get_0 → list_0',
    ' 11 get_1 → list_1',
  ])
})
