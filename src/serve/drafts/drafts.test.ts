import { describe, expect, test } from 'vitest'
import { findDrafts, listDrafts, memoryStore, type Store } from '../../ledger/index.ts'
import { approveDraft, discardDraft, editDraft, getDraft, settleDraft } from '../../ledger/index.ts'
import { latest, writeEnvelope } from '../../protocol/index.ts'
import {
  drafts,
  isObject,
  result,
  type Sending,
  type Tool,
  ToolError,
  type ToolResult,
  type UnknownObject,
} from '../../tool/index.ts'
import type { ServerOptions } from '../core.ts'
import { createPeer } from '../peer.ts'
import { createServer } from '../server.ts'

const hour = 3_600_000
const start = Date.UTC(2026, 11, 1, 10, 2)

interface Shop {
  commit?: (sending: Sending<Mail>) => unknown
  tool?: Partial<Tool>
  options?: Partial<ServerOptions>
  write?: (args: UnknownObject) => unknown
}

interface Mail {
  readonly to: string
}

/** A shop whose clerk drafts mails, what was sent, and a client. */
function shop({ commit, tool, options, write }: Shop = {}) {
  const clock = { time: start }
  const now = (): number => clock.time
  const sent: Sending<Mail>[] = []
  const mail = drafts<Mail>({
    kind: 'mail',
    commit(sending) {
      sent.push(sending)
      return commit?.(sending)
    },
  })
  const draft_mail: Tool = {
    name: 'draft_mail',
    inputSchema: { type: 'object', properties: { to: { type: 'string' } } },
    returns: 'content',
    run: (args) => write?.(args) ?? mail.draft(`Dear ${String(args['to'])},\n\n  hello.\n`, { to: String(args['to']) }),
    ...tool,
  }
  const ledger = memoryStore({ now })
  const server = createServer({
    name: 'shop',
    version: '1',
    tools: [draft_mail],
    drafts: [mail],
    ledger,
    now,
    ...options,
  })
  return { clock, sent, mail, ledger, server, ...clientOf(server) }
}

function clientOf(server: ReturnType<typeof createServer>) {
  let id = 0
  const _meta = writeEnvelope({ protocolVersion: latest.version, clientCapabilities: {}, clientInfo: undefined })
  async function request(method: string, params: UnknownObject, caller = 'local'): Promise<UnknownObject> {
    id += 1
    const answer = await server.handle(
      { jsonrpc: '2.0', id, method, params: { ...params, _meta } },
      createPeer({ caller }),
    )
    const parsed: unknown = JSON.parse(answer ?? '{}')
    return isObject(parsed) ? parsed : {}
  }
  async function call(args: UnknownObject = { to: 'Mina' }, caller?: string): Promise<ToolResult> {
    const { result: given } = await request('tools/call', { name: 'draft_mail', arguments: args }, caller)
    return given as ToolResult
  }
  async function read(uri: string, caller?: string): Promise<UnknownObject | undefined> {
    const { result: given } = await request('resources/read', { uri }, caller)
    const { contents } = (given ?? {}) as { contents?: [{ text: string }] }
    return contents && (JSON.parse(contents[0].text) as UnknownObject)
  }
  return { request, call, read }
}

function linkIn({ content }: ToolResult): string {
  return content.flatMap((item) => (item.type === 'resource_link' ? item.uri : []))[0] ?? ''
}

async function draftIn(ledger: Store, made: ToolResult) {
  const id = linkIn(made).split('/').at(-1) ?? ''
  return (await getDraft(ledger, id))!
}

const anna = (ledger: Store) => ({ store: ledger, by: 'anna', newId: () => crypto.randomUUID() })

