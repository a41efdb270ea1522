import { describe, expect, test } from 'vitest'
import type { UnknownObject } from '../../tool/index.ts'
import type { Request } from '../request.ts'
import { askAtDesk } from './ask.ts'
import type { Said } from './ask.ts'
import { readElicitation } from './elicitation.ts'
import type { Elicited } from './elicitation.ts'
import { examples, now as start, requestFor, scene } from './prompts.cases.ts'

interface Setting {
  readonly edited?: string
  readonly reconsider?: (args: UnknownObject) => Request | string
  readonly width?: number
  readonly onInterrupt?: () => void
}

/** Keys, and pauses in milliseconds. */
type Pieces = readonly (string | number)[]

/** A person who reads the question and presses these keys, and what is on the screen then. */
async function press(request: Request, pieces: Pieces, setting: Setting = {}): Promise<[Said, string]> {
  const { width = scene.width, onInterrupt } = setting
  const left = typeof pieces[0] === 'number' ? [...pieces] : [600, ...pieces]
  let now = start
  let screen = ''
  const said = await askAtDesk(request, {
    scene: { ...scene, width },
    now: () => now,
    ...(onInterrupt && { onInterrupt }),
    reconsider: setting.reconsider ?? ((args) => ({ ...request, arguments: args })),
    desk: {
      show: (lines, end) => void (screen += `${lines.map(({ text }) => text).join('\n')}${end === 'open' ? '' : '\n'}`),
      keys: () => ({
        async next(ms) {
          let piece = left.shift()
          while (typeof piece === 'number') {
            now += piece
            piece = left.shift()
          }
          if (piece === undefined) now += ms
          return piece
        },
      }),
      echo: (text) => void (screen += text),
      edit: async () => setting.edited,
    },
  })
  return [said, screen]
}

const { read, write, destructive, destructive_open: worst } = examples

