import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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

  test('shows the draft exactly as it was written, and links to it', async () => {
    const { content } = await client.call('draft_refund', { order_id: 'PT-1042', reason: 'arrived damaged' })
    const [draft, where] = content
    expect(draft).toEqual({
      type: 'text',
      text: `Dear Arjun R,

We're sorry 'Amritsar: A City in Layers' didn't work out (arrived damaged).
Your refund has been initiated and will reach you in 5-7 working days.

— Paper Trail Books`,
    })
    const uri = where?.type === 'resource_link' ? where.uri : ''
    expect(uri).toMatch(/^draft:\/\/refund_email\//)
    expect(JSON.stringify(await client.request('resources/read', { uri }))).toContain(String.raw`\"state\":\"open\"`)
  })

  test('sends a draft when a person does', async () => {
    const outbox = mkdtempSync(join(tmpdir(), 'outbox-'))
    const { content } = await client.call('draft_refund', { order_id: 'PT-1047', reason: 'lost' })
    const uri = content.flatMap((item) => (item.type === 'resource_link' ? item.uri : []))[0] ?? ''
    expect(readdirSync(outbox)).toEqual([])
    process.env['PAPER_TRAIL_OUTBOX'] = outbox
    expect(await client.sendDraft(uri, { person: 'anna', text: 'Dear Lena,' })).toEqual({ state: 'sent' })
    delete process.env['PAPER_TRAIL_OUTBOX']
    const [email = ''] = readdirSync(outbox)
    const written = 'To: Lena Ortiz\nSubject: Your refund for PT-1047\nReviewed-By: anna\n\nDear Lena,\n'
    expect(readFileSync(join(outbox, email), 'utf8')).toBe(written)
    await expect(client.sendDraft(uri)).rejects.toThrow('has been sent')
    rmSync(outbox, { recursive: true })
  })
})
