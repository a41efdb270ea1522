import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { createAudit, createShelf, createToolbox, scriptedModel } from '../../src/host/index.ts'
import type { Request } from '../../src/host/index.ts'
import { faultsOf } from './faults.ts'
import { converse, openLibrary, person } from './library.ts'
import type { Library, LibraryOptions } from './library.ts'

const open: Library[] = []
async function library(options?: LibraryOptions): Promise<Library> {
  const opened = await openLibrary(options)
  open.push(opened)
  return opened
}
afterEach(async () => {
  await Promise.all(open.splice(0).map(({ leave }) => leave()))
})

const lend = (title: string) => ({ call: 'lend_book', arguments: { title } })
const read = (args: object) => ({ call: 'read_handle', arguments: { ...args } })
const link = (title: string) => [{ call: 'link_book', arguments: { title } }]
const yes = person(() => ({ kind: 'allow' }))

async function broken(): Promise<never> {
  throw new Error('the terminal is gone')
}

async function recordOf({ store }: Library): Promise<string[]> {
  const audit = createAudit({ store, key: new Uint8Array(32).fill(3), now: Date.now, newId: () => 'x' })
  const lines: string[] = []
  for await (const { kind, payload } of audit.read()) {
    const { tool, executed } = payload ?? {}
    lines.push(typeof tool === 'string' ? `${kind} ${tool} ${JSON.stringify(executed)}` : kind)
  }
  return lines
}

describe('a call', () => {
  test('that reads runs; its structure is for code, its text for the model', async () => {
    const { events, answers, model } = await converse(await library(), [
      [{ call: 'find_book', arguments: { title: 'Emma' } }],
      ['On shelf 7.'],
    ])
    expect(answers).toEqual(['On shelf 7.'])
    const [ended] = events.filter((event) => event.kind === 'call-ended')
    expect(ended).toMatchObject({ result: { structuredContent: { shelf: 7 } } })
    expect(model.requests[0]?.tools.map(({ name }) => name)).toContain('library__find_book')
  })

  test('whose result breaks its declared shape has run, and says so', async () => {
    const { answers } = await converse(await library(), [[{ call: 'find_book', arguments: { title: 'odd' } }], ['Oh.']])
    expect(answers[0]).toMatch(/find_book ran, but its result broke its declared shape: .* Do not call it again\./)
  })

  test('whose result breaks its declared shape tells nothing that is for the user', async () => {
    const { answers } = await converse(await library(), [
      [{ call: 'find_book', arguments: { title: 'my diary' } }],
      ['Oh.'],
    ])
    expect(answers).toEqual(['find_book ran. Its result broke its declared shape. Do not call it again.'])
  })

  test('that changes something waits for a person, and runs as the person said', async () => {
    const opened = await library()
    const edit = person(() => ({ kind: 'allow', arguments: { title: 'Persuasion' } }))
    const { answers, events, end } = await converse(opened, [[lend('Emma')], ['Lent.']], { approve: edit })
    expect(answers).toEqual(['Done: lend_book Persuasion.'])
    expect(opened.effects()).toEqual(['lend_book Persuasion'])
    expect(events.filter(({ kind }) => kind === 'call-asked')).toMatchObject([
      { request: { tool: { name: 'lend_book' }, batch: 'call_1_1', risk: { tier: 'write' } } },
    ])
    expect(faultsOf(end.messages)).toEqual([])
    expect(await recordOf(opened)).toContain('begun lend_book {"title":"Persuasion"}')
  })

  test('that a person denies is not run, and the model reads why', async () => {
    const opened = await library()
    const no = person(() => ({ kind: 'deny', reason: 'It is lent to Ben.' }))
    const { answers } = await converse(opened, [[lend('Emma')], [lend('Emma')], ['Sorry.']], { approve: no })
    expect(answers).toEqual([
      'lend_book was not run: the user said no: It is lent to Ben. Do not call it again unless the user asks.',
      'lend_book was not run: the user has said no to exactly this call. Do not call it again unless the user asks.',
    ])
    expect(opened.effects()).toEqual([])
  })

  test('that nobody can be asked about is no no: it is asked about another time', async () => {
    const opened = await library()
    const titles = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
    const { answers } = await converse(opened, [...titles.map((title) => [lend(title)]), ['Sorry.']])
    expect(new Set(answers)).toEqual(new Set(['lend_book was not run: nobody can be asked.']))
    expect((await converse(opened, [[lend('a')], ['Lent.']], { approve: yes })).answers).toEqual(['Done: lend_book a.'])
  })

  test('that a rule denies tells the rule', async () => {
    const opened = await library({ policy: 'rules: [{ id: calm, deny: library/lend_book, tell: "Ask the desk." }]' })
    const { answers } = await converse(opened, [[lend('Emma')], ['Sorry.']], { approve: yes })
    expect(answers).toEqual([`lend_book was not run: the user's rule "calm" denies it. Ask the desk.`])
  })
})

