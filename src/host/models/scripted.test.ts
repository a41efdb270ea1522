import { expect, test } from 'vitest'
import type { ModelEvent, ModelRequest } from '../loop/model.ts'
import { readScript } from './read-script.ts'
import { scriptedModel } from './scripted.ts'
import type { ScriptedOptions } from './scripted.ts'

const tools = ['orders__refund_order', 'mail__send', 'post__send'].map((name) => ({
  name,
  description: '',
  inputSchema: {},
}))
const request: ModelRequest = { messages: [], tools, signal: new AbortController().signal }

async function play(text: string, options?: ScriptedOptions): Promise<readonly (readonly ModelEvent[])[]> {
  const script = readScript(text)
  const model = scriptedModel(script, options)
  const answers: ModelEvent[][] = []
  for (const _ of script) {
    const events: ModelEvent[] = []
    for await (const event of model.stream(request)) events.push(event)
    answers.push(events)
  }
  expect(model.requests).toHaveLength(script.length)
  return answers
}

const usage = { input: 0, output: 0 }

test('a script is played answer by answer', async () => {
  const waits: number[] = []
  const sleep = async (ms: number): Promise<void> => void waits.push(ms)
  const text = `[
    ["I look.", { "reasoning": "Hm." }, { "wait": 300 }, { "call": "refund_order", "arguments": { "id": 1 } }],
    [{ "call": "send", "arguments": "{broken", "id": "x" }, { "call": "mail__send" }],
    "Done.",
    ["Once", { "end": "length", "usage": { "input": 10, "output": 2 } }],
    ["Once", { "end": "cut" }]
  ]`
  expect(await play(text, { sleep })).toEqual([
    [
      { kind: 'text', text: 'I look.' },
      { kind: 'reasoning', text: 'Hm.' },
      { kind: 'call', id: 'call_1_1', name: 'orders__refund_order', arguments: '{"id":1}' },
      { kind: 'end', reason: 'calls', usage },
    ],
    [
      { kind: 'call', id: 'x', name: 'send', arguments: '{broken' },
      { kind: 'call', id: 'call_2_2', name: 'mail__send', arguments: '{}' },
      { kind: 'end', reason: 'calls', usage },
    ],
    [
      { kind: 'text', text: 'Done.' },
      { kind: 'end', reason: 'complete', usage },
    ],
    [
      { kind: 'text', text: 'Once' },
      { kind: 'end', reason: 'length', usage: { input: 10, output: 2 } },
    ],
    [{ kind: 'text', text: 'Once' }],
  ])
  expect(waits).toEqual([300])
})

test('an error is thrown where it stands, and behind the end there is one', async () => {
  const text = '[["Hel", { "error": "Busy.", "status": 529, "isPassing": true, "waitMs": 5 }]]'
  await expect(play(text)).rejects.toMatchObject({ message: 'Busy.', status: 529, isPassing: true, waitMs: 5 })
  await expect(scriptedModel([]).stream(request)[Symbol.asyncIterator]().next()).rejects.toThrow(
    'The script has 0 answers; this would be number 1.',
  )
})

test.each([
  ['[', /^The script is no JSON: /],
  ['{"answers": []}', 'A script is a list of answers, not {"answers":[]}.'],
  ['[1]', 'answer 1 is 1; it is a text, or a list of pieces.'],
  ['["Hi.", [7]]', 'answer 2, piece 1 is 7; it is a text, or has one of text, reasoning, call, wait, error, end.'],
  ['[["a", { "say": "x" }]]', /^answer 1, piece 2 is \{"say":"x"\}; it is a text, or has one of/],
  ['[[{ "call": 1 }]]', 'answer 1, piece 1: "call" is not as it may be: {"call":1}'],
  ['[[{ "call": "x", "args": {} }]]', /"args" is not as it may be/],
  ['[[{ "call": "x", "arguments": [1] }]]', /"arguments" is not as it may be/],
  ['[[{ "wait": -1 }]]', /"wait" is not as it may be/],
  ['[[{ "end": "stop" }]]', /"end" is not as it may be/],
  ['[[{ "end": ["cut"] }]]', /"end" is not as it may be/],
  ['[[{ "end": "cut", "usage": { "input": 1 } }]]', /"usage" is not as it may be/],
  ['[[{ "text": "x", "__proto__": 1 }]]', /"__proto__" is not as it may be/],
  ['[[{ "text": "x", "call": "y" }]]', /"call" is not as it may be/],
])('a script that says %s is refused', (text, message) => {
  expect(() => readScript(text)).toThrow(message)
})

test('a script that is nested without end is refused', () => {
  expect(() => readScript(`[[${'['.repeat(100_000)}${']'.repeat(100_000)}]]`)).toThrow('The script is nested too deep.')
})
