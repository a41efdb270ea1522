import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { answerQuestion, openQuestions, openStore } from '../../src/ledger/index.ts'
import { type AskingClient, clients, type Person, type PersonAnswer } from './asking-clients.ts'

const folder = mkdtempSync(join(tmpdir(), 'verbnoun-confirm-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let orders = 0
const yes: PersonAnswer = { action: 'accept', content: { approve: true } }

/** A ledger and a list of effects of its own, and clients of one kind at servers that share both. */
function shopFor(kind: string) {
  orders += 1
  const order = `PT-${orders}`
  const effects = join(folder, `${order}.txt`)
  const ledger = `sqlite:${join(folder, `${order}.db`)}`
  const env = { PATH: process.env['PATH'] ?? '', SHOP_EFFECTS: effects, VERBNOUN_SECRET: 'one secret for all' }
  const args = ['dist/cli/main.js', 'serve', 'test/ledger/shop/shop.ts', '--ledger', ledger]
  return {
    order,
    connect: (person?: Person): Promise<AskingClient> => clients[kind]!({ args, env, person }),
    effects: (): string[] => (existsSync(effects) ? readFileSync(effects, 'utf8').trim().split('\n') : []),
    openLedger: () => openStore(ledger, { cwd: folder, now: () => Date.now() }),
  }
}

describe.each(Object.keys(clients))('%s', (kind) => {
  test('a yes refunds once; the same call has the same receipt and asks nobody', async () => {
    const { order, connect, effects } = shopFor(kind)
    const asked: string[] = []
    const client = await connect((message) => {
      asked.push(message)
      return yes
    })
    const first = await client.call('refund_order', { order_id: order })
    expect(first).toMatch(/^Receipt \d+$/)
    expect(await client.call('refund_order', { order_id: order })).toContain(`${first}\nrefund_order was already done`)
    await client.close()
    const other = await connect(() => yes)
    expect(await other.call('refund_order', { order_id: order })).toContain(first)
    await other.close()
    expect(asked).toEqual([`Refund ${order}?`])
    expect(effects()).toHaveLength(1)
  })

  test('a no does nothing, and is not asked again', async () => {
    const { order, connect, effects } = shopFor(kind)
    let asked = 0
    const client = await connect(() => {
      asked += 1
      return { action: 'decline' }
    })
    expect(await client.call('cancel_order', { order_id: order })).toContain(`the user declined "Cancel ${order}?"`)
    expect(await client.call('cancel_order', { order_id: order })).toContain('holds until')
    await client.close()
    expect(asked).toBe(1)
    expect(effects()).toEqual([])
  })

  test('two questions in one tool are asked one after the other, and each effect happens once', async () => {
    const { order, connect, effects } = shopFor(kind)
    const client = await connect(() => yes)
    expect(await client.call('refund_and_tell', { order_id: order })).toMatch(/^Receipt \d+$/)
    await client.close()
    expect(effects()).toEqual([`refund ${order}`, `mail ${order}`])
  })

  test('a client that cannot ask is told how a person can answer, and the yes serves the next call', async () => {
    const { order, connect, effects, openLedger } = shopFor(kind)
    const client = await connect()
    expect(await client.call('cancel_order', { order_id: order })).toMatch(
      /a person must answer "Cancel PT-\d+\?" first\. Ask the user to answer it with: verbnoun review [0-9a-f]{8}\./,
    )
    const ledger = await openLedger()
    const [question] = await openQuestions(ledger)
    if (question === undefined) throw new Error('No question is open.')
    await answerQuestion(question, { answer: yes, by: 'test' }, { store: ledger, newId: () => crypto.randomUUID() })
    await ledger.close()
    expect(await client.call('cancel_order', { order_id: order })).toBe('Cancelled.')
    expect(await client.call('cancel_order', { order_id: order })).toContain('a person must answer')
    await client.close()
    expect(effects()).toEqual([`cancel ${order}`])
  })

  test('a server that is killed while a person thinks has done nothing, and asks again', async () => {
    const { order, connect, effects } = shopFor(kind)
    const pid: { current?: () => number } = {}
    const client = await connect(() => {
      process.kill(pid.current?.() ?? 0, 'SIGKILL')
      return { action: 'accept', content: { approve: true } }
    })
    pid.current = client.pid
    await client.call('refund_order', { order_id: order }).catch(() => undefined)
    await client.close()
    const asked: string[] = []
    const other = await connect((message) => {
      asked.push(message)
      return yes
    })
    expect(await other.call('refund_order', { order_id: order })).toMatch(/^Receipt \d+$/)
    await other.close()
    expect(asked).toEqual([`Refund ${order}?`])
    expect(effects()).toHaveLength(1)
  })
})
