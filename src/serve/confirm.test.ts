import { describe, expect, test } from 'vitest'
import { answerQuestion, memoryStore, openQuestions, type PersonsAnswer, type Store } from '../ledger/index.ts'
import { isObject, type Tool, ToolError, type UnknownObject } from '../tool/index.ts'
import { converse, envelope } from './conversation.cases.ts'
import { accept, asking, capabilities, eras } from './questions.cases.ts'

const yes = accept({ approve: true })
const elicit = 'elicitation/create'

/** What a call says, in lines. */
function linesOf(result: UnknownObject): string[] {
  const { content } = result
  return Array.isArray(content) ? content.map((item: unknown) => (isObject(item) ? String(item['text']) : '')) : []
}

/** A tool that refunds after a yes, and how often it did. */
function refunding(more: Partial<Tool> = {}): { tool: Tool; effects: string[] } {
  const effects: string[] = []
  const tool = asking(async ({ confirm }) => {
    const receipt = await confirm('Refund $24.00 to Arjun R?', () => {
      effects.push('refund')
      return { id: `re_${effects.length}` }
    })
    return `Receipt: ${receipt.id}`
  })
  return { tool: { ...tool, ...more }, effects }
}

/** Answers the question that is open. */
async function answerOpen(ledger: Store, given: PersonsAnswer): Promise<void> {
  const [question] = await openQuestions(ledger)
  if (question === undefined) throw new Error('No question is open.')
  expect(
    await answerQuestion(question, { answer: given, by: 'ann' }, { store: ledger, newId: () => crypto.randomUUID() }),
  ).toBe(true)
}

describe.each(Object.entries(eras))('a yes as %s', (_, call) => {
  test('does it once, immediately after', async () => {
    const { tool, effects } = refunding()
    expect(linesOf(await call(tool, { [elicit]: yes }))).toEqual(['Receipt: re_1'])
    expect(effects).toHaveLength(1)
  })

  test.each([
    ['declines', { action: 'decline' }, 'the user declined "Refund $24.00 to Arjun R?"'],
    ['puts it away', { action: 'cancel' }, 'the user dismissed "Refund $24.00 to Arjun R?" without an answer'],
    ['says no', accept({ approve: false }), 'the user said no to "Refund $24.00 to Arjun R?"'],
    ['says why not', accept({ approve: false, reason: 'too much' }), 'to "Refund $24.00 to Arjun R?" ("too much")'],
  ])('is needed: who %s has nothing done', async (__, answer, says) => {
    const { tool, effects } = refunding()
    const result = await call(tool, { [elicit]: answer })
    expect(result['isError']).toBe(true)
    expect(linesOf(result)[0]).toContain(says)
    expect(linesOf(result)[0]).toContain('Do not call it again unless the user asks.')
    expect(effects).toEqual([])
  })

  test('is no form that was accepted as it came', async () => {
    const { tool, effects } = refunding()
    const result = await call(tool, { [elicit]: accept({}) })
    expect(linesOf(result)[0]).toContain('it asked 10 times')
    expect(linesOf(await call(tool, { [elicit]: { action: 'accept' } }))[0]).toContain('it asked 10 times')
    expect(effects).toEqual([])
  })

  test('is one for each of several, also in a loop, and nothing is done twice', async () => {
    const done: string[] = []
    const tool = asking(async ({ confirm, step }) => {
      await step('look', () => done.push('look'))
      for (const order of ['PT-1', 'PT-2', 'PT-3']) await confirm(`Refund ${order}?`, () => done.push(order))
      return 'done'
    })
    expect(linesOf(await call(tool, { [elicit]: yes }))).toEqual(['done'])
    expect(done).toEqual(['look', 'PT-1', 'PT-2', 'PT-3'])
  })

  test('of several at once is asked in one round', async () => {
    const done: string[] = []
    let runs = 0
    const tool = asking(async ({ confirm }) => {
      runs += 1
      return await Promise.all(['PT-1', 'PT-2'].map((order) => confirm(`Refund ${order}?`, () => done.push(order))))
    })
    await call(tool, { [elicit]: yes })
    expect(done.toSorted()).toEqual(['PT-1', 'PT-2'])
    expect(runs).toBe(2)
  })

  test('leaves a step beside it to end, and does not do it again', async () => {
    const done: string[] = []
    const tool = asking(async ({ confirm, step }) => {
      const slow = step('mail', async () => {
        await new Promise((resolve) => setTimeout(resolve, 20))
        done.push('mail')
        return 'sent'
      })
      const [mail] = await Promise.all([slow, confirm('Refund?', () => done.push('refund'))])
      return mail
    })
    expect(linesOf(await call(tool, { [elicit]: yes }))).toEqual(['sent'])
    expect(done).toEqual(['mail', 'refund'])
  })

  test('is asked again where the price has changed meanwhile', async () => {
    const prices = [24, 2400, 2400]
    const asked: unknown[] = []
    const done: number[] = []
    const tool = asking(async ({ confirm }) => {
      const price = prices.shift() ?? 2400
      return await confirm(`Refund ${price}?`, () => done.push(price))
    })
    await call(tool, {
      [elicit]: (params) => {
        asked.push(isObject(params) ? params['message'] : '')
        return yes
      },
    })
    expect(asked).toEqual(['Refund 24?', 'Refund 2400?'])
    expect(done).toEqual([2400])
  })

  test('cannot be swallowed: what a function returns that caught the stop is dropped', async () => {
    let effects = 0
    const tool = asking(async ({ confirm }) => {
      try {
        return await confirm('Refund?', () => (effects += 1))
      } catch {
        return 'swallowed'
      }
    })
    expect(linesOf(await call(tool, { [elicit]: { action: 'decline' } }))[0]).toContain('declined')
    expect(effects).toBe(0)
  })

  test('is forgotten, a no is not: within ten minutes nobody is asked again', async () => {
    let time = Date.UTC(2026, 11, 1, 10, 2)
    let asked = 0
    const ledger = memoryStore({ now: () => time })
    const { tool, effects } = refunding()
    const answer = (): object => {
      asked += 1
      return { action: 'decline' }
    }
    const options = { ledger, now: () => time }
    await call(tool, { [elicit]: answer }, options)
    time += 300_000
    expect(linesOf(await call(tool, { [elicit]: answer }, options))[0]).toBe(
      'Not done: the user declined "Refund $24.00 to Arjun R?". Do not call it again unless the user asks. That was at 10:02 UTC and holds until 10:12 UTC.',
    )
    expect(asked).toBe(1)
    time += 300_000
    await call(tool, { [elicit]: answer }, options)
    expect(asked).toBe(2)
    expect(effects).toEqual([])
  })
})

