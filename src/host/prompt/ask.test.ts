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
}

/** A person who presses these keys, one piece after the other, and what is on the screen then. */
async function press(request: Request, pieces: readonly string[], setting: Setting = {}): Promise<[Said, string]> {
  const left = [...pieces]
  let now = start
  let screen = ''
  const said = await askAtDesk(request, {
    scene,
    now: () => now,
    reconsider: setting.reconsider ?? ((args) => ({ ...request, arguments: args })),
    desk: {
      show: (lines, end) => void (screen += `${lines.map(({ text }) => text).join('\n')}${end === 'open' ? '' : '\n'}`),
      keys: () => ({
        async next(ms) {
          const piece = left.shift()
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
  test.each<[string, Request, string[], Said]>([
    ['Enter runs what changes nothing', read.request, ['\r'], { kind: 'allow' }],
    ['n does not run it', read.request, ['n'], { kind: 'deny' }],
    ['o allows once', write.request, ['o'], { kind: 'allow' }],
    ['Enter does nothing', write.request, ['\r', '\n', 'y', 'd'], { kind: 'deny' }],
    ['what is pasted is no key', write.request, ['oo', 'o\r', '\u001B[A', 'd'], { kind: 'deny' }],
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
    const [said, screen] = await press(write.request, ['e', 'yes\r'], { edited, reconsider: () => louder })
    expect(said).toEqual({ kind: 'allow', arguments: louder.arguments })
    expect(screen).toContain('3 ▲ HARD TO UNDO  Refund order PT-1042 · amount_cents 99999 (999.99)')
  })

  test('is told what is wrong with what was edited, and is asked about the call as it was', async () => {
    const setting = {
      edited: '{ "amount_cents": "x" }',
      reconsider: () => 'refund_order was not run:\n- amount_cents: got "x", want an integer',
    }
    const [said, screen] = await press(write.request, ['e', 'o'], setting)
    expect(said).toEqual({ kind: 'allow' })
    expect(screen).toContain('- amount_cents: got "x"')
    expect((await press(write.request, ['e', 'd'], { edited: 'no json' }))[1]).toContain('no JSON object')
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
