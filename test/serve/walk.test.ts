import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Listening, listenToFixture } from './built.ts'
import { type Place, type Stranger, strangers } from './strangers.ts'

let listening: Listening | undefined

/** The fixture of the conformance suite, as it was built. */
const places: Readonly<Record<string, () => Place>> = {
  'over stdio': () => ({ file: 'test/conformance/stdio.mjs' }),
  'over HTTP': () => ({ url: String(listening?.url) }),
}

beforeAll(async () => {
  listening = await listenToFixture()
})
afterAll(() => listening?.close())

const walks = Object.entries(strangers).flatMap(([who, connect]) =>
  Object.entries(places).map(([where, place]) => [who, where, () => connect(place())] as const),
)

describe.each(walks)('%s %s', (_, __, connect) => {
  let client: Stranger
  afterEach(() => client.close())

  test('lists, calls, reads, renders and completes', async () => {
    client = await connect()
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toContain('test_simple_text')
    expect(await client.call('test_simple_text')).toMatchObject({
      content: [{ type: 'text', text: 'This is a simple text response for testing.' }],
    })
    expect(await client.call('test_multiple_content_types')).toMatchObject({
      content: [{ type: 'text' }, { type: 'image' }, { type: 'resource' }],
    })
    expect(await client.call('test_error_handling')).toMatchObject({ isError: true })
    expect(await client.readResource({ uri: 'test://template/7/data' })).toMatchObject({
      contents: [{ uri: 'test://template/7/data', mimeType: 'application/json' }],
    })
    const { prompts } = await client.listPrompts()
    expect(prompts.map(({ name }) => name)).toContain('test_simple_prompt')
    const args = { arg1: 'a', arg2: 'b' }
    expect(await client.getPrompt({ name: 'test_prompt_with_arguments', arguments: args })).toMatchObject({
      messages: [{ role: 'user', content: { text: "Prompt with arguments: arg1='a', arg2='b'" } }],
    })
    const ref = { type: 'ref/prompt', name: 'test_prompt_with_arguments' } as const
    expect(await client.complete({ ref, argument: { name: 'arg1', value: 'par' } })).toMatchObject({
      completion: { values: ['paris', 'park', 'party'] },
    })
  })

  test('hears of progress', async () => {
    client = await connect()
    const heard: object[] = []
    await client.call('test_tool_with_progress', {}, { onprogress: (at) => heard.push(at) })
    expect(heard).toMatchObject([{ progress: 0 }, { progress: 50 }, { progress: 100, total: 100 }])
  })

  test('answers questions in the middle of a call', async () => {
    client = await connect()
    expect(await client.call('test_input_required_result_multi_round')).toMatchObject({
      content: [{ text: 'Multi-round complete for Ada who likes blue' }],
    })
    expect(await client.call('test_sampling', { prompt: 'What is the capital of France?' })).toMatchObject({
      content: [{ text: 'LLM response: Paris' }],
    })
    expect(await client.call('test_elicitation', { message: 'Who are you?' })).toMatchObject({
      content: [{ text: expect.stringContaining('action=accept') }],
    })
  })

  test('cancels a call and goes on', async () => {
    client = await connect()
    const leaving = new AbortController()
    const call = client.call('test_wait_for_cancel', {}, { signal: leaving.signal })
    leaving.abort()
    await expect(call).rejects.toThrow(/abort/i)
    expect(await client.call('test_simple_text')).toMatchObject({ content: [{ type: 'text' }] })
  })
})