describe('a question without a client that can be asked', () => {
  test.each(['2026-07-28', '2025-11-25'])(
    'waits for a person, whose yes serves the next call, once (%s)',
    async (revision) => {
      const ledger = memoryStore({ now: () => 0 })
      const { tool, effects } = refunding()
      const { request, initialize } = converse({ tools: [tool], ledger })
      if (revision === '2025-11-25') await initialize(revision)
      const more = revision === '2025-11-25' ? {} : envelope()
      const call = async (price: number): Promise<string | undefined> =>
        linesOf(await request('tools/call', { name: tool.name, arguments: { price }, ...more }))[0]
      const first = await call(1)
      expect(first).toMatch(
        /^ask_something was not done: a person must answer "Refund \$24\.00 to Arjun R\?" first\. Ask the user to answer it with: verbnoun review [0-9a-f]{8}\. Then call it again with the same arguments\.$/,
      )
      expect(await call(1)).toBe(first)
      await answerOpen(ledger, { action: 'accept', content: { approve: true } })
      expect(await call(2)).toContain('a person must answer')
      expect(await call(1)).toBe('Receipt: re_1')
      expect(await call(1)).toContain('a person must answer')
      expect(effects).toHaveLength(1)
    },
  )

  test('takes a no as well', async () => {
    const ledger = memoryStore({ now: () => 0 })
    const { tool, effects } = refunding()
    const { request } = converse({ tools: [tool], ledger })
    const call = async (): Promise<string | undefined> =>
      linesOf(await request('tools/call', { name: tool.name, ...envelope() }))[0]
    await call()
    await answerOpen(ledger, { action: 'accept', content: { approve: false, reason: 'too much' } })
    expect(await call()).toContain('said no')
    expect(await call()).toContain('holds until')
    expect(effects).toEqual([])
  })

  test('waits too where an older client does not answer in time, and takes its late yes for the next call', async () => {
    const ledger = memoryStore({ now: () => 0 })
    const { tool, effects } = refunding()
    const { server, peer, request, initialize, heard } = converse({ tools: [tool], ledger, questionMs: 5 })
    await initialize('2025-11-25', capabilities)
    const call = async (): Promise<string | undefined> => linesOf(await request('tools/call', { name: tool.name }))[0]
    expect(await call()).toContain('a person must answer')
    expect(heard.map(({ method }) => method)).toEqual([elicit])
    await server.handle({ jsonrpc: '2.0', id: heard[0]?.['id'], result: yes }, peer)
    await expect.poll(async () => (await openQuestions(ledger)).length).toBe(0)
    expect(effects).toEqual([])
    expect(await call()).toBe('Receipt: re_1')
    expect(effects).toHaveLength(1)
  })
})