describe('questions to a person', () => {
  test('are asked one at a time, while what reads runs', async () => {
    const opened = await library()
    let [asking, most] = [0, 0]
    const slow = person(async () => {
      most = Math.max(most, (asking += 1))
      await new Promise((resolve) => setTimeout(resolve, 300))
      asking -= 1
      return { kind: 'allow' }
    })
    const { events, answers } = await converse(
      opened,
      [[lend('a'), lend('b'), { call: 'find_book', arguments: { title: 'c' } }, lend('d')], ['Done.']],
      { approve: slow },
    )
    expect(most).toBe(1)
    expect(answers).toEqual(['Done: lend_book a.', 'Done: lend_book b.', 'On shelf 7.', 'Done: lend_book d.'])
    const kinds = events.map((event) => `${event.kind} ${'call' in event ? event.call.id : ''}`)
    expect(kinds.indexOf('call-ended call_1_3')).toBeLessThan(kinds.indexOf('call-asked call_1_2'))
  })

  test('are asked in the end, however many calls one answer makes', async () => {
    const titles = Array.from({ length: 12 }, (_, at) => `book ${at}`)
    const { answers } = await converse(await library(), [titles.map(lend), ['Done.']], { approve: yes })
    expect(answers).toEqual(titles.map((title) => `Done: lend_book ${title}.`))
  })

  test('that fail to be asked are no answers, and leave nothing open', async () => {
    const opened = await library()
    const titles = ['a', 'b', 'c', 'd', 'e', 'f']
    const script = [...titles.map((title) => [lend(title)]), ['Oh.']]
    const { answers } = await converse(opened, script, { approve: broken })
    const text = 'library__lend_book was not run: it could not be decided: the terminal is gone'
    expect(answers).toEqual(titles.map(() => text))
  })

  test('about equal calls are one request after another: each yes runs one', async () => {
    const opened = await library()
    const asked: Request[] = []
    const say = person((request) => {
      asked.push(request)
      return asked.length < 3 ? { kind: 'allow' } : { kind: 'deny' }
    })
    const { answers } = await converse(opened, [Array.from({ length: 4 }, () => lend('a')), ['Done.']], {
      approve: say,
    })
    expect(opened.effects()).toEqual(['lend_book a', 'lend_book a'])
    expect(answers.filter((text) => text.startsWith('Done'))).toHaveLength(2)
    expect(asked).toHaveLength(3)
    expect(new Set(asked.map(({ id }) => id)).size).toBe(3)
  })

  test('end when the loop is cancelled; nothing runs then, and the next call is asked about anew', async () => {
    const opened = await library()
    const ending = new AbortController()
    const never = person(() => new Promise(() => undefined))
    const { answers, end } = await converse(
      opened,
      [[lend('a'), lend('b'), { call: 'wait_for_book', arguments: { title: 'c' } }]],
      {
        approve: never,
        loop: { signal: ending.signal },
        onEvent({ kind }) {
          if (kind === 'call-begun') setTimeout(() => ending.abort(), 30)
        },
      },
    )
    expect(end.reason).toBe('cancelled')
    expect(answers).toEqual([
      'library__lend_book was not run: it was cancelled before.',
      'library__lend_book was not run: it was cancelled before.',
      'Nobody knows whether library__wait_for_book was done: it was cancelled on its way. Do not call it again before you have checked.',
    ])
    const again = await converse(opened, [[lend('a'), lend('b')], ['Done.']], { approve: yes })
    expect(again.answers).toEqual(['Done: lend_book a.', 'Done: lend_book b.'])
    expect((await recordOf(opened)).filter((line) => line.startsWith('withdrawn'))).toHaveLength(2)
  })

  test('of a server in the middle of a call are declined, or put to who can answer', async () => {
    const ask = [{ call: 'ask_reader', arguments: { title: 'Emma' } }]
    const opened = await library({ mayAsk: true })
    const declined: object[] = []
    const onDecline = (from: object): void => void declined.push(from)
    const first = await converse(opened, [ask, ['Done.']], { approve: yes, onDecline })
    expect(first.answers).toEqual(['{"action":"decline"}'])
    expect(declined).toEqual([{ server: 'library', tool: 'ask_reader' }])
    const forms: string[] = []
    const second = await converse(opened, [ask, ['Done.']], {
      approve: yes,
      onQuestion: async ({ message }, { server, tool }) => {
        forms.push(`${server} ${tool} ${message}`)
        return { action: 'accept', content: { sure: true } }
      },
    })
    expect(second.answers).toEqual(['{"action":"accept","content":{"sure":true}}'])
    const third = await converse(opened, [ask, ['Done.']], { approve: yes, onQuestion: broken })
    expect(third.answers).toEqual(['{"action":"cancel"}'])
    expect(forms).toEqual([
      expect.stringMatching(/^library ask_reader Server "library" asks this\. .*Really, Emma\?$/s),
    ])
  })
})