describe('a tool that drafts', () => {
  test('shows the text exactly as written, and a link beside it', async () => {
    const { call, sent } = shop()
    const { content, structuredContent, isError } = await call()
    expect(content).toEqual([
      { type: 'text', text: 'Dear Mina,\n\n  hello.\n' },
      {
        type: 'resource_link',
        uri: expect.stringMatching(/^draft:\/\/mail\/[0-9a-f-]{36}$/) as unknown,
        name: expect.stringMatching(/^mail [0-9a-f]{8}$/) as unknown,
        description: expect.stringContaining('nothing is sent') as unknown,
        mimeType: 'application/json',
      },
    ])
    expect([structuredContent, isError]).toEqual([undefined, undefined])
    expect(sent).toEqual([])
  })

  test('may put drafts among other content, later, and beside a structure', async () => {
    const plain = shop({
      write: async () =>
        Promise.resolve(['two:', plain.mail.draft('a', { to: 'A' }), plain.mail.draft('b', { to: 'B' })]),
    })
    expect((await plain.call()).content.map(({ type }) => type)).toEqual([
      'text',
      'text',
      'resource_link',
      'text',
      'resource_link',
    ])
    const structured = shop({
      write: () => result({ content: [structured.mail.draft('a', { to: 'A' })], structured: { to: 'A' } }),
    })
    expect(await structured.call()).toMatchObject({ content: [{ text: 'a' }, {}], structuredContent: { to: 'A' } })
  })

  test('fails where nobody could send what it drafts', async () => {
    const stray = drafts<Mail>({ kind: 'mail', commit: () => undefined })
    const lines: string[] = []
    const { call, ledger } = shop({
      write: () => stray.draft('a', { to: 'A' }),
      options: { log: (line) => lines.push(line) },
    })
    expect(await call()).toMatchObject({ isError: true })
    expect(lines.join()).toContain(
      'its result holds a draft of the kind "mail", and its server keeps none: export them',
    )
    expect(await listDrafts(ledger)).toEqual([])
  })

  test.each([[new Date()], [new Map()], [Number.NaN]])('takes as data only what JSON holds: not %s', (data) => {
    expect(() => drafts({ kind: 'mail', commit: () => undefined }).draft('a', data)).toThrow('JSON holds')
  })

  test('needs a kind that is a name', () => {
    expect(() => drafts({ kind: 'a mail', commit: () => undefined })).toThrow('"a mail" is no kind of drafts')
  })

  test('keeps one of what is the same, until it is sent or discarded', async () => {
    const { call, ledger } = shop()
    const made = await call()
    const first = linkIn(made)
    expect(linkIn(await call())).toBe(first)
    expect(linkIn(await call({ to: 'Arjun' }))).not.toBe(first)
    await discardDraft(await draftIn(ledger, made), anna(ledger))
    expect(linkIn(await call())).not.toBe(first)
  })

  test('keeps one of what is written at the same time', async () => {
    const { call, ledger } = shop()
    const made = await Promise.all([call(), call(), call()])
    expect(new Set(made.map(linkIn)).size).toBe(1)
    expect(await listDrafts(ledger)).toHaveLength(1)
  })

  test('keeps apart what different callers have drafted', async () => {
    const { call } = shop()
    expect(linkIn(await call({ to: 'Mina' }, 'one'))).not.toBe(linkIn(await call({ to: 'Mina' }, 'other')))
  })
})

describe.each([
  ['at its entry', {}],
  ['at its first step', { steps: true }],
])('a tool with a key that begins %s', (_, begins) => {
  const keyed = (): ReturnType<typeof shop> => {
    let turn = 0
    const made: ReturnType<typeof shop> = shop({
      tool: { idempotency: { keys: ['to'] }, ...begins },
      write: ({ to }) => made.mail.draft(`Draft ${(turn += 1)} for ${String(to)}`, { to: String(to) }),
    })
    return made
  }

  test('gives the draft again that it has written, open or sent', async () => {
    const { call, ledger, server, sent } = keyed()
    const first = await call()
    expect(linkIn(await call())).toBe(linkIn(first))
    await approveDraft(await draftIn(ledger, first), anna(ledger))
    await server.sendApproved()
    const replay = await call()
    expect(linkIn(replay)).toBe(linkIn(first))
    expect(replay.content[0]).toEqual({ type: 'text', text: 'Draft 1 for Mina' })
    expect(sent).toHaveLength(1)
  })

  test('may draft anew once that was discarded', async () => {
    const { call, ledger } = keyed()
    const first = await call()
    await discardDraft(await draftIn(ledger, first), anna(ledger))
    const second = await call()
    expect(linkIn(second)).not.toBe(linkIn(first))
    expect(second.content[0]).toEqual({ type: 'text', text: 'Draft 2 for Mina' })
    expect(linkIn(await call())).toBe(linkIn(second))
  })
})

describe('the resource of a draft', () => {
  test('is a template, and says how the draft stands', async () => {
    const { call, request, read, ledger } = shop()
    const { result: list } = await request('resources/templates/list', {})
    expect(list).toMatchObject({ resourceTemplates: [{ uriTemplate: 'draft://{kind}/{id}', name: 'draft' }] })
    const made = await call()
    const uri = linkIn(made)
    expect(await read(uri)).toEqual({
      kind: 'mail',
      ref: uri.slice('draft://mail/'.length, 'draft://mail/'.length + 8),
      state: 'open',
      text: 'Dear Mina,\n\n  hello.\n',
      data: { to: 'Mina' },
      drafted: '2026-12-01T10:02:00.000Z',
      edited: false,
    })
    await discardDraft(await draftIn(ledger, made), anna(ledger))
    expect(await read(uri)).toMatchObject({ state: 'discarded', ended: '2026-12-01T10:02:00.000Z' })
  })

  test('shows nobody else’s, and no person', async () => {
    const { call, read, ledger, server } = shop()
    const made = await call({ to: 'Mina' }, 'one')
    expect(await read(linkIn(made), 'other')).toBeUndefined()
    await approveDraft(await draftIn(ledger, made), anna(ledger))
    await server.sendApproved()
    const shown = await read(linkIn(made), 'one')
    expect(shown).toMatchObject({ state: 'sent' })
    expect(JSON.stringify(shown)).not.toContain('anna')
  })

  test('is absent where nothing is drafted', async () => {
    const { request } = clientOf(createServer({ name: 'a', version: '1', tools: [] }))
    expect(await request('resources/templates/list', {})).toMatchObject({ error: { code: -32_601 } })
  })
})

