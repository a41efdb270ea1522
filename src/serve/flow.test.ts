import { describe, expect, test } from 'vitest'
import { converse, envelope } from './conversation.cases.ts'
import { accept, asking, capabilities, eras, named, yesOrNo } from './questions.cases.ts'

describe.each(Object.entries(eras))('a question as %s', (_, call) => {
  test('comes back with what was filled in, and the function runs again from its top', async () => {
    let runs = 0
    const tool = asking(async ({ ask }) => {
      runs += 1
      const { name } = await ask('Who are you?', named)
      return `Hello, ${String(name)}!`
    })
    const result = await call(tool, { 'elicitation/create': accept({ name: 'Ada' }) })
    expect(result['content']).toEqual([{ type: 'text', text: 'Hello, Ada!' }])
    expect(runs).toBe(2)
  })

  test('is asked beside its siblings in one round', async () => {
    let runs = 0
    const tool = asking(async ({ ask, sample, roots }) => {
      runs += 1
      const [form, said, places] = await Promise.all([
        ask('Who?', named),
        sample({ messages: [], maxTokens: 5 }),
        roots(),
      ])
      return JSON.stringify([form, said['content'], places])
    })
    const result = await call(tool, {
      'elicitation/create': accept({ name: 'Ada' }),
      'sampling/createMessage': { role: 'assistant', model: 'm', content: { type: 'text', text: 'hi' } },
      'roots/list': { roots: [{ uri: 'file:///home' }] },
    })
    expect(JSON.stringify(result['content'])).toContain('file:///home')
    expect(runs).toBe(2)
  })

  test('that is declined ends the call with a text that asks not to call again', async () => {
    const tool = asking(async ({ ask }) => {
      await ask('Refund $24.00?', yesOrNo)
      return 'refunded'
    })
    expect(await call(tool, { 'elicitation/create': { action: 'decline' } })).toMatchObject({
      isError: true,
      content: [{ text: 'Not done: the user declined "Refund $24.00?". Do not call it again unless the user asks.' }],
    })
    expect(await call(tool, { 'elicitation/create': { action: 'cancel' } })).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('dismissed "Refund $24.00?" without an answer') }],
    })
  })

  test('that is answered with something else is asked again, and given up in the end', async () => {
    const tool = asking(async ({ ask }) => ask('Refund?', yesOrNo))
    expect(await call(tool, { 'elicitation/create': accept({ approve: 'perhaps' }) })).toMatchObject({
      isError: true,
      content: [{ text: 'Not done: it asked 10 times, last "Refund?" and "Refund?".' }],
    })
  })

  test('lets the function clean up, aborts its signal, and drops what it then returns', async () => {
    const seen: string[] = []
    const tool = asking(async ({ ask, signal }) => {
      try {
        await ask('Who?', named)
        return 'done'
      } catch {
        return 'swallowed'
      } finally {
        seen.push(signal.aborted ? 'aborted' : 'running')
      }
    })
    const result = await call(tool, { 'elicitation/create': accept({ name: 'Ada' }) })
    expect(result['content']).toEqual([{ type: 'text', text: 'done' }])
    expect(seen).toEqual(['aborted', 'running'])
  })

  test('that equals another is told apart by its turn', async () => {
    const tool = asking(async ({ ask }) => {
      const one = await ask('Who?', named)
      const other = await ask('Who?', named)
      return [one, other]
    })
    expect(await call(tool, { 'elicitation/create': accept({ name: 'Ada' }) })).not.toHaveProperty('isError')
  })

  test('that nobody waits for does not hold up the answer', async () => {
    const tool = asking(({ ask }) => {
      void ask('Who?', named)
      return 'at once'
    })
    expect(await call(tool, {})).toMatchObject({ content: [{ text: 'at once' }] })
  })
})

