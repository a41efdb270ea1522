import { expect, test } from 'vitest'
import { failedResult } from '../../tool/index.ts'
import type { ModelTools } from '../convert/model-tools.ts'
import { scriptedModel } from '../models/scripted.ts'
import type { Script } from '../models/scripted.ts'
import type { LoopEnd, LoopEvent } from './event.ts'
import { runLoop } from './loop.ts'
import type { LoopOptions } from './ports.ts'

const tools: ModelTools = {
  tools: [{ name: 'orders__find', description: 'Finds.', inputSchema: { type: 'object' } }],
  setAside: [],
  read: (name, args) =>
    name === 'orders__find'
      ? { kind: 'call', place: { server: 'orders', tool: 'find' }, arguments: args }
      : { kind: 'refused', reason: `There is no tool "${name}".` },
}

function options(script: Script, more: Partial<LoopOptions<string>> = {}): LoopOptions<string> {
  return {
    model: scriptedModel(script),
    messages: [{ role: 'user', parts: [{ kind: 'text', text: 'Where is it?' }] }],
    tools: () => tools,
    decide: async ({ place }) => ({ kind: 'allow', leave: place.tool }),
    execute: async (leave) => ({
      result: { content: [{ type: 'text', text: leave }] },
      answer: { isError: false, parts: [{ kind: 'text', text: `${leave}: here` }] },
    }),
    now: () => 0,
    ...more,
  }
}

async function run(
  script: Script,
  more?: Partial<LoopOptions<string>>,
): Promise<{ events: LoopEvent[]; end: LoopEnd }> {
  const events: LoopEvent[] = []
  for await (const event of runLoop(options(script, more))) events.push(event)
  const last = events.at(-1)
  if (last?.kind !== 'end') throw new Error('no end')
  return { events, end: last.end }
}

test('a model calls a tool, reads its answer and answers', async () => {
  const { events, end } = await run([
    ['I look.', { call: 'find', arguments: { id: 1 } }],
    ['It is ', 'here.'],
  ])
  expect(events.map(({ kind }) => kind)).toEqual(
    'step text call message call-begun call-ended message step text text message end'.split(' '),
  )
  expect(end).toMatchObject({ reason: 'answered', text: 'It is here.', steps: 2, note: undefined })
  expect(end.messages).toEqual([
    { role: 'user', parts: [{ kind: 'text', text: 'Where is it?' }] },
    {
      role: 'assistant',
      parts: [
        { kind: 'text', text: 'I look.' },
        { kind: 'call', id: 'call_1_1', name: 'orders__find', arguments: { id: 1 } },
      ],
    },
    {
      role: 'tool',
      answers: [
        { id: 'call_1_1', name: 'orders__find', isError: false, parts: [{ kind: 'text', text: 'find: here' }] },
      ],
    },
    { role: 'assistant', parts: [{ kind: 'text', text: 'It is here.' }] },
  ])
})

test('what is denied is not run, and the model reads why', async () => {
  const { end } = await run([[{ call: 'find' }], ['Sorry.']], {
    decide: async () => ({ kind: 'deny', reason: 'find was not run: no.' }),
    execute: async () => ({ result: failedResult('ran'), answer: { isError: true, parts: [] } }),
  })
  expect(end.messages[2]).toMatchObject({ answers: [{ isError: true, parts: [{ text: 'find was not run: no.' }] }] })
})
