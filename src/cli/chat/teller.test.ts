import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { ModelError } from '../../host/index.ts'
import type { LoopEnd, LoopEvent, ModelCall } from '../../host/index.ts'
import type { ContentBlock, UnknownObject } from '../../tool/index.ts'
import { drawingFor } from './pictures.ts'
import { filesBeside } from './saved-files.ts'
import { createScreen } from './screen.ts'
import { createTeller, jsonTeller } from './teller.ts'

const folder = mkdtempSync(join(tmpdir(), 'verbnoun-chat-'))
afterAll(() => rmSync(folder, { recursive: true }))

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

interface Where {
  /** Undefined: a pipe. */
  readonly columns?: number
  readonly env?: Record<string, string>
}

/** What stands on both streams, and what on stdout alone. */
function told(events: readonly LoopEvent[], { columns, env = {} }: Where = {}): { all: string; out: string } {
  let all = ''
  let out = ''
  let time = 0
  const screen = createScreen({
    out: (text) => ((all += text), (out += text)),
    err: (text) => (all += text),
    outColumns: () => columns,
    errColumns: () => columns,
    hasColour: false,
  })
  const tell = createTeller({
    screen,
    model: 'scripted',
    placeOf: ({ name }) => {
      const [server = '', tool] = name.split('__')
      return tool === undefined ? undefined : { server, tool }
    },
    sourceOf: (server) => (server === 'orders' ? 'shop/orders.ts' : undefined),
    now: () => (time += 240),
    draw: drawingFor(env),
    save: filesBeside(join(folder, 'chat.json')),
    pathText: (path) => path.slice(folder.length + 1),
  })
  for (const event of events) tell(event)
  return { all, out }
}

function call(id: string, name: string, args: UnknownObject = {}): ModelCall {
  return { id, name, arguments: args }
}

function ran(of: ModelCall, content: readonly ContentBlock[], isError = false): LoopEvent[] {
  const answer = { id: of.id, name: of.name, isError, parts: [] }
  return [
    { kind: 'call-begun', call: of },
    { kind: 'call-ended', call: of, result: { content, isError }, answer },
  ]
}

function denied(of: ModelCall, text: string): LoopEvent {
  return {
    kind: 'call-denied',
    call: of,
    answer: { id: of.id, name: of.name, isError: true, parts: [{ kind: 'text', text }] },
  }
}

function ended(end: Partial<LoopEnd>): LoopEvent {
  const whole = { reason: 'answered', note: undefined, error: undefined, text: '', messages: [], steps: 1 } as const
  return { kind: 'end', end: { ...whole, usage: { input: 1, output: 2 }, ...end } }
}

const say = (text: string): LoopEvent => ({ kind: 'text', text })
const refund = call('1', 'orders__refund_order', {
  order_id: 'PT-1042',
  amount_cents: 2400,
  reason: 'It arrived damaged.',
})
const status = call('2', 'orders__order_status', { order_id: 'PT-9999' })

describe('what a person sees', () => {
  test('is the words of the model, and a line for each call and for what became of it', () => {
    const { all, out } = told(
      [
        say('I refund'),
        say(' it, and look at the other one, as you asked me to.'),
        { kind: 'call', call: refund },
        ...ran(refund, [{ type: 'text', text: 'ok' }]),
        { kind: 'call', call: status },
        ...ran(status, [{ type: 'text', text: 'no such order: PT-9999\nIds look like PT-1042.' }], true),
        say('Done.'),
        ended({}),
      ],
      { columns: 40 },
    )
    expect(all).toMatchInlineSnapshot(`
      "I refund it, and look at the other one,
      as you asked me to.
      · orders > refund_order order_id "PT-10…
        done, 0.2 s
      · orders > order_status order_id "PT-99…
        failed: no such order: PT-9999 Ids
        look like PT-1042.
      Done.
      "
    `)
    expect(out).toBe('I refund it, and look at the other one,\nas you asked me to.\nDone.\n')
  })

  test('says whose an outcome is, where calls run side by side', () => {
    const { all } = told([
      { kind: 'call', call: refund },
      { kind: 'call', call: status },
      denied(refund, 'refund_order was not run: the user said no.'),
      ...ran(status, []),
      ended({}),
    ])
    expect(all).toMatchInlineSnapshot(`
      "· orders > refund_order order_id "PT-1042" amount_cents 2400 reason "It arrived damaged."
      · orders > order_status order_id "PT-9999"
        orders > refund_order denied: the user said no.
        orders > order_status done, 0.2 s
      "
    `)
  })

  test('hides nothing, whoever wrote it', () => {
    const odd = call('3', 'no\u001B[2Jsuch', { '\u202Ea b': 'x\u0007\ny' })
    const { all } = told([
      { kind: 'call', call: odd },
      denied(odd, 'There is no tool \u001B]0;x\u0007.'),
      say('\u001B[31mred\r\u009B'),
      ended({ reason: 'failed', note: 'The provider said \u001B[1m.' }),
    ])
    expect(all).not.toMatch(/[\p{Cc}\p{Cf}](?<!\n)/u)
    expect(all).toContain(String.raw`· no\u{1B}[2Jsuch "\u{202E}a b" "x\u{7}⏎y"`)
  })

  test('says why it ended otherwise', () => {
    expect(told([say('Half'), ended({ reason: 'cancelled' })]).all).toBe('Half\nStopped.\n')
    expect(told([ended({ reason: 'steps', note: 'It was asked 3 times.' })]).all).toBe('It was asked 3 times.\n')
  })
})

