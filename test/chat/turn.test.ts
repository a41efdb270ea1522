import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Room, chat, chatHere, createRoom, hostile, paperTrail, refund, status } from './kit.ts'

let room: Room
beforeAll(() => {
  room = createRoom()
})
afterAll(() => room.remove())

const odd = ['--', process.execPath, hostile]

describe('one turn', () => {
  test('prints the words of the model, and all else beside them', async () => {
    const model = room.script([[status], ['It has ', 'shipped.']])
    const { code, out, err } = await chat(room, [paperTrail, '--model', model, '--prompt', 'Where is PT-1042?'])
    expect(out).toBe('It has shipped.\n')
    expect(err).toMatch(
      /^· paper-trail > order_status order_id "PT-1042"\n  done, [\d.]+ m?s\nKept in state\/chats\/\S+\.json \(--continue goes on from there\)\.\n$/,
    )
    expect(code).toBe(0)
  })

  test('takes all of stdin as what is asked, and the model from the environment', async () => {
    const env = { VERBNOUN_MODEL: room.script([['Two lines.']]) }
    const file = join(room.folder, 'asked.json')
    const args = [paperTrail, '--transcript', 'asked.json']
    expect(await chat(room, args, { stdin: 'one\ntwo\n', env })).toMatchObject({ code: 0, out: 'Two lines.\n' })
    expect(readFileSync(file, 'utf8')).toContain(String.raw`"text": "one\ntwo"`)
  })

  test('has the servers of the state folder where none is named', async () => {
    const own = createRoom()
    try {
      const file = join(own.folder, 'state', 'servers.json')
      mkdirSync(join(own.folder, 'state'), { mode: 0o700 })
      const notes = { command: process.execPath, args: [hostile], trust: 'trusted' }
      writeFileSync(file, JSON.stringify({ mcpServers: { notes } }), { mode: 0o600 })
      const args = ['--model', own.script([[{ call: 'greet' }], ['Greeted.']]), '--prompt', 'Greet me']
      const { code, out, err } = await chat(own, args)
      expect(err).toMatch(/^· notes > greet\n {2}done, /)
      expect({ code, out }).toEqual({ code: 0, out: 'Greeted.\n' })
    } finally {
      own.remove()
    }
  })

  test('is one JSON object a line, on request', async () => {
    const model = room.script([[status], ['Shipped.']])
    const { out } = await chat(room, [paperTrail, '--model', model, '--prompt', 'Where?', '--json'])
    const events = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { kind: string })
    expect(events.map(({ kind }) => kind)).toEqual(
      'step call message call-begun call-ended message step text message end'.split(' '),
    )
    expect(events.at(-1)).toMatchObject({ end: { reason: 'answered', text: 'Shipped.', steps: 2 } })
  })

  test('that ends otherwise says why, and exits 1', async () => {
    const limited = [paperTrail, '--model', room.script([[status], [status]]), '--prompt', 'Where?', '--max-steps', '1']
    expect(await chat(room, limited)).toMatchObject({ code: 1, err: expect.stringContaining('limit') as unknown })
    const refused = room.script([[{ error: 'It answered 400: bad request.', status: 400 }]])
    const { code, out, err } = await chat(room, [paperTrail, '--model', refused, '--prompt', 'Where?'])
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err.split('\n')[0]).toBe('It answered 400: bad request.')
  })

  test('a model that is busy is asked again', async () => {
    const busy = { error: 'It answered 529: overloaded.', status: 529, isPassing: true, waitMs: 5 }
    const { code, out, err } = await chat(room, [
      paperTrail,
      '--model',
      room.script([[busy], ['Back.']]),
      '--prompt',
      'Hi',
    ])
    expect({ code, out }).toEqual({ code: 0, out: 'Back.\n' })
    expect(err).toMatch(/^It answered 529: overloaded\. Asked again in \d s\.\n/)
  })
})

describe('nobody is asked', () => {
  test('what the policy asks about is denied, what it allows runs, and the model is told', async () => {
    const calls = [
      refund,
      status,
      ...Array.from({ length: 6 }, (_, at) => ({ ...refund, arguments: { ...refund.arguments, reason: `r${at}` } })),
    ]
    const own = createRoom()
    try {
      const { code, err } = await chat(own, [
        paperTrail,
        '--model',
        own.script([calls, ['Denied.']]),
        '--prompt',
        'Refund it',
      ])
      expect(code).toBe(0)
      expect(err.match(/draft_refund denied: it needs a person, and nobody is asked here\./g)).toHaveLength(7)
      expect(err).toContain('order_status done')
      const [kept] = own.kept()
      expect(kept?.messages[2]?.answers?.map(({ isError }) => isError)).toEqual([true, false, ...Array(6).fill(true)])
    } finally {
      own.remove()
    }
  })
})

