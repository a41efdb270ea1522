import { chmodSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createShop } from '../drafts/shop.ts'
import { elapsed, onTerminal, takeTerminals, type Terminal } from '../drafts/terminal.ts'
import { type Room, chat, createRoom, hostile, paperTrail, refund, status } from './kit.ts'

let room: Room
beforeEach(() => {
  room = createRoom()
})
afterEach(() => {
  takeTerminals()
  room.remove()
})

interface TalkOptions {
  readonly args?: readonly string[]
  readonly target?: readonly string[]
  readonly env?: Record<string, string>
  readonly columns?: number
}

function talk(
  answers: unknown,
  { args = [], target = [paperTrail], env = {}, columns = 80 }: TalkOptions = {},
): Terminal {
  const command = ['chat', '--model', room.script(answers), ...args, ...target]
  return onTerminal(command, { cwd: room.folder, env: { ...room.env, ...env }, columns })
}

/** Says something at the prompt. */
async function say(terminal: Terminal, text: string): Promise<void> {
  await terminal.says('\n> ')
  terminal.press(`${text}\r`)
}

async function press(terminal: Terminal, key: string): Promise<void> {
  await elapsed(700)
  terminal.press(key)
}

/** Without what moves the cursor and paints. */
function plain(said: string): string {
  return said.replaceAll(/\u001B\[[\d;?]*[A-Za-z]/g, '').replaceAll('\r', '') // oxlint-disable-line no-control-regex
}

describe('a person who talks', () => {
  test('allows a call in place, and nothing comes between the dialog and the words of the model', async () => {
    const terminal = talk([
      [status, 'I draft it. ', refund],
      ['The draft ', 'waits.'],
    ])
    await say(terminal, 'Refund it')
    await terminal.says('2 WRITE  Draft refund PT-1042')
    await terminal.says('[i] info')
    await press(terminal, 'o')
    await terminal.says('A draft waits for you: verbnoun review')
    await terminal.says('The draft waits.')
    await say(terminal, '/quit')
    const { code, said } = await terminal.end()
    expect(code).toBe(0)
    expect(plain(said)).toMatch(/\[i\] info > o\n(?: {2}\S.*\n)+The draft waits\.\n\n> /)
    expect(room.kept()[0]?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant'])
  })

  test('denies one and says why: the model hears of it, nothing is done', async () => {
    const terminal = talk([[refund], ['As you like.']])
    await say(terminal, 'Refund it')
    await terminal.says('[i] info')
    await press(terminal, 'r')
    await terminal.says('Enter says nothing > ')
    await terminal.type('not yet paid')
    await terminal.says('As you like.')
    await say(terminal, '/audit')
    await terminal.says('answered deny')
    await say(terminal, '/quit')
    const { said } = await terminal.end()
    expect(plain(said)).toContain('denied: the user said no: not yet paid.')
    expect(said).not.toContain('begun')
    expect(JSON.stringify(room.kept()[0]?.messages[2])).toContain('not yet paid')
  })

  test('makes a rule of a yes, and is not asked the next time', async () => {
    const again = { ...refund, arguments: { order_id: 'PT-1040', reason: 'late' } }
    const terminal = talk([[refund], ['One.'], [again], ['Two.']])
    await say(terminal, 'Refund it')
    await terminal.says('[i] info')
    await press(terminal, 'a')
    await terminal.says('anything else goes back > ')
    await terminal.type('always')
    await terminal.says('The rule is in your policy.yaml.')
    await terminal.says('One.')
    await say(terminal, 'And the other')
    await terminal.says('Two.')
    await say(terminal, '/quit')
    await terminal.end()
    expect(readFileSync(join(room.folder, 'state', 'policy.yaml'), 'utf8')).toContain('allow: paper-trail/draft_refund')
  })

  test('is not asked for a yes that is worth too little: the model is told whose it takes', async () => {
    mkdirSync(join(room.folder, 'state'), { mode: 0o700 })
    for (const name of ['policy.yaml', 'policy.accepted.yaml'])
      chmodSync(room.write(`state/${name}`, 'version: 1\nassurance: { write: present }\n'), 0o600)
    const terminal = talk([[refund], ['I tell you.']])
    await say(terminal, 'Refund it')
    await terminal.says('I tell you.')
    await say(terminal, '/quit')
    const said = plain((await terminal.end()).said).replaceAll(/\s+/g, ' ')
    expect(said).toContain("denied: the user's policy wants a yes to it from another user or machine")
    expect(said).not.toContain('[o] once')
  })

  test('answers what a server asks in the middle of a call', async () => {
    const shop = createShop()
    try {
      const target = [join(shop.folder, 'shop.ts')]
      const terminal = talk([[{ call: 'refund_order', arguments: { order_id: 'PT-1042' } }], ['It is.']], { target })
      await say(terminal, 'Refund it')
      await terminal.says('anything else denies > ')
      await terminal.type('PT-1042')
      await terminal.says('Server "shop" asks this. It is not an approval.')
      await terminal.says('Refund PT-1042?')
      await terminal.says('leaves it open > ')
      expect(shop.refunds()).toEqual([])
      await terminal.type('yes')
      await terminal.says('It is.')
      await say(terminal, '/quit')
      await terminal.end()
      expect(shop.refunds()).toEqual(['PT-1042'])
    } finally {
      shop.remove()
    }
  })

  test('stops an answer with Ctrl-C, goes on, and leaves with it at the prompt', async () => {
    const terminal = talk([['I think ', { wait: 60_000 }, 'never'], ['Here again.']])
    await say(terminal, 'One')
    await terminal.says('I think')
    terminal.press('\u0003')
    await terminal.says('Stopped.')
    await say(terminal, 'Two')
    await terminal.says('Here again.')
    await terminal.says('\n> ')
    terminal.press('half of a line\u0003')
    await terminal.says('> ')
    terminal.press('\u0003')
    const { code, said } = await terminal.end()
    expect(code).toBe(0)
    expect(said).not.toContain('never')
    expect(room.kept()[0]?.messages.map(({ parts }) => parts?.map(({ text }) => text?.trim()))).toEqual([
      ['One'],
      ['I think'],
      ['Two'],
      ['Here again.'],
    ])
  })

  test.each([
    ['the question', []],
    ['why', ['r']],
    ['the rule', ['a']],
  ])('stops the turn with Ctrl-C at %s: the call is cancelled, the model is not asked', async (_, keys) => {
    const terminal = talk([[refund], ['Asked again.']])
    await say(terminal, 'Refund it')
    await terminal.says('[i] info')
    for (const key of keys) await press(terminal, key)
    await press(terminal, '\u0003')
    await terminal.says('Stopped.')
    await say(terminal, '/audit')
    await terminal.says('withdrawn before there was an answer')
    expect(room.kept()[0]?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool'])
    expect(JSON.stringify(room.kept()[0]?.messages[2])).toContain('it was cancelled before.')
    await say(terminal, 'Two')
    await terminal.says('Asked again.')
    await say(terminal, '/quit')
    const { code, said } = await terminal.end()
    expect(code).toBe(0)
    expect(plain(said)).toMatch(/ > [ra]?\n {2}(?:denied: it was cancelled|Denied\. Why|This would)/)
    expect(said).not.toContain('the user said no')
  })

  test('types a line at once at a question: nothing comes of it, and the prompt works behind it', async () => {
    const terminal = talk([[refund], ['As you like.'], ['More.']])
    await say(terminal, 'Refund it')
    await terminal.says('[i] info')
    for (const line of ['no thanks\r', 'abc\n']) await press(terminal, line)
    await elapsed(1200)
    terminal.press('\u0004')
    await terminal.says('Denied.')
    await terminal.says('the user said no.')
    await say(terminal, 'Go on')
    await terminal.says('More.')
    await say(terminal, '/quit')
    expect((await terminal.end()).code).toBe(0)
  })

  test('leaves with a second Ctrl-C, whatever a tool does', async () => {
    const slow = ['--', process.execPath, hostile, 'slow']
    const terminal = talk([[{ call: 'greet' }], ['Never.']], { target: slow })
    await say(terminal, 'Greet me')
    await terminal.says('> greet')
    await press(terminal, '\u0003')
    await terminal.says('Stopped.')
    await press(terminal, '\u0003')
    expect((await terminal.end()).code).toBe(0)
    expect(room.kept()[0]?.messages.at(-1)?.role).toBe('tool')
  })

  test('pastes many lines as one message, and leaves with Ctrl-D', async () => {
    const terminal = talk([['Read.']], { env: { TERM: 'xterm' } })
    await terminal.says('> ')
    terminal.press('\u001B[200~one\rtwo\u0003\rthree\u001B[201~')
    await press(terminal, '\r')
    await terminal.says('Read.')
    await press(terminal, '\u0004')
    expect((await terminal.end()).code).toBe(0)
    expect(room.kept()[0]?.messages[0]?.parts).toEqual([{ kind: 'text', text: 'one\ntwo\nthree' }])
  })

  test('takes back what failed, and asks again with the up arrow', async () => {
    const terminal = talk([[{ error: 'It answered 400: no.', status: 400 }], ['Now it does.']], {
      env: { TERM: 'xterm' },
    })
    await terminal.says('> ')
    terminal.press('Hello\r')
    await terminal.says('It answered 400: no.')
    await terminal.says('The up arrow brings it back.')
    await press(terminal, '\u001B[A\r')
    await terminal.says('Now it does.')
    await press(terminal, '\u0004')
    await terminal.end()
    expect(room.kept()[0]?.messages).toHaveLength(2)
  })

  test('is told of a model that repeats itself, and of one that breaks off, and goes on', async () => {
    const same = Array.from({ length: 5 }, () => [status])
    const terminal = talk([...same, ['Half ', { end: 'cut' }], ['Whole.']])
    await say(terminal, 'One')
    await terminal.says('the same call 5 times in a row')
    await say(terminal, 'Two')
    await terminal.says('broke off')
    await say(terminal, 'Three')
    await terminal.says('Whole.')
    await say(terminal, '/quit')
    expect((await terminal.end()).code).toBe(0)
  })

  test('who may be an agent is not asked', async () => {
    const terminal = talk([[refund], ['No.']], { env: { CLAUDECODE: '1' } })
    await terminal.says('CLAUDECODE is the mark of an agent: nobody is asked')
    await say(terminal, 'Refund it')
    await terminal.says('denied: it needs a person')
    await say(terminal, '/quit')
    expect((await terminal.end()).said).not.toContain('2 WRITE')
  })
})

describe('commands', () => {
  test('show the tools and the record, save, and say what is near', async () => {
    const terminal = talk([[status], ['Shipped.']])
    await say(terminal, '/toosl')
    await terminal.says('There is no /toosl. Did you mean /tools?')
    await say(terminal, '/save x.json')
    await terminal.says('There is nothing to save yet.')
    await say(terminal, '/tools')
    await terminal.says('paper-trail (your own): 5 tools')
    await terminal.says('draft_refund   write')
    await say(terminal, '/etc/passwd is a path, not a command')
    await terminal.says('Shipped.')
    await say(terminal, '/result')
    await terminal.says('"carrier": "Indigo Post"')
    await say(terminal, '/result 2')
    await terminal.says('There is none so far back: /result 1 is the first.')
    await say(terminal, '/audit')
    await terminal.says('ran      paper-trail > order_status order_id "PT-1042": result')
    await say(terminal, '/save x.json')
    await terminal.says('Saved in x.json.')
    await say(terminal, '/save x.json')
    await terminal.says('x.json is there already. Name another.')
    await say(terminal, '/save no/x.json')
    await terminal.says('It could not be saved in no/x.json')
    await say(terminal, '/help')
    await terminal.says('/quit')
    await say(terminal, '/quit')
    expect((await terminal.end()).code).toBe(0)
    expect(JSON.parse(readFileSync(join(room.folder, 'x.json'), 'utf8'))).toEqual(room.kept()[0])
  })
})

describe('a config of a project', () => {
  test('is shown before anything of it starts, and is accepted in place', async () => {
    const server = { command: process.execPath, args: [hostile], trust: 'trusted' }
    const config = room.write('project.json', JSON.stringify({ mcpServers: { project: server } }))
    const terminal = talk([[{ call: 'greet' }], ['Greeted.']], { target: [], args: ['--config', config] })
    await terminal.says('anything else does not > ')
    await terminal.type('accept')
    await say(terminal, 'Greet me')
    await terminal.says('Greeted.')
    await say(terminal, '/quit')
    expect((await terminal.end()).code).toBe(0)
  })
})

/** Lists a tool that asks only to clients that can be asked. */
const attentive = `
let tools = [{ name: 'greet', inputSchema: { type: 'object' } }]
const answers = {
  initialize({ capabilities, protocolVersion }) {
    if (capabilities.elicitation) tools = [...tools, { name: 'ask_name', inputSchema: { type: 'object' } }]
    return { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'attentive', version: '1' } }
  },
  'tools/list': () => ({ tools }),
}
const answer = ({ id, method, params }) => ({
  jsonrpc: '2.0',
  id,
  ...(answers[method] ? { result: answers[method](params) } : { error: { code: -32601, message: method } }),
})
for await (const line of (await import('node:readline')).createInterface(process.stdin)) {
  const message = JSON.parse(line)
  if (message.id !== undefined) console.log(JSON.stringify(answer(message)))
}`

describe('a server that lists otherwise for who cannot be asked', () => {
  test('has not changed when it is met first in a pipe and then at a terminal', async () => {
    const command = ['--', process.execPath, room.write('attentive.mjs', attentive)]
    const first = await chat(room, ['--model', room.script([['Hello.']]), '--prompt', 'Hello', ...command])
    expect(first).toMatchObject({ code: 0, out: 'Hello.\n' })
    const terminal = talk([['Hello.']], { target: command })
    await say(terminal, '/tools')
    await terminal.says('ask_name')
    await say(terminal, '/quit')
    expect((await terminal.end()).said).not.toContain('changed')
  })
})

const commands = [
  ['/tools', 'search_orders'],
  ['/audit', 'answered deny'],
  ['/help', 'as Ctrl-D'],
  ['/nothing', '/help says which'],
] as const

describe('a terminal of 60 columns', () => {
  test.each(['dumb', 'xterm'])('has no line that is wider, and is broken between words (%s)', async (TERM) => {
    const long = `${'The parcel has left and is on its way to you. '.repeat(4)}${'x'.repeat(90)} ${'漢字'.repeat(40)}\n`
    const terminal = talk([[long, status, refund], ['Done.']], { columns: 60, env: { TERM, NO_COLOR: '1' } })
    await terminal.says('> ')
    terminal.press('Refund it\r')
    await terminal.says('[i] info')
    await press(terminal, 'd')
    await terminal.says('Done.')
    for (const [command, says] of commands) {
      await press(terminal, `${command}\r`)
      await terminal.says(says)
    }
    await press(terminal, '/quit\r')
    const { said } = await terminal.end()
    const lines = plain(said).split('\n')
    expect(lines.filter((line) => line.replaceAll(/[漢字]/g, 'xx').length > 60)).toEqual([])
    expect(lines).toContain('The parcel has left and is on its way to you. The parcel has')
    expect(said.includes('\u001B')).toBe(TERM !== 'dumb')
  })
})

test('pictures are shown where the terminal can, and nothing is saved', async () => {
  const chart = { call: 'chart_sales', arguments: { month: '2026-11' } }
  const terminal = talk([[chart], ['See.']], { env: { TERM: 'xterm', TERM_PROGRAM: 'WezTerm' } })
  await terminal.says('> ')
  terminal.press('Chart it\r')
  await terminal.says('\u001B]1337;File=inline=1;size=')
  await terminal.says('See.')
  await press(terminal, '\u0004')
  await terminal.end()
  expect(readdirSync(join(room.folder, 'state', 'chats')).filter((name) => name.endsWith('.png'))).toEqual([])
})