describe('sending', () => {
  test('gives commit the text, the data, a key and the person, once', async () => {
    const { call, ledger, server, sent } = shop()
    const draft = await draftIn(ledger, await call())
    expect(await server.sendApproved()).toEqual(new Map())
    await approveDraft(draft, anna(ledger))
    const outcomes = await Promise.all([server.sendApproved(), server.sendApproved(), server.sendApproved()])
    expect(outcomes.flatMap((outcome) => [...outcome.values()]).toSorted()).toEqual(['sent', 'taken', 'taken'])
    expect(sent).toEqual([{ text: draft.record.text, data: { to: 'Mina' }, key: draft.id, person: 'anna' }])
    expect(await getDraft(ledger, draft.id)).toMatchObject({
      state: 'sent',
      record: { decided: { by: 'anna', at: start } },
    })
  })

  test('sends the text as a person left it', async () => {
    const { call, ledger, server, sent } = shop()
    const made = await call()
    await editDraft(await draftIn(ledger, made), 'Dear Mina, no.', anna(ledger))
    await approveDraft(await draftIn(ledger, made), anna(ledger))
    await server.sendApproved()
    expect(sent).toMatchObject([{ text: 'Dear Mina, no.' }])
  })

  test('lets one of two reviewers decide, and tells the other', async () => {
    const { call, ledger } = shop()
    const draft = await draftIn(ledger, await call())
    const both = await Promise.all([
      approveDraft(draft, anna(ledger)),
      discardDraft(draft, { ...anna(ledger), by: 'bert' }),
    ])
    expect(both).toEqual([
      { kind: 'decided' },
      { kind: 'refused', says: `${draft.ref} has changed meanwhile. Look at it again.` },
    ])
  })

  test('takes back the approval of what is edited', async () => {
    const { call, ledger, server, sent } = shop()
    const made = await call()
    await approveDraft(await draftIn(ledger, made), anna(ledger))
    await editDraft(await draftIn(ledger, made), 'other', { ...anna(ledger), by: 'bert' })
    await server.sendApproved()
    expect(sent).toEqual([])
    expect(await draftIn(ledger, made)).toMatchObject({
      state: 'open',
      record: { text: 'other', edits: [{ by: 'bert' }] },
    })
  })

  test('refuses an edit while it is sent', async () => {
    const gate = defer()
    const { call, ledger, server, sent } = shop({ commit: () => gate.promise })
    const made = await call()
    await approveDraft(await draftIn(ledger, made), anna(ledger))
    const seen = await draftIn(ledger, made)
    const sending = server.sendApproved()
    await tick()
    expect(await editDraft(seen, 'other', anna(ledger))).toMatchObject({
      says: expect.stringContaining('meanwhile') as unknown,
    })
    expect(await editDraft(await draftIn(ledger, made), 'other', anna(ledger))).toMatchObject({ kind: 'refused' })
    gate.resolve(undefined)
    await sending
    expect(sent).toMatchObject([{ text: 'Dear Mina,\n\n  hello.\n' }])
  })

  test('lets an approval lapse after an hour', async () => {
    const { call, ledger, server, sent, clock } = shop()
    const made = await call()
    await approveDraft(await draftIn(ledger, made), anna(ledger))
    clock.time += hour
    await server.sendApproved()
    expect(sent).toEqual([])
    expect(await draftIn(ledger, made)).toMatchObject({ state: 'open' })
    await approveDraft(await draftIn(ledger, made), { ...anna(ledger), by: 'bert' })
    await server.sendApproved()
    expect(sent).toMatchObject([{ person: 'bert' }])
  })

  test('sends nothing where the environment is not whole', async () => {
    const { call, ledger, server, sent } = shop({ options: { environment: { needed: ['KEY'], missing: ['KEY'] } } })
    await approveDraft(await draftIn(ledger, await call()), anna(ledger))
    expect(await server.sendApproved()).toEqual(new Map())
    expect(sent).toEqual([])
  })

  test('leaves to other servers what is theirs', async () => {
    const { call, ledger, sent, mail } = shop()
    await approveDraft(await draftIn(ledger, await call()), anna(ledger))
    const other = createServer({ name: 'other', version: '1', tools: [], drafts: [mail], ledger })
    expect(await other.sendApproved()).toEqual(new Map())
    expect(sent).toEqual([])
  })
})