test('a server that asks for ever in one call asks twenty times', async () => {
  const opened = await library({ mayAsk: true })
  const ask = [{ call: 'ask_reader', arguments: { title: 'for ever' } }]
  const { answers } = await converse(opened, [ask, ['Done.']], {
    approve: yes,
    onQuestion: async () => ({ action: 'accept', content: { sure: true } }),
  })
  expect(answers).toEqual(['20'])
})

test('a question of a server whose call is over is put to nobody any more, and holds up nobody', async () => {
  const opened = await library({ mayAsk: true })
  const withdrawn: string[] = []
  const { answers } = await converse(
    opened,
    [[{ call: 'ask_reader', arguments: { title: 'too late' } }, lend('a')], ['Done.']],
    {
      approve: yes,
      onQuestion: async ({ message }, { signal }) =>
        await new Promise((_, reject) => {
          signal.addEventListener('abort', () => {
            withdrawn.push(message.split('\n').at(-1)!.trim())
            reject(new Error('withdrawn'))
          })
        }),
    },
  )
  expect(answers).toEqual(['Done: ask_reader too late.', 'Done: lend_book a.'])
  expect(withdrawn).toEqual(['Too late?'])
})

test('a server that dies in the middle of a call leaves the loop alive, and the model with what is known', async () => {
  const opened = await library()
  const { answers, end } = await converse(
    opened,
    [
      [
        { call: 'burn_book', arguments: { title: 'Emma' } },
        { call: 'wait_for_book', arguments: { title: 'x' } },
      ],
      [{ call: 'find_book', arguments: { title: 'Emma' } }],
      ['Oh.'],
    ],
    { approve: yes },
  )
  expect(answers[0]).toMatch(
    /^Nobody knows whether burn_book was done: .* Do not call it again before you have checked\.$/,
  )
  expect(answers[1]).toMatch(/^Nobody knows whether wait_for_book was done/)
  expect(end.reason).toBe('answered')
  expect(opened.effects().filter((line) => line.startsWith('burn'))).toHaveLength(1)
  expect(faultsOf(end.messages)).toEqual([])
})

