import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { elapsed, onTerminal, takeTerminals } from '../drafts/terminal.ts'
import { openWire, type Wire } from '../loop/wire/wire.mjs'
import { createRoom, hostile, paperTrail, type Room } from './kit.ts'

let room: Room
let wire: Wire
let peers: { peers: string; newerNode: string }

beforeAll(async () => {
  const path = '../peers/install.mjs'
  const found: typeof peers & { installPeers: () => void } = await import(path)
  found.installPeers()
  peers = found
  room = createRoom()
}, 300_000)
afterEach(async () => {
  takeTerminals()
  await wire.close()
})
afterAll(() => room.remove())

const refund = { name: 'paper-trail__draft_refund', arguments: { order_id: 'PT-1042', reason: 'arrived damaged' } }
const status = { name: 'paper-trail__order_status', arguments: { order_id: 'PT-1042' } }

/** The providers' packages are looked for where the person is. */
function talk(args: readonly string[], more: Record<string, string> = {}): ReturnType<typeof onTerminal> {
  const env = { ...room.env, OPENAI_COMPATIBLE_API_KEY: 'k', ANTHROPIC_API_KEY: 'k', ...more }
  return onTerminal(['chat', ...args], { cwd: peers.peers, env, node: peers.newerNode })
}

test.each(['openai-compatible:qwen3', 'anthropic:claude-sonnet-4-5'])(
  'from a prompt over an approval that is typed to a refund, with %s',
  async (model) => {
    wire = await openWire([
      { text: 'I look first. ', calls: [status] },
      { text: 'It has shipped. ', calls: [refund] },
      { text: 'The email waits for you.' },
    ])
    const terminal = talk([paperTrail, '--model', model, '--base-url', `${wire.url}/v1`])
    await terminal.says('\n> ')
    terminal.press('Refund PT-1042, it arrived damaged\r')
    await terminal.says('It has shipped.')
    await terminal.says('2 WRITE  Draft refund PT-1042')
    await terminal.says('[i] info')
    await elapsed(700)
    expect(wire.requests).toHaveLength(2)
    terminal.press('o')
    await terminal.says('done, ')
    await terminal.says('The email waits for you.')
    await terminal.says('\n> ')
    terminal.press('/quit\r')
    expect((await terminal.end()).code).toBe(0)
    expect(wire.requests.map(({ status: code }) => code)).toEqual([200, 200, 200])
    const last = JSON.stringify(wire.requests[2]?.body)
    expect(last).toContain("We're sorry 'Amritsar: A City in Layers' didn't work out (arrived damaged).")
  },
)

test('what a provider refuses, throttles or cuts is one clear line, and the conversation goes on', async () => {
  wire = await openWire([
    { status: 400, message: 'tools.0: no' },
    { status: 529, message: 'overloaded', retryAfter: 1 },
    { text: 'At last.' },
    { text: 'Half of it', cut: true },
    { text: 'Whole.' },
  ])
  const terminal = talk([paperTrail, '--model', 'openai-compatible:qwen3', '--base-url', `${wire.url}/v1`])
  const says: readonly (readonly string[])[] = [
    ['answered 400: tools.0: no', 'What you said is left out of the conversation.'],
    ['answered 529: overloaded. Asked again in 1 s.', 'At last.'],
    ['Half of it', 'broke off'],
    ['Whole.'],
  ]
  for (const [at, texts] of says.entries()) {
    await terminal.says('\n> ')
    terminal.press(`Number ${at}\r`)
    for (const text of texts) await terminal.says(text)
  }
  await terminal.says('\n> ')
  terminal.press('/quit\r')
  expect((await terminal.end()).code).toBe(0)
  const said = JSON.stringify(wire.requests.at(-1)?.body)
  expect(said).not.toContain('Number 0')
  expect(said).toContain('Half of it')
})

test('what a provider cannot take is set aside and said, and the rest can be used', async () => {
  wire = await openWire([{ text: 'Hello.' }])
  const args = ['--model', 'openai-compatible:qwen3', '--base-url', `${wire.url}/v1`]
  const terminal = talk([...args, '--', process.execPath, hostile, 'many'])
  await terminal.says('tools set aside for this model: /tools says why.')
  await terminal.says('\n> ')
  terminal.press('Hello\r')
  await terminal.says('Hello.')
  await terminal.says('\n> ')
  terminal.press('/tools\r')
  await terminal.says('set aside: server > tool_')
  await terminal.says('\n> ')
  terminal.press('/quit\r')
  expect((await terminal.end()).code).toBe(0)
  expect(wire.requests.map(({ status: code }) => code)).toEqual([200])
})
