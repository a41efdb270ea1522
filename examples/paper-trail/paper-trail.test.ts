import { fileURLToPath } from 'node:url'
import { openTarget } from 'verbnoun/compile'
import { testClient } from 'verbnoun/test'
import { afterAll, describe, expect, expectTypeOf, test } from 'vitest'

const folder = fileURLToPath(new URL('.', import.meta.url))
const target = await openTarget([`${folder}paper-trail.ts`], { cwd: folder })

describe.each(['2025-06-18', '2026-07-28'])('Paper Trail in revision %s', async (revision) => {
  const client = await testClient<typeof import('./paper-trail.ts')>(target, { revision })
  afterAll(() => client.close())

  test('says where an order is', async () => {
    const { structured } = await client.call('order_status', { order_id: 'PT-1042' })
    expectTypeOf(structured.carrier).toEqualTypeOf<string | null>()
    expect(structured).toEqual({ status: 'shipped', carrier: 'Indigo Post', eta: '2026-12-04' })
  })

  test('says what would find an unknown order', async () => {
    expect(await client.expectToolError('order_status', { order_id: 'PT-9999' }, 'no such order: PT-9999')).toContain(
      'search_orders',
    )
  })

  test('finds the orders of a customer', async () => {
    const { structured } = await client.call('search_orders', { customer_name: 'lena' })
    expect(structured).toEqual([{ order_id: 'PT-1047', title: 'Letters from the Harbour' }])
  })

  test('charts a month', async () => {
    const { content, structured } = await client.call('chart_sales', { month: '2026-10' })
    expect(content.map(({ type }) => type)).toEqual(['image', 'text'])
    expectTypeOf(structured.revenue_cents).toEqualTypeOf<number>()
    expect(structured.revenue_cents).toBe(44_400)
  })

  test('drafts, and does not send', async () => {
    const { text, structured } = await client.call('draft_refund', { order_id: 'PT-1040', reason: 'too long' })
    expectTypeOf(structured).toEqualTypeOf<undefined>()
    expect(text).toMatch(/^Dear Mina K,/)
  })
})