test('a server that is looked at again holds up its own calls only', async () => {
  const opened = await library()
  const looked = new AbortController()
  const ended: string[] = []
  const { answers } = await converse(
    opened,
    [
      [{ call: 'read_book', arguments: { title: 'Emma' } }],
      [{ call: 'find_book', arguments: { title: 'Emma' } }, read({ handle: 'h1', length: 1 })],
      ['Done.'],
    ],
    {
      onEvent(event) {
        if (event.kind === 'step' && event.step === 2)
          opened.gate.hold('library', new Promise((resolve) => looked.signal.addEventListener('abort', resolve)))
        if (event.kind === 'call-ended') ended.push(event.call.name)
        if (ended.at(-1) === 'host__read_handle') looked.abort()
      },
    },
  )
  expect(ended).toEqual(['library__read_book', 'host__read_handle', 'library__find_book'])
  expect(answers[1]).toBe('On shelf 7.')
})

test('many calls at once leave no listeners behind', async () => {
  const warnings: unknown[] = []
  const hear = (warning: unknown): void => void warnings.push(warning)
  process.on('warning', hear)
  const titles = Array.from({ length: 30 }, (_, at) => ({ call: 'find_book', arguments: { title: String(at) } }))
  const { answers } = await converse(await library(), [titles, titles, ['Done.']])
  await new Promise((resolve) => setImmediate(resolve))
  process.off('warning', hear)
  expect(answers).toEqual(Array.from({ length: 60 }, () => 'On shelf 7.'))
  expect(warnings).toEqual([])
})

describe('the tools', () => {
  test('are those of the servers at the moment, the host among them, each converted once', async () => {
    const opened = await library()
    const { gate, connections } = opened
    const options = { gate, connections, model: scriptedModel([]), approve: yes, newId: randomUUID }
    const toolbox = await createToolbox(options)
    const names = (): string[] => toolbox.tools().tools.map(({ name }) => name)
    expect(names().filter((name) => name.startsWith('host'))).toEqual(['host__read_handle'])
    expect(toolbox.tools()).toBe(toolbox.tools())
    gate.dismiss('library')
    expect(names()).toEqual(['host__read_handle'])
    const { facts } = gate.subjects.get('host')!
    expect((await createToolbox(options)).tools().tools).toHaveLength(1)
    await gate.admit({ ...facts, identity: { digest: 'x', command: 'node host.js' } })
    await expect(createToolbox(options)).rejects.toThrow('A server is called "host"')
    expect(names()).toEqual(['host__read_handle', 'host__read_link'])
  })
})