describe('sending that fails', () => {
  test.each<[string, () => unknown, UnknownObject]>([
    [
      'a ToolError: nothing was sent',
      () => {
        throw new ToolError('no such address')
      },
      { state: 'failed', note: 'no such address' },
    ],
    [
      'a ToolError of what was done',
      () => {
        throw new ToolError('sent, no receipt', { effect: 'done' })
      },
      { state: 'sent' },
    ],
    [
      'a ToolError of which nobody knows',
      () => {
        throw new ToolError('no answer', { effect: 'unknown' })
      },
      { state: 'unknown', note: 'no answer' },
    ],
    [
      'any other error',
      () => {
        throw new TypeError('secret')
      },
      { state: 'unknown', note: expect.stringMatching(/^It failed inside the server \(ref \w{4}\)\.$/) as unknown },
    ],
  ])('%s', async (_, commit, record) => {
    const { call, ledger, server, sent } = shop({ commit })
    const made = await call()
    await approveDraft(await draftIn(ledger, made), anna(ledger))
    await server.sendApproved()
    expect((await draftIn(ledger, made)).record).toMatchObject(record)
    await server.sendApproved()
    expect(sent).toHaveLength(1)
  })

  test('may be tried again where nothing was sent, and not where nobody knows', async () => {
    let error: Error = new ToolError('no such address')
    const { call, ledger, server, sent } = shop({
      commit: () => {
        throw error
      },
    })
    const made = await call()
    await approveDraft(await draftIn(ledger, made), anna(ledger))
    await server.sendApproved()
    error = new TypeError('broken')
    expect(await approveDraft(await draftIn(ledger, made), anna(ledger))).toEqual({ kind: 'decided' })
    await server.sendApproved()
    expect(sent).toHaveLength(2)
    const unknown = await draftIn(ledger, made)
    expect(await approveDraft(unknown, anna(ledger))).toEqual({
      kind: 'refused',
      says: `${unknown.ref} may have been sent. Find out, then say so: sent or not-sent.`,
    })
    expect(linkIn(await call())).toBe(linkIn(made))
    await settleDraft(unknown, 'not-sent', anna(ledger))
    expect(await draftIn(ledger, made)).toMatchObject({ state: 'open' })
  })

  test('takes too long: nobody knows, until it ends after all', async () => {
    const gate = defer()
    const { call, ledger, server } = shop({ commit: () => gate.promise, options: { timeoutMs: 20 } })
    const made = await call()
    await approveDraft(await draftIn(ledger, made), anna(ledger))
    expect([...(await server.sendApproved()).values()]).toEqual(['unknown'])
    expect((await draftIn(ledger, made)).record).toMatchObject({
      state: 'unknown',
      note: 'It took longer than 0.02 s.',
    })
    gate.resolve(undefined)
    await tick()
    expect((await draftIn(ledger, made)).record).toMatchObject({ state: 'sent' })
  })

  test('keeps what a person decided meanwhile', async () => {
    const gate = defer()
    const { call, ledger, server } = shop({ commit: () => gate.promise, options: { timeoutMs: 20 } })
    const made = await call()
    await approveDraft(await draftIn(ledger, made), anna(ledger))
    await server.sendApproved()
    await settleDraft(await draftIn(ledger, made), 'not-sent', anna(ledger))
    gate.resolve(undefined)
    await tick()
    expect(await draftIn(ledger, made)).toMatchObject({ state: 'open' })
  })

  test('is silent for too long: nobody knows', async () => {
    const { call, ledger, server, clock } = shop({ commit: () => new Promise(() => undefined) })
    const made = await call()
    await approveDraft(await draftIn(ledger, made), anna(ledger))
    void server.sendApproved()
    await tick()
    expect(await draftIn(ledger, made)).toMatchObject({ state: 'sending' })
    clock.time += 15_000
    expect(await draftIn(ledger, made)).toMatchObject({ state: 'unknown' })
  })
})

test('a reference is the beginning of the id', async () => {
  const { call, ledger } = shop()
  const draft = await draftIn(ledger, await call())
  expect(await findDrafts(ledger, draft.ref.slice(0, 4))).toEqual([draft])
})

function defer(): { promise: Promise<unknown>; resolve: (value: unknown) => void } {
  const parts: { resolve?: (value: unknown) => void } = {}
  const promise = new Promise((resolve) => (parts.resolve = resolve))
  return { promise, resolve: (value) => parts.resolve?.(value) }
}

function tick(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 20))
}