test('a client that cannot be asked is told what it lacks', async () => {
  const tool = asking(async ({ sample }) => sample({ messages: [] }))
  const { request, initialize } = converse({ tools: [tool] })
  expect(await request('tools/call', { name: tool.name, ...envelope() })).toEqual({
    code: -32_021,
    message: 'Missing required client capability: sampling',
    data: { requiredCapabilities: { sampling: {} } },
  })
  await initialize('2025-11-25')
  expect(await request('tools/call', { name: tool.name })).toMatchObject({
    isError: true,
    content: [{ text: 'Not done: it has to ask a question to the model, and this client lacks sampling.' }],
  })
})

test('an older client that does not answer in time is given up, and told so', async () => {
  const tool = asking(async ({ sample }) => sample({ messages: [] }))
  const { request, initialize, heard } = converse({ tools: [tool], questionMs: 1 })
  await initialize('2025-06-18', capabilities)
  expect(await request('tools/call', { name: tool.name })).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('got no answer (no answer came in time)') }],
  })
  expect(heard.map(({ method }) => method)).toEqual(['sampling/createMessage', 'notifications/cancelled'])
})

test('an older client that refuses to ask is taken at its word', async () => {
  const tool = asking(async ({ ask }) => ask('Who?', named))
  const { request, initialize, answering } = converse({ tools: [tool] })
  await initialize('2025-06-18', capabilities)
  answering({ 'elicitation/create': () => ({ error: { code: -1, message: 'not now' } }) })
  expect(await request('tools/call', { name: tool.name })).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('(not now)') }],
  })
})

test('cancelling withdraws the open questions, and a late yes does not act', async () => {
  let runs = 0
  const tool = asking(async ({ ask }) => {
    runs += 1
    await Promise.all([ask('Refund?', yesOrNo), ask('Who?', named)])
    return 'refunded'
  })
  const { server, peer, initialize, heard } = converse({ tools: [tool] })
  await initialize('2025-11-25', capabilities)
  const params = { name: tool.name }
  const answer = server.handle({ jsonrpc: '2.0', id: 'call', method: 'tools/call', params }, peer)
  while (heard.length < 2) await new Promise((resolve) => setImmediate(resolve))
  await server.handle({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'call' } }, peer)
  const [first] = heard
  await server.handle({ jsonrpc: '2.0', id: first?.['id'], result: accept({ approve: true }) }, peer)
  expect(await answer).toBeUndefined()
  expect(runs).toBe(1)
  expect(heard.map(({ method }) => method)).toEqual([
    'elicitation/create',
    'elicitation/create',
    'notifications/cancelled',
    'notifications/cancelled',
  ])
})