describe('a long result', () => {
  test('is kept, and read in parts by its handle', async () => {
    const { answers, model } = await converse(await library(), [
      [{ call: 'read_book', arguments: { title: 'Emma' } }],
      [read({ handle: 'h1', from: 149_999, length: 2 }), read({ handle: 'h1', from: 200_001 })],
      [read({ handle: 'h1' })],
      ['I have read it.'],
    ])
    expect(answers[0]).toMatch(/h1/)
    expect(answers[0]!.length).toBeLessThan(110_000)
    expect(answers.slice(1, 3)).toEqual([
      'h1, characters 149,999–150,000 of 200,002. The next part: handle h1, from 150001.\naa',
      'h1, characters 200,001–200,002 of 200,002.\nbb',
    ])
    expect(answers[3]).toMatch(
      /^h1, characters 1–20,000 of 200,002\. The next part: handle h1, from 20001\.\na{20000}$/,
    )
    expect(model.requests[0]?.tools.map(({ name }) => name)).toContain('host__read_handle')
  })

  test('is cut where the host says, its parts are not', async () => {
    const { answers } = await converse(
      await library(),
      [
        [{ call: 'read_book', arguments: { title: 'Emma' } }, ...link('all')],
        [read({ handle: 'h1', length: 5000 }), read({ handle: 'h2' })],
        ['Oh.'],
      ],
      { results: { budget: 1000 } },
    )
    expect(answers[0]!.length).toBeLessThan(1500)
    expect(answers[2]).toMatch(/^h1, characters 1–5,000 of .*a{5000}$/s)
    // Of many texts together what was cut has a handle again.
    expect(answers[3]!.length).toBeLessThan(2500)
    expect(answers[3]).toMatch(/h3/)
  })

  test('is never cut in the middle of a character', async () => {
    const { answers } = await converse(await library(), [
      [{ call: 'read_book', arguments: { title: 'Emma' } }],
      [read({ handle: 'h1', from: 150_001, length: 1 }), read({ handle: 'h1', from: 150_002, length: 2 })],
      ['Oh.'],
    ])
    expect(answers.slice(1)).toEqual([
      'h1, characters 150,001–150,002 of 200,002. The next part: handle h1, from 150003.\n😀',
      'h1, characters 150,003–150,003 of 200,002. The next part: handle h1, from 150004.\nb',
    ])
  })

  test.each([
    [{ handle: 'h9' }, 'There is no handle "h9". They go from h1 to h1.'],
    [{ handle: 'h1', from: 200_003 }, 'h1 has 200,002 characters: from is at most that, not 200,003.'],
    [{ handle: '1' }, /handle/],
    [{ handle: 'h1', from: '12abc' }, /from/],
    [{ handle: 'h1', from: 1.5 }, /from/],
    [{ handle: 'h1', from: 0 }, /from/],
    [{ handle: 'h1', length: 1e9 }, /length/],
    [{ handle: 'h1', uri: 'file:///etc/passwd' }, /was not run/],
    [{}, /handle/],
  ])('is not read by %j, and the model reads why', async (args, text) => {
    const { answers, end } = await converse(await library(), [
      [{ call: 'read_book', arguments: { title: 'Emma' } }],
      [read(args)],
      ['Oh.'],
    ])
    expect(answers[1]).toMatch(text)
    expect(end.messages.at(-2)).toMatchObject({ answers: [{ isError: true }] })
  })

  test('can be read no more where a rule says so', async () => {
    const opened = await library({ policy: 'rules: [{ id: short, deny: host/read_handle }]' })
    const { answers } = await converse(opened, [
      [{ call: 'read_book', arguments: { title: 'Emma' } }],
      [read({ handle: 'h1' })],
      ['Oh.'],
    ])
    expect(answers[1]).toBe(`read_handle was not run: the user's rule "short" denies it. Do not call it again.`)
  })

  test('that was dropped to make room says so', async () => {
    const shelf = createShelf({ items: 1 })
    const { answers } = await converse(
      await library(),
      [
        [{ call: 'read_book', arguments: { title: 'Emma' } }],
        [{ call: 'link_book', arguments: { title: 'x' } }],
        [read({ handle: 'h1' })],
        ['Oh.'],
      ],
      { shelf },
    )
    expect(answers[2]).toBe('h1 is not kept any more. Call the tool again that gave it, if that changes nothing.')
  })
})

