import { expect, test } from 'vitest'
import { nearest } from './nearest.ts'

const known = ['order_id', 'customer_name', 'amount_cents', 'reason', 'order_date']

test.each([
  ['order', ['order_id', 'order_date']],
  ['orderId', ['order_id']],
  ['oder_id', ['order_id']],
  ['reasno', ['reason']],
  ['cutsomer_name', ['customer_name']],
  ['amount', ['amount_cents']],
  ['AMOUNT-CENTS', ['amount_cents']],
  ['weather', []],
  ['', []],
])('%s most likely means %j', (name, meant) => {
  expect(nearest(name, known)).toEqual(meant)
})

test('a huge name costs no more than a long one', () => {
  expect(nearest('x'.repeat(1_000_000), known)).toEqual([])
})