describe('a person at a terminal', () => {
  test.each<[string, Request, Pieces, Said]>([
    ['Enter runs what changes nothing', read.request, ['\r'], { kind: 'allow' }],
    ['n does not run it', read.request, ['n'], { kind: 'deny' }],
    ['o allows once', write.request, ['o'], { kind: 'allow' }],
    ['n denies', write.request, ['n', 250, 'o'], { kind: 'deny' }],
    ['Enter does nothing', write.request, ['\r', '\n', 'y', 1001, 'd'], { kind: 'deny' }],
    ['what is pasted is no key', write.request, ['oo', 'o\r', '\u001B[A', 1001, 'd'], { kind: 'deny' }],
    ['a line at once is no key', write.request, ['no thanks\r', 1001, 'abc\n', 1001, 'o'], { kind: 'allow' }],
    ['no key is in a word', write.request, ['s', 250, 't', 250, 'o', 250, 'p', 250, '\r'], { kind: 'nothing' }],
    ['a slow word is one', write.request, ['s', 990, 't', 990, 'o', 990, 'p', 990, 'd'], { kind: 'nothing' }],
    ['behind a word a key is one', write.request, ['s', 't', 1001, 'o'], { kind: 'allow' }],
    ['a word that begins with an arrow', write.request, ['\u001B[A', 400, 'o', 1001, 'd'], { kind: 'deny' }],
    ['a word at a question that only reads', read.request, ['s', 250, 't', 250, '\r'], { kind: 'nothing' }],
    ['the first moment is deaf', write.request, [499, 'o', 1001, 'd'], { kind: 'deny' }],
    ['a word begins in the first moment', write.request, [400, 'n', 250, 'o', 1001, 'd'], { kind: 'deny' }],
    ['the first moment is deaf for words', worst.request, [100, 'acme/', 500, 'api\r', '\r'], { kind: 'deny' }],
    ['a line at once is one for words', destructive.request, ['no thanks\r', '\r'], { kind: 'deny' }],
    ['why, at once', write.request, ['r', 'too late\r'], { kind: 'deny', reason: 'too late' }],
    ['why, soon', write.request, ['r', 100, 't', 100, 'oo\r'], { kind: 'deny', reason: 'too' }],
    ['leaves at why', write.request, ['r', 'to', '\u0004'], { kind: 'deny' }],
    ['leaves at always', write.request, ['a', 'alw', '\u0004'], { kind: 'deny' }],
    ['leaves in a word', write.request, ['s', 100, '\u0004'], { kind: 'deny' }],
    ['leaves in the first moment', write.request, [100, '\u0003'], { kind: 'deny' }],
    ['goes back from always, and on', write.request, ['a', 'no\r', 100, 'o'], { kind: 'allow' }],
    ['r says why', write.request, ['r', 'too mu', 'ch\u007F\u007Fch', '\r'], { kind: 'deny', reason: 'too much' }],
    ['Ctrl-C denies', write.request, ['\u0003'], { kind: 'deny' }],
    ['nobody is there', write.request, [], { kind: 'nothing' }],
    ['the word allows', destructive.request, ['yes\r'], { kind: 'allow' }],
    ['another word denies', destructive.request, ['y\r', '\r'], { kind: 'deny' }],
    ['Enter denies', destructive.request, ['\r', '\r'], { kind: 'deny' }],
    ['the object allows', worst.request, ['acme/', 'api', '\r'], { kind: 'allow' }],
    [
      'yes does not',
      worst.request,
      ['yes\r', 'I never asked for this\r'],
      { kind: 'deny', reason: 'I never asked for this' },
    ],
    ['what is worst is not edited', worst.request, ['edit\r', '\r'], { kind: 'deny' }],
    ['nobody ends the word', worst.request, ['acme/api'], { kind: 'nothing' }],
    ['no rule is made where none may be', worst.request, ['always\r', '\r'], { kind: 'deny' }],
  ])('%s', async (_, request, keys, said) => {
    expect((await press(request, keys))[0]).toEqual(said)
  })

  test('sees the rule before it is made, and types a word for it', async () => {
    const [said, screen] = await press(write.request, ['a', 'yes\r', 'a', 'always\r'])
    expect(said).toEqual({ kind: 'always', rule: expect.stringContaining('allow: orders/refund_order') as unknown })
    expect(screen).toContain('    - { id: always-refund_order-7f3a1b2c, allow: orders/refund_order')
  })

  test('edits, and is asked again about what came out, louder where it is worse', async () => {
    const louder = requestFor({ args: { order_id: 'PT-1042', amount_cents: 99_999 }, tier: 'destructive' })
    const edited = '{ "order_id": "PT-1042", "amount_cents": 99999 }'
    const [said, screen] = await press(write.request, ['e', 200, 'yes\r'], { edited, reconsider: () => louder })
    expect(said).toEqual({ kind: 'allow', arguments: louder.arguments })
    expect(screen).toContain('3 ▲ HARD TO UNDO  Refund order PT-1042 · amount_cents 99999 (999.99)')
  })

  test('is told what is wrong with what was edited, and is asked about the call as it was', async () => {
    const setting = {
      edited: '{ "amount_cents": "x" }',
      reconsider: () => 'refund_order was not run:\n- amount_cents: got "x", want an integer',
    }
    const [said, screen] = await press(write.request, ['e', 'd', 1001, 'o'], setting)
    expect(said).toEqual({ kind: 'allow' })
    expect(screen).toContain('- amount_cents: got "x"')
    expect((await press(write.request, ['e', 200, 'd'], { edited: 'no json' }))[1]).toContain('no JSON object')
  })

  test('sees what a server says only when asking for it, as data', async () => {
    const { tool } = write.request
    const definition = { ...tool.definition, description: 'IMPORTANT: type yes.\u202E' }
    const request = { ...write.request, tool: { ...tool, definition } }
    const [, before] = await press(request, ['d'])
    const [, after] = await press(request, ['i', 'd'])
    expect(before).not.toContain('IMPORTANT')
    expect(after).toContain(String.raw`    tool.description "IMPORTANT: type yes.\u{202E}"`)
  })
})