describe('a link', () => {
  test('is read from the server that gave it, through the gate, and kept where it is long', async () => {
    const opened = await library()
    const { answers } = await converse(opened, [
      link('emma'),
      [read({ handle: 'h1', length: 11 })],
      [read({ handle: 'h2', from: 12, length: 11 })],
      ['I see.'],
    ])
    expect(answers[0]).toMatch(/h1/)
    expect(answers.slice(1)).toEqual([
      '"book://emma" of library, characters 1–11 of 55,000. The next part: handle h2, from 12.\nChapter 1. ',
      'h2, characters 12–22 of 55,000. The next part: handle h2, from 23.\nChapter 1. ',
    ])
    expect(opened.effects()).toEqual(['link_book emma', 'read book://emma'])
    await expect
      .poll(() => recordOf(opened))
      .toEqual([
        'ended link_book {"title":"emma"}',
        'ended read_link {"handle":"h1","length":11,"server":"library","uri":"book://emma"}',
        'ended read_handle {"from":12,"handle":"h2","length":11}',
      ])
  })

  test('out of the server has no handle and is fetched by nobody', async () => {
    const opened = await library()
    const { answers } = await converse(opened, [link('emma'), [read({ handle: 'h2' })], ['Oh.']])
    expect(answers[0]).toContain('https://example.com/book')
    expect(answers[1]).toBe('There is no handle "h2". They go from h1 to h1.')
    expect(opened.effects()).toEqual(['link_book emma'])
  })

  test('to a picture is seen, one that its server does not have tells so', async () => {
    const { answers, end } = await converse(await library(), [
      link('cover'),
      link('lost'),
      [read({ handle: 'h1' }), read({ handle: 'h2' })],
      ['Oh.'],
    ])
    expect(end.messages.at(-2)).toMatchObject({
      answers: [{ parts: [{ kind: 'image', mimeType: 'image/png' }] }, { isError: true }],
    })
    expect(answers[3]).toMatch(/^"book:\/\/lost" of library could not be read: .*No such book\./)
  })

  test('is not read once the loop is cancelled', async () => {
    const opened = await library({ policy: 'rules: [{ id: all, ask: host/read_link }]' })
    const ending = new AbortController()
    const looked = new AbortController()
    const yesBeforeALook = person(() => {
      opened.gate.hold('host', new Promise((resolve) => looked.signal.addEventListener('abort', resolve)))
      return { kind: 'allow' }
    })
    const { end } = await converse(opened, [link('emma'), [read({ handle: 'h1' })]], {
      approve: yesBeforeALook,
      loop: { signal: ending.signal },
      onEvent: (event) => event.kind === 'call-begun' && event.call.name === 'host__read_handle' && ending.abort(),
    })
    looked.abort()
    expect(end.reason).toBe('cancelled')
    await expect.poll(() => recordOf(opened)).toContainEqual(expect.stringMatching(/^ended read_link/))
    expect(opened.effects()).toEqual(['link_book emma'])
  })

  test('to what is for the user is kept from the model', async () => {
    const { answers } = await converse(await library(), [link('diary'), [read({ handle: 'h1' })], ['Oh.']])
    expect(answers[1]).toBe('"book://diary" of library is for the user alone.')
  })

  test('is read by a rule with its server and its address', async () => {
    const policy = `rules:
- { id: sealed, deny: host/read_link, when: { args.uri: { like: "book://emma*" } } }
- { id: asked, ask: host/read_link, when: { args.server: library } }`
    const opened = await library({ policy })
    const asked: unknown[] = []
    const say = person(({ arguments: args }) => {
      asked.push(args)
      return { kind: 'allow' }
    })
    const { answers } = await converse(
      opened,
      [[...link('emma'), ...link('sense')], [read({ handle: 'h1' }), read({ handle: 'h2', length: 9 })], ['Oh.']],
      { approve: say },
    )
    expect(answers[2]).toContain('"sealed" denies it')
    expect(answers[3]).toContain('\nChapter 1')
    expect(asked).toEqual([{ handle: 'h2', length: 9, server: 'library', uri: 'book://sense' }])
  })

  test('of a server that nobody vouches for is read where it was given, and nothing else of it', async () => {
    const opened = await library({ trust: 'untrusted', policy: 'rules: [{ id: all, ask: host/read_link }]' })
    const edit = person(({ tool, arguments: args }) =>
      tool.name === 'read_link' && args['handle'] === 'h1'
        ? { kind: 'allow', arguments: { ...args, uri: 'book://secret' } }
        : { kind: 'allow' },
    )
    const { answers } = await converse(
      opened,
      [[...link('emma'), ...link('sense')], [read({ handle: 'h1' }), read({ handle: 'h2', length: 9 })], ['Oh.']],
      { approve: edit },
    )
    expect(answers[2]).toBe(
      '"book://secret" of library could not be read: Server "library" has neither listed nor linked it.',
    )
    expect(answers[3]).toContain('\nChapter 1')
    expect(opened.effects()).not.toContain('read book://secret')
  })
})
