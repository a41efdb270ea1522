import { afterEach, describe, expect, test } from 'vitest'
import {
  createPlace,
  elapsed,
  type Host,
  type HostOptions,
  type Place,
  type PlaceOptions,
  sayYes,
  startHost,
  textOf,
  yesTo,
} from './kit.ts'

let place: Place
let host: Host

async function begin(hostOptions: HostOptions = {}, placeOptions: PlaceOptions = {}): Promise<void> {
  place = createPlace(placeOptions)
  host = await startHost(place, hostOptions)
}

afterEach(async () => {
  await host.leave()
  place.remove()
})

describe('a host before whom the gate stands', () => {
  test('sees tools of servers under names of their own, with the hints that the gate goes by', async () => {
    await begin()
    const { tools } = await host.request('tools/list')
    expect(tools).toMatchObject([
      { name: 'notes__ask_note' },
      {
        name: 'notes__delete_note',
        annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
        _meta: { kept: 1 },
      },
      { name: 'notes__find_note', annotations: { readOnlyHint: true, destructiveHint: false } },
      { name: 'notes__save_note', annotations: { readOnlyHint: false, destructiveHint: false } },
      { name: 'notes__slow_note' },
    ])
    expect(JSON.stringify(tools)).not.toMatch(/icons|dev\.verbnoun|ui\/resource/)
  })

  test('runs what reads unasked, and asks loudly about what may destroy', async () => {
    await begin({ person: (question) => sayYes(question) })
    const read = await host.call('notes__find_note')
    expect(textOf(read)).toBe('find_note did n1\ngate://notes/note://n1')
    expect(JSON.stringify(read)).not.toContain('dev.verbnoun')
    expect(host.questions).toEqual([])
    expect(textOf(await host.call('notes__save_note'))).toContain('save_note did n1')
    expect(textOf(await host.call('notes__delete_note'))).toContain('delete_note did n1')
    const [mild, loud] = host.questions.map(({ message }) => message)
    expect(mild).toMatch(/^WRITE · Save note n1\. Nothing has run\.\n\n    notes > save_note \(a server you trust: /)
    expect(loud).toMatch(
      /^DANGER · MAY DESTROY FOR GOOD, CANNOT BE UNDONE FROM HERE · Delete note n1\. Nothing has run\. If you did not ask for this yourself, decline\./,
    )
    expect(loud).toContain('\n    id "n1"\n    force not sent; the server\'s default is true\n')
    expect(loud).toContain('Type what stands here to allow this one call:\n\n    n1\n')
    expect(host.questions[1]!.requestedSchema).toEqual({
      type: 'object',
      properties: {
        confirm: { type: 'string', title: 'Type n1 to allow it', default: '' },
        reason: { type: 'string', title: 'If not, why? The model reads it.' },
      },
    })
    expect(place.effects()).toEqual(['find_note n1', 'save_note n1', 'delete_note n1'])
  })

  test.each<[string, unknown, RegExp]>([
    ['declines', { action: 'decline' }, /the user said no\. Do not call it again unless the user asks\./],
    [
      'says why not',
      { action: 'accept', content: { answer: 'deny', reason: 'Use the archive.' } },
      /the user said no: Use the archive\. Do not/,
    ],
    ['accepts by itself', { action: 'accept', content: {} }, /the host accepted without an answer to the question/],
    ['accepts with nothing', { action: 'accept' }, /without an answer/],
    ['says yes at once', { action: 'accept', content: { answer: 'allow once' } }, /no person is so fast/],
    ['answers with nonsense', { yes: true }, /gave no answer that can be read/],
    ['sends the question away', { action: 'cancel' }, /sent the question away without an answer/],
  ])('runs nothing when it %s', async (_, answer, says) => {
    await begin({ person: () => answer })
    const result = await host.call('notes__save_note')
    expect(result['isError']).toBe(true)
    expect(textOf(result)).toMatch(says)
    expect(place.effects()).toEqual([])
  })

  test('is not asked again about what was denied, and pauses a tool that was denied twice', async () => {
    await begin({ person: () => ({ action: 'decline' }) })
    await host.call('notes__save_note')
    expect(textOf(await host.call('notes__save_note'))).toMatch(/said no to exactly this call/)
    await host.call('notes__save_note', { id: 'n2' })
    expect(textOf(await host.call('notes__save_note', { id: 'n3' }))).toMatch(/said no 2 times/)
    expect(host.questions).toHaveLength(2)
  })

  test('is asked once more about what was sent away, and then not', async () => {
    await begin({ person: () => ({ action: 'cancel' }) })
    await host.call('notes__save_note')
    expect(textOf(await host.call('notes__save_note'))).toMatch(/the user said no: dismissed twice/)
    expect(textOf(await host.call('notes__save_note'))).toMatch(/said no to exactly this call/)
    expect(host.questions).toHaveLength(2)
  })

  test('runs a call once that it repeats while a person thinks', async () => {
    await begin({ person: (question) => sayYes(question) })
    const results = await Promise.all([1, 2, 3].map(() => host.call('notes__save_note')))
    expect(results.map(textOf)).toEqual([1, 2, 3].map(() => 'save_note did n1\ngate://notes/note://n1'))
    expect(host.questions).toHaveLength(1)
    expect(place.effects()).toEqual(['save_note n1'])
  })

  test('is told to come again when a person is slow, and gets what a late yes allows, once', async () => {
    await begin({ person: (question) => sayYes(question, 2500), wall: 1 })
    const first = await host.call('notes__save_note')
    expect(first['isError']).toBe(true)
    expect(textOf(first)).toMatch(
      /^Waiting for a person \(ref [0-9A-Z]{4}\)\. Nothing has run\. Ask the user, then repeat the identical call\./,
    )
    expect(textOf(await host.call('notes__save_note'))).toMatch(/^Waiting for a person/)
    await elapsed(1500)
    expect(place.effects()).toEqual([])
    expect(textOf(await host.call('notes__save_note'))).toContain('save_note did n1')
    expect(host.questions).toHaveLength(1)
    expect(textOf(await host.call('notes__save_note'))).toMatch(/^Waiting for a person/)
    expect(place.effects()).toEqual(['save_note n1'])
  })

  test('runs nothing for a call that it has cancelled, whatever comes later', async () => {
    const answers: ((value: unknown) => void)[] = []
    await begin({ person: () => new Promise((settle) => answers.push(settle)) })
    const { id } = host.start('tools/call', { name: 'notes__save_note', arguments: { id: 'n1' } })
    await expect.poll(() => host.questions.length).toBe(1)
    host.notify('notifications/cancelled', { requestId: id })
    await expect.poll(() => host.notices.map(({ method }) => method)).toContain('notifications/cancelled')
    answers[0]?.({ action: 'accept', content: yesTo(host.questions[0]!.requestedSchema) })
    await elapsed(1000)
    expect(place.effects()).toEqual([])
  })

  test('runs nothing when it leaves while a person thinks', async () => {
    await begin({ person: (question) => sayYes(question, 800) })
    void host.start('tools/call', { name: 'notes__save_note', arguments: { id: 'n1' } })
    await expect.poll(() => host.questions.length).toBe(1)
    await host.leave()
    expect(place.effects()).toEqual([])
    host = await startHost(place)
  })

  test('that cannot ask is told so, and how a person can allow it', async () => {
    await begin({ canAsk: false })
    const result = await host.call('notes__save_note')
    expect(result['isError']).toBe(true)
    expect(textOf(result)).toMatch(/a person must allow it \(ref [0-9A-Z]{4}\), and this host cannot ask one/)
    expect(place.effects()).toEqual([])
    expect(textOf(await host.call('notes__find_note'))).toContain('find_note did')
  })

  test('is not asked for a yes that would not be enough', async () => {
    await begin({}, { policy: 'assurance: { write: local }\n' })
    expect(textOf(await host.call('notes__save_note'))).toMatch(/wants a yes to it that is local/)
    expect(host.questions).toEqual([])
  })

  test('runs unasked what a rule allows, and is told what a rule denies', async () => {
    await begin(
      {},
      {
        policy:
          'rules:\n- { id: save, allow: notes/save_note }\n- { id: no, deny: notes/delete_*, tell: "Archive it." }\n',
      },
    )
    expect(textOf(await host.call('notes__save_note'))).toContain('save_note did n1')
    expect(textOf(await host.call('notes__delete_note'))).toBe(
      'delete_note was not run: the user\'s rule "no" denies it. Archive it.',
    )
    expect(host.questions).toEqual([])
  })

  test('is told what was changed on a tool that was accepted otherwise, without a question', async () => {
    await begin({ person: (question) => sayYes(question) }, { mode: 'flip' })
    await host.call('notes__find_note')
    const result = await host.call('notes__delete_note')
    expect(result['isError']).toBe(true)
    expect(textOf(result)).toMatch(
      /^delete_note was not run: it is not what was accepted\. A person must look at it first\.\n- tool delete_note changed: .*annotations\.readOnlyHint: nothing → true/,
    )
    expect(host.questions).toEqual([])
    const { tools } = await host.request('tools/list')
    expect(tools).toContainEqual(
      expect.objectContaining({
        name: 'notes__delete_note',
        description: expect.stringContaining('was changed since it was accepted') as unknown,
        annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
      }),
    )
    expect(place.effects()).toEqual(['find_note n1'])
  })

  test('sees nothing of a server that nobody has looked at', async () => {
    await begin({}, { trust: 'untrusted' })
    expect(await host.request('tools/list')).toMatchObject({ tools: [] })
    expect(host.said()).toContain('notes: nobody has looked at it yet: verbnoun gate review')
  })

  test('reads what was listed or linked', async () => {
    await begin()
    expect(await host.request('resources/list')).toMatchObject({
      resources: [{ uri: 'gate://notes/note://listed', name: 'notes: listed' }],
    })
    const read = (uri: string) => host.request('resources/read', { uri })
    expect(await read('gate://notes/note://listed')).toEqual({
      contents: [{ uri: 'gate://notes/note://listed', text: 'text of note://listed' }],
    })
    await host.call('notes__find_note')
    expect(await read('gate://notes/note://n1')).toMatchObject({ contents: [{ text: 'text of note://n1' }] })
    expect(await read('gate://notes/file:///etc/passwd')).toMatchObject({ code: -32002 })
    expect(await read('gate://others/note://n1')).toMatchObject({ code: -32002 })
    expect(await read('note://n1')).toMatchObject({ code: -32002 })
  })

  test('passes on what a server asks, as its question and not as an approval', async () => {
    await begin({ person: (question) => sayYes(question) })
    expect(textOf(await host.call('notes__ask_note'))).toContain('ask_note did n1')
    expect(host.questions.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^WRITE · Ask note n1/),
      [
        'Server "notes" asks this. It is not an approval. You have allowed ask_note in the gate; its server wants to know this as well.',
        '',
        '    Really **save** it?',
        '    Type your choice.',
      ].join('\n'),
    ])
    expect(place.effects()).toEqual(['ask_note n1'])
  })

  test('is told to come again when a server waits for a person, and gets what was done once', async () => {
    const policy = 'rules: [{ id: ask, allow: notes/ask_note }]\n'
    await begin({ person: (question) => sayYes(question, 2500), wall: 1 }, { policy })
    expect(textOf(await host.call('notes__ask_note'))).toMatch(/^ask_note has begun and waits for the user/)
    await elapsed(2000)
    expect(place.effects()).toEqual(['ask_note n1'])
    expect(textOf(await host.call('notes__ask_note'))).toContain('ask_note did n1')
    expect(place.effects()).toEqual(['ask_note n1'])
    expect(host.questions).toHaveLength(1)
  })

  test('hears of progress while a person thinks', async () => {
    await begin({ person: (question) => sayYes(question), wall: 10 })
    await host.request('tools/call', { name: 'notes__save_note', arguments: { id: 'n1' }, _meta: { progressToken: 7 } })
    expect(host.notices).toContainEqual({
      jsonrpc: '2.0',
      method: 'notifications/progress',
      params: { progressToken: 7, progress: 0.001, message: 'Waiting for a person.' },
    })
  })

  test('is told of a tool that is not there', async () => {
    await begin()
    expect(await host.call('notes__save_nota')).toEqual({
      code: -32602,
      message: expect.stringMatching(/^Unknown tool: notes__save_nota\. Did you mean notes__save_note/) as unknown,
    })
  })
})