describe('what cannot be is said in a sentence, before a server starts', () => {
  test.each([
    ['no model', [paperTrail, '--prompt', 'Hi'], /^Which model\? Set VERBNOUN_MODEL or say --model/],
    ['no key', [paperTrail, '--model', 'openai:gpt-5.2', '--prompt', 'Hi'], /OPENAI_API_KEY/],
    ['an unknown provider', [paperTrail, '--model', 'opnai:x', '--prompt', 'Hi'], /^There is no provider "opnai"/],
    [
      'no script',
      [paperTrail, '--model', 'scripted:no.json', '--prompt', 'Hi'],
      /^The script no\.json cannot be read\.$/,
    ],
    ['no servers', ['--model', 'SCRIPT', '--prompt', 'Hi'], /^Whose tools\? .* verbnoun chat orders\.ts/],
    ['no source', ['no.ts', '--model', 'SCRIPT', '--prompt', 'Hi'], /^There is no file or folder no\.ts\.$/],
    ['all approved', [paperTrail, '--approve', 'all'], /^There is no --approve all: .* a rule in your policy\.yaml/],
    [
      'misspelt',
      [paperTrail, '--approve', 'read'],
      /^--approve is ask, reads or none, not "read"\. Did you mean reads\?$/,
    ],
    [
      'no person',
      [paperTrail, '--approve', 'ask', '--prompt', 'Hi'],
      /^--approve ask wants a person, and there is no terminal/,
    ],
    [
      'no steps',
      [paperTrail, '--max-steps', '1.5'],
      /^--max-steps wants a whole number from 1, such as 20, not "1\.5"\.$/,
    ],
    [
      'no folder',
      [paperTrail, '--model', 'SCRIPT', '--prompt', 'Hi', '--transcript', 'no/x.json'],
      /^There is no folder no /,
    ],
    [
      'a file that is there',
      [paperTrail, '--model', 'SCRIPT', '--prompt', 'Hi', '--transcript', 'script.json'],
      /^script\.json is there already/,
    ],
    [
      'no transcript',
      [paperTrail, '--model', 'SCRIPT', '--prompt', 'Hi', '--continue', 'script.json'],
      /^script\.json is no transcript/,
    ],
  ])('%s', async (_, args, says) => {
    const model = room.script([['Hi.']])
    const { code, out, err } = await chatHere(
      room,
      args.map((word) => (word === 'SCRIPT' ? model : word)),
    )
    expect(err).toEqual([expect.stringMatching(says)])
    expect({ code, out }).toEqual({ code: 2, out: [] })
  })

  test('no question', async () => {
    const { code, err } = await chat(room, [paperTrail, '--model', room.script([['Hi.']])], { stdin: ' \n' })
    expect(err).toBe('Stdin says nothing. Ask with --prompt TEXT, or talk at a terminal.\n')
    expect(code).toBe(2)
  })

  test('a person is wanted, and an agent may sit there', async () => {
    const args = [paperTrail, '--approve', 'ask', '--prompt', 'Hi']
    const { code, err } = await chat(room, args, { env: { AI_AGENT: '1' } })
    expect(err).toBe(
      '--approve ask wants a person, and AI_AGENT is the mark of an agent. Take --approve none or reads.\n',
    )
    expect(code).toBe(2)
  })

  test('a command that does not start', async () => {
    const { code, err } = await chat(room, [
      '--model',
      room.script([['Hi.']]),
      '--prompt',
      'Hi',
      '--',
      'no-such-program',
    ])
    expect(err).toContain('no-such-program: not connected: no-such-program: no such program or folder.')
    expect(code).toBe(2)
  })
})

describe('a server', () => {
  test('hides nothing in what it says, and what is for the model alone stays with it', async () => {
    const model = room.script([[{ call: 'odd' }], ['\u001B[31mred\u202E']])
    const { out, err } = await chat(room, ['--model', model, '--prompt', 'Hi', '--transcript', 'odd.json', ...odd])
    expect(out).toBe('\\u{1B}[31mred\\u{202E}\n')
    expect(err).toContain('  clear\\u{1B}[2Jed\n')
    expect(err).toContain('  image (image/png, 70 bytes) saved: odd-1.png\n')
    expect(err).toContain(String.raw`  link "li\u{202E}nk" x://y\u{7}`)
    expect(err).not.toContain('for the model alone')
    const kept = readFileSync(join(room.folder, 'odd.json'), 'utf8')
    expect(kept).toContain('for the model alone')
    expect(kept).not.toContain('clear')
    expect(readFileSync(join(room.folder, 'odd-1.png')).subarray(1, 4).toString()).toBe('PNG')
  })
})

describe('a conversation goes on', () => {
  test('from where it was, also with another model, and is kept there', async () => {
    const first = [paperTrail, '--model', room.script([[status], ['Shipped.']]), '--prompt', 'Where?']
    await chat(room, [...first, '--transcript', 'talk.json'])
    const model = room.script([['As I said.']], 'other.json')
    const { code, err } = await chat(room, [
      paperTrail,
      '--model',
      model,
      '--prompt',
      'And now?',
      '--continue',
      'talk.json',
    ])
    expect(code).toBe(0)
    expect(err).toContain('Kept in talk.json')
    const { messages, model: last } = JSON.parse(readFileSync(join(room.folder, 'talk.json'), 'utf8')) as {
      messages: { role: string }[]
      model: string
    }
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant', 'user', 'assistant'])
    expect(last).toBe(model)
  })
})
