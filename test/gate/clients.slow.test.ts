import { afterEach, describe, expect, test } from 'vitest'
import { main } from '../drafts/terminal.ts'
import { clients } from '../ledger/asking-clients.ts'
import type { AskingClient, Person } from '../ledger/asking-clients.ts'
import { createPlace, elapsed, type Place } from './kit.ts'

const open: { client: AskingClient; place: Place }[] = []

async function connect(kind: string, person: Person | undefined, wall?: number): Promise<(typeof open)[number]> {
  const place = createPlace()
  const args = [main, 'gate', ...(wall === undefined ? [] : ['--wall', String(wall)])]
  const one = { place, client: await clients[kind]!({ args, env: place.env, person }) }
  open.push(one)
  return one
}

afterEach(async () => {
  for (const { client, place } of open.splice(0)) {
    await client.close()
    place.remove()
  }
})

const allow = { action: 'accept', content: { answer: 'allow once' } } as const
const kinds = Object.keys(clients)

/** Calls as a model would: once more as long as it is told to, after it has asked the user. */
async function insist({ client }: (typeof open)[number], everyMs: number): Promise<string[]> {
  const texts: string[] = []
  for (;;) {
    texts.push(await client.call('notes__save_note', { id: 'n1' }))
    if (texts.at(-1)?.startsWith('Waiting for a person') !== true) return texts
    await elapsed(everyMs)
  }
}

describe.each(kinds)('%s', (kind) => {
  test('gets what a person allows, and an error with the reason of one who does not', async () => {
    const answers = [allow, { action: 'accept', content: { reason: 'Not today.' } } as const]
    const one = await connect(kind, async () => {
      await elapsed(600)
      return answers.shift() ?? allow
    })
    expect(await one.client.call('notes__save_note', { id: 'n1' })).toContain('save_note did n1')
    expect(await one.client.call('notes__save_note', { id: 'n2' })).toBe(
      'save_note was not run: the user said no: Not today. Do not call it again unless the user asks.',
    )
    expect(one.place.effects()).toEqual(['save_note n1'])
  })

  test('with a person who is slower than the wall acts once, however often it calls', async () => {
    let questions = 0
    const person: Person = async () => {
      questions += 1
      await elapsed(2500)
      return allow
    }
    const one = await connect(kind, person, 1)
    const texts = await insist(one, 1000)
    expect(texts.at(-1)).toContain('save_note did n1')
    expect(questions).toBe(1)
    expect(one.place.effects()).toEqual(['save_note n1'])
  })

  test('that accepts everything with nothing runs nothing', async () => {
    const one = await connect(kind, () => ({ action: 'accept', content: {} }))
    expect(await one.client.call('notes__save_note', { id: 'n1' })).toContain('the host accepted without an answer')
    expect(one.place.effects()).toEqual([])
  })

  test('with a server behind that asks for itself shows both questions, and acts once', async () => {
    const messages: string[] = []
    const one = await connect(kind, async (message) => {
      messages.push(message)
      await elapsed(600)
      return message.startsWith('Server "notes" asks this.') ? { action: 'accept', content: { sure: true } } : allow
    })
    expect(await one.client.call('notes__ask_note', { id: 'n1' })).toContain('ask_note did n1')
    expect(messages).toEqual([
      expect.stringContaining('WRITE · Ask note n1'),
      expect.stringContaining('You have allowed ask_note in the gate; its server wants to know this as well.'),
    ])
    expect(one.place.effects()).toEqual(['ask_note n1'])
  })

  test('that cannot ask is told so', async () => {
    const one = await connect(kind, undefined)
    expect(await one.client.call('notes__save_note', { id: 'n1' })).toContain('this host cannot ask one')
    expect(one.place.effects()).toEqual([])
  })
})

test('official clients at their default timeouts, with a person who takes 90 seconds, act once', async () => {
  const done = await Promise.all(
    kinds.map(async (kind) => {
      const one = await connect(kind, async () => {
        await elapsed(90_000)
        return allow
      })
      const texts = await insist(one, 5000).catch((error: unknown) => [String(error)])
      return { kind, last: texts.at(-1), effects: one.place.effects() }
    }),
  )
  const last = 'save_note did n1\nundefined'
  expect(done).toEqual(kinds.map((kind) => ({ kind, last, effects: ['save_note n1'] })))
}, 200_000)