function link(uri: string): ContentBlock {
  return { type: 'resource_link', uri, name: 'it' }
}

describe('what a tool has given', () => {
  const everything: readonly ContentBlock[] = [
    { type: 'text', text: 'for both' },
    { type: 'text', text: 'for the model', annotations: { audience: ['assistant'] } },
    { type: 'text', text: 'for you\nalone\u001B', annotations: { audience: ['user'] } },
    { type: 'image', data: png, mimeType: 'image/png' },
    { type: 'image', data: png, mimeType: 'image/png', annotations: { audience: ['assistant'] } },
    { type: 'audio', data: 'AAAA', mimeType: '../../etc/passwd' },
    { type: 'resource', resource: { uri: 'file:///a.pdf', blob: 'JVBERg==', mimeType: 'application/pdf' } },
    { type: 'resource', resource: { uri: 'file:///a.txt', text: 'for both' } },
    { type: 'resource', resource: { uri: 'file:///b.txt', text: 'for you' }, annotations: { audience: ['user'] } },
    { type: 'resource_link', uri: 'shop://receipts/1', name: 'receipt' },
  ]

  test('is shown, saved or listed, as far as it is for a person', () => {
    const { all, out } = told([{ kind: 'call', call: status }, ...ran(status, everything), ended({})], { columns: 60 })
    expect(all).toMatchInlineSnapshot(`
      "· orders > order_status order_id "PT-9999"
        done, 0.2 s
        for you
        alone\\u{1B}
        image (image/png, 70 bytes) saved: chat-1.png
        audio (../../etc/passwd, 3 bytes) saved: chat-2.bin
        file:///a.pdf (application/pdf, 4 bytes) saved: chat-3.pdf
        holds file:///a.txt, 8 bytes
        holds file:///b.txt, 7 bytes
        for you
        link receipt shop://receipts/1
      "
    `)
    expect(out).toBe('')
    expect(readFileSync(join(folder, 'chat-1.png')).toString('base64')).toBe(png)
  })

  test('is a draft that waits, where it is one: the person is told how to see it', () => {
    const { all } = told([...ran(status, [link('draft://email/7'), link('shop://receipts/1')]), ...ran(refund, [])])
    expect(all.match(/A draft waits for you: verbnoun review\n/g)).toHaveLength(1)
    const ofSource = told([{ kind: 'call', call: status }, ...ran(status, [link('draft://email/7')])])
    expect(ofSource.all).toContain('  A draft waits for you: verbnoun review shop/orders.ts\n')
    expect(told(ran(status, [link('shop://draft://1')])).all).not.toContain('A draft waits')
  })

  test('is a picture where the terminal takes them, and replaces no file where it does not', () => {
    const picture = everything.slice(3, 4)
    const env = { TERM_PROGRAM: 'WezTerm' }
    expect(told([...ran(status, picture), ended({})], { columns: 60, env }).out).toBe(
      `\u001B]1337;File=inline=1;size=70:${png}\u0007\n`,
    )
    expect(told([...ran(status, picture), ended({})]).all).toContain('saved: chat-2.png')
  })
})

test('a program reads one JSON object a line, and at the end no message twice', () => {
  const lines: string[] = []
  const tell = jsonTeller((line) => lines.push(line))
  tell(say('a\u001B\nb\u009B\u202E\u{E0041}'))
  tell(ended({ reason: 'failed', note: 'No.', error: new ModelError('No.', { status: 400 }), messages: [] }))
  expect(lines[0]).toBe(String.raw`{"kind":"text","text":"a\u001b\nb\u009b\u202e\udb40\udc41"}`)
  expect(lines.map((line): unknown => JSON.parse(line))).toEqual([
    { kind: 'text', text: 'a\u001B\nb\u009B\u202E\u{E0041}' },
    {
      kind: 'end',
      end: {
        reason: 'failed',
        note: 'No.',
        error: { message: 'No.', status: 400 },
        text: '',
        usage: { input: 1, output: 2 },
        steps: 1,
      },
    },
  ])
})