describe('a state that the client brings back', () => {
  const tool = asking(async ({ ask }, { price = 0 }) => {
    await ask(`Pay ${String(price)}?`, yesOrNo, { key: 'pay' })
    return `paid ${String(price)}`
  })
  const inputResponses = { pay: accept({ approve: true }) }
  const more = { name: tool.name, inputResponses, ...envelope(capabilities) }

  async function begin(
    options: Parameters<typeof converse>[0] = {},
  ): Promise<ReturnType<typeof converse> & { state: unknown }> {
    const conversation = converse({ tools: [tool], ...options })
    const { requestState } = await conversation.request('tools/call', { name: tool.name, ...envelope(capabilities) })
    return { ...conversation, state: requestState }
  }

  test('is opaque and good once', async () => {
    const { request, state } = await begin()
    expect(Buffer.from(String(state), 'base64url').toString('latin1')).not.toContain('Pay')
    expect(await request('tools/call', { ...more, requestState: state })).toMatchObject({
      content: [{ text: 'paid 0' }],
    })
    expect(await request('tools/call', { ...more, requestState: state })).toEqual({
      code: -32_602,
      message: 'Invalid params: "requestState" was used before.',
    })
  })

  test('is refused when it was changed, in any place', async () => {
    const { request, state } = await begin()
    const text = String(state)
    for (const at of [0, 20, text.length - 1]) {
      const changed = `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`
      expect(await request('tools/call', { ...more, requestState: changed })).toMatchObject({ code: -32_602 })
    }
    expect(await request('tools/call', { ...more, requestState: 7 })).toMatchObject({ code: -32_602 })
    expect(await request('tools/call', { ...more, inputResponses: 7, requestState: state })).toMatchObject({
      code: -32_602,
    })
  })

  test('serves no other arguments, definition or server', async () => {
    const { request, state } = await begin()
    const refused = {
      code: -32_602,
      message: 'Invalid params: "requestState" is none that this server gave for this request.',
    }
    expect(await request('tools/call', { ...more, arguments: { price: 9 }, requestState: state })).toEqual(refused)
    const other = converse({ tools: [tool] })
    expect(await other.request('tools/call', { ...more, requestState: state })).toEqual(refused)
    const secret = 'one secret'
    const first = await begin({ secret })
    const changed = converse({ secret, tools: [{ ...tool, description: 'Pays more than it said.' }] })
    expect(await changed.request('tools/call', { ...more, requestState: first.state })).toEqual(refused)
  })

  test('is good at another process that knows the secret', async () => {
    const secret = 'one secret'
    const { state } = await begin({ secret })
    const other = converse({ secret, tools: [tool] })
    expect(await other.request('tools/call', { ...more, requestState: state })).toMatchObject({
      resultType: 'complete',
    })
  })

  test('expires', async () => {
    let time = 0
    const { request, state } = await begin({ now: () => time })
    time = 3_600_000
    expect(await request('tools/call', { ...more, requestState: state })).toEqual({
      code: -32_602,
      message: 'Invalid params: "requestState" has expired.',
    })
  })

  test('without the answer gets the question again, with another state', async () => {
    const { request, state } = await begin()
    const again = await request('tools/call', { ...more, inputResponses: { other: {} }, requestState: state })
    expect(again).toMatchObject({
      resultType: 'input_required',
      inputRequests: { pay: { method: 'elicitation/create' } },
    })
    expect(again['requestState']).not.toBe(state)
  })

  test('that is long stays at the server, and the client carries a ticket', async () => {
    const wordy = asking(async ({ ask }) => {
      const { name } = await ask('Who?', named, { key: 'who' })
      await ask('Sure?', yesOrNo, { key: 'pay' })
      return String(name).length
    })
    const { request } = converse({ tools: [wordy] })
    const first = await request('tools/call', { name: wordy.name, ...envelope(capabilities) })
    const name = 'x'.repeat(20_000)
    const who = { ...more, inputResponses: { who: accept({ name }) }, requestState: first['requestState'] }
    const { requestState } = await request('tools/call', who)
    expect(String(requestState)).toMatch(/^held\/[0-9a-f-]{36}$/)
    expect(await request('tools/call', { ...more, requestState })).toMatchObject({ structuredContent: 20_000 })
    expect(await request('tools/call', { ...more, requestState: 'held.nothing' })).toMatchObject({ code: -32_602 })
  })

  test('answers only the question that was asked: a changed price asks again', async () => {
    let price = 24
    const moody = asking(async ({ ask }) => {
      await ask(`Pay ${price}?`, yesOrNo, { key: 'pay' })
      return `paid ${price}`
    })
    const { request } = converse({ tools: [moody] })
    const first = await request('tools/call', { name: moody.name, ...envelope(capabilities) })
    price = 2400
    const second = await request('tools/call', { ...more, requestState: first['requestState'] })
    expect(second).toMatchObject({ inputRequests: { pay: { params: { message: 'Pay 2400?' } } } })
  })
})

test('two different questions with one key are a mistake of the author, and nobody is asked', async () => {
  const lines: string[] = []
  const tool = asking(async ({ ask }) =>
    Promise.all([ask('One?', yesOrNo, { key: 'k' }), ask('Two?', yesOrNo, { key: 'k' })]),
  )
  const { request } = converse({ tools: [tool], log: (line) => lines.push(line) })
  expect(await request('tools/call', { name: tool.name, ...envelope(capabilities) })).toMatchObject({ isError: true })
  expect(lines.join('')).toContain('Two questions have the key "k".')
})
