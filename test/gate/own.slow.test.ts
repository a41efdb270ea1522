import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createShop, type Shop } from '../drafts/shop.ts'
import { onTerminal } from '../drafts/terminal.ts'
import { createPlace, type Host, type Place, sayYes, startHost, textOf } from './kit.ts'

let shop: Shop
let place: Place
let host: Host

beforeEach(async () => {
  shop = createShop()
  const servers = (): Record<string, unknown> => ({
    shop: { source: join(shop.folder, 'shop.ts'), env: { MAIL_KEY: 'k-12345678' } },
  })
  place = createPlace({ servers })
  host = await startHost(place, { person: (question) => sayYes(question) })
})
afterEach(async () => {
  await host.leave()
  place.remove()
  shop.remove()
})

describe('a server of our own behind the gate', () => {
  test('that confirms for itself acts once, and the person is told why there are two questions', async () => {
    const result = await host.call('shop__refund_order', { order_id: 'PT-1042' })
    expect(textOf(result)).toBe('refunded')
    expect(shop.refunds()).toEqual(['PT-1042'])
    expect(host.questions.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^DANGER · .* · Refund order PT-1042\. .*\n\n    shop > refund_order \(your own server: /),
      'Server "shop" asks this. It is not an approval. You have allowed refund_order in the gate; its server wants to know this as well.\n\n    Refund PT-1042?',
    ])
  })

  test('that drafts is asked about once, sends nothing, and leaves the sending to a person', async () => {
    const result = await host.call('shop__draft_mail', { to: 'Mina' })
    expect(textOf(result)).toContain('Dear Mina,')
    expect(host.questions).toHaveLength(1)
    expect(shop.sent()).toEqual([])
    const uri = /gate:\/\/shop\/draft:\/\/\S+/.exec(textOf(result))?.[0] ?? ''
    expect(JSON.stringify(await host.request('resources/read', { uri }))).toContain('Dear Mina,')
    const terminal = onTerminal(['review', 'shop.ts'], { cwd: shop.folder })
    await terminal.says('Enter leaves it as it is > ')
    await terminal.type('send')
    await terminal.says('anything else does not > ')
    await terminal.type('mail')
    await terminal.says('Sent.')
    await terminal.end()
    expect(shop.sent()).toHaveLength(1)
  })
})