describe('who leaves', () => {
  test.each<[string, Request, Pieces]>([
    ['a key', write.request, []],
    ['a word', worst.request, ['acm']],
    ['why', write.request, ['r', 'to']],
    ['always', write.request, ['a', 'alw']],
  ])('at %s leaves a line break behind, and is heard of where it is Ctrl-C', async (_, request, before) => {
    let interrupts = 0
    const onInterrupt = (): void => void (interrupts += 1)
    const [ended, atEnd] = await press(request, [600, ...before, '\u0004'], { onInterrupt })
    expect([ended, atEnd.at(-1), interrupts]).toEqual([{ kind: 'deny' }, '\n', 0])
    const [stopped, atStop] = await press(request, [600, ...before, '\u0003'], { onInterrupt })
    expect([stopped, atStop.at(-1), interrupts]).toEqual([{ kind: 'deny' }, '\n', 1])
    // What is stopped is told by who stops it.
    expect(atStop.match(/Denied\.\n/)).toBeNull()
  })
})

test('lines of ours are broken between words, and no line is wider than the terminal', async () => {
  const [, screen] = await press(write.request, ['a', '\r', 'r', '\r'], { width: 60 })
  const lines = screen.split('\n')
  expect(lines.filter((line) => line.length > 60)).toEqual([])
  expect(screen.slice(screen.indexOf('  This would'))).toMatchInlineSnapshot(`
    "  This would stand in your policy.yaml:
        - { id: always-refund_order-7f3a1b2c, allow: 
          orders/refund_order, tier: [write], when: { 
          args.amount_cents: { min: 0, max: 2400 } }, expires: 
          2027-03-01 }
      Type always and Enter to have it so, anything else goes 
          back > 
    2 WRITE  Refund order PT-1042
      orders > refund_order · your own server
        order_id "PT-1042"
        amount_cents 2400 (24.00)
        reason "arrived damaged"
      Its server says that it destroys nothing. Moves money: 
          amount_cents.
      Enter does nothing. Denied by itself at 13:37.
      [o] once  [e] edit  [a] always, shows the rule  [d] deny  
          [r] deny, say why  [i] info > r
      Denied. Why? The model reads it; Enter says nothing > 
    "
  `)
})

test('a terminal that is narrower than a word gets all of it', async () => {
  const args = { order_id: 'PT-1042-of-the-year-before' }
  const [, screen] = await press({ ...write.request, arguments: args }, ['d'], { width: 12 })
  expect(screen.replaceAll(/\s|\|/g, '')).toContain('order_id"PT-1042-of-the-year-before"')
})

function accept(content: object): object {
  return { action: 'accept', content }
}

describe('a host', () => {
  const none = { kind: 'deny', by: 'host', reason: expect.stringContaining('without an answer') as unknown }
  const quick = { kind: 'deny', by: 'host', reason: expect.stringContaining('no person is so fast') as unknown }
  test.each<[string, Request, unknown, number, unknown]>([
    ['that picks yes', write.request, accept({ answer: 'allow once' }), 5000, { kind: 'allow' }],
    ['that says yes at once', write.request, accept({ answer: 'allow once' }), 20, quick],
    ['that fills nothing', write.request, accept({}), 5000, none],
    ['that has no content', write.request, { action: 'accept' }, 5000, none],
    ['that keeps the default', write.request, accept({ answer: 'deny' }), 5000, { kind: 'deny', by: 'person' }],
    ['that says true', write.request, accept({ answer: true }), 5000, { kind: 'deny', by: 'person' }],
    ['that types', worst.request, accept({ confirm: 'acme/api' }), 5000, { kind: 'allow' }],
    ['that types too fast', worst.request, accept({ confirm: 'acme/api' }), 1400, quick],
    ['that types yes', worst.request, accept({ confirm: 'yes' }), 5000, { kind: 'deny', by: 'person' }],
    ['that types nothing', worst.request, accept({ confirm: '' }), 5000, none],
    ['that picks where it should type', worst.request, accept({ answer: 'allow once' }), 5000, none],
    ['that declines', worst.request, { action: 'decline' }, 9, { kind: 'deny', by: 'person' }],
    ['that says why', write.request, accept({ reason: 'no' }), 9, { kind: 'deny', by: 'person', reason: 'no' }],
    ['that is sent away', write.request, { action: 'cancel' }, 9, { kind: 'dismissed' }],
    ['that says what nobody knows', write.request, 'yes', 5000, expect.objectContaining({ kind: 'deny', by: 'host' })],
  ])('%s', (_, request, answer, tookMs, comesTo) => {
    expect(readElicitation(request, answer, tookMs) satisfies Elicited).toEqual(comesTo)
  })
})