describe('a yes and a key', () => {
  const keyed = { idempotency: {}, steps: true } as const

  test.each(Object.entries(eras))('together act once, though the call is made again: %s', async (_, call) => {
    const ledger = memoryStore({ now: () => 0 })
    const { tool, effects } = refunding(keyed)
    let asked = 0
    const answer = (): object => {
      asked += 1
      return yes
    }
    expect(linesOf(await call(tool, { [elicit]: answer }, { ledger }))).toEqual(['Receipt: re_1'])
    const again = linesOf(await call(tool, { [elicit]: answer }, { ledger }))
    expect(again[0]).toBe('Receipt: re_1')
    expect(again[1]).toContain('was already done')
    expect([asked, effects.length]).toEqual([1, 1])
  })

  test.each(Object.entries(eras))('are asked for once where something fails afterwards: %s', async (_, call) => {
    const done: string[] = []
    let asked = 0
    const tool = {
      ...asking(async ({ confirm, step }) => {
        await confirm('Refund?', () => done.push('refund'))
        await step('mail', () => {
          if (asked === 1 && done.length === 1) {
            done.push('no mail')
            throw new ToolError('no mail today')
          }
          done.push('mail')
        })
        return 'done'
      }),
      ...keyed,
    }
    const ledger = memoryStore({ now: () => 0 })
    const answer = (): object => {
      asked += 1
      return yes
    }
    expect(linesOf(await call(tool, { [elicit]: answer }, { ledger }))).toEqual(['no mail today'])
    expect(linesOf(await call(tool, { [elicit]: answer }, { ledger }))).toEqual(['done'])
    expect(done).toEqual(['refund', 'no mail', 'mail'])
    expect(asked).toBe(1)
  })

  test('of two calls that were both approved one acts, and both have its result', async () => {
    const { tool, effects } = refunding(keyed)
    const { request } = converse({ tools: [tool], ledger: memoryStore({ now: () => 0 }) })
    const ask = { name: tool.name, ...envelope(capabilities) }
    const states = await Promise.all([request('tools/call', ask), request('tools/call', ask)])
    const results = await Promise.all(
      states.map(({ inputRequests, requestState }) => {
        const [key = ''] = Object.keys(isObject(inputRequests) ? inputRequests : {})
        return request('tools/call', { ...ask, inputResponses: { [key]: yes }, requestState })
      }),
    )
    expect(results.map((result) => linesOf(result)[0])).toEqual(['Receipt: re_1', 'Receipt: re_1'])
    expect(effects).toHaveLength(1)
  })

  test('the last leg sent twice at once acts once', async () => {
    const { tool, effects } = refunding()
    const { request } = converse({ tools: [tool] })
    const ask = { name: tool.name, ...envelope(capabilities) }
    const { inputRequests, requestState } = await request('tools/call', ask)
    const [key = ''] = Object.keys(isObject(inputRequests) ? inputRequests : {})
    const leg = { ...ask, inputResponses: { [key]: yes }, requestState }
    const answers = await Promise.all([request('tools/call', leg), request('tools/call', leg)])
    expect(answers.filter((answer) => 'code' in answer)).toHaveLength(1)
    expect(effects).toHaveLength(1)
  })
})
