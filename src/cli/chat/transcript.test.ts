import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { Message, UserMessage } from '../../host/index.ts'
import { forOtherModel, readTranscript, transcriptPath, withUserText, writeTranscript } from './transcript.ts'
import type { Transcript } from './transcript.ts'

const folder = mkdtempSync(join(tmpdir(), 'verbnoun-chat-'))
afterAll(() => rmSync(folder, { recursive: true }))

const user: UserMessage = { role: 'user', parts: [{ kind: 'text', text: 'Where is it?' }] }
const asked: Message = {
  role: 'assistant',
  parts: [
    { kind: 'reasoning', text: 'hm', providerData: { signature: 's' } },
    { kind: 'text', text: 'I look.', providerData: { id: 1 } },
    { kind: 'call', id: 'c1', name: 'order_status', arguments: { order_id: 'PT-1042' }, providerData: { id: 2 } },
  ],
}
const answered: Message = {
  role: 'tool',
  answers: [{ id: 'c1', name: 'order_status', isError: false, parts: [{ kind: 'text', text: 'shipped' }] }],
}

function transcript(messages: readonly Message[]): Transcript {
  return { version: 1, model: 'scripted', created: '2026-12-01T10:00:00Z', updated: '2026-12-01T10:00:01Z', messages }
}

describe('a transcript', () => {
  test('is read as it was written, and is nobody else’s to read', async () => {
    const path = join(folder, 'a.json')
    await writeTranscript(path, transcript([user]))
    await writeTranscript(path, transcript([user, asked, answered]))
    expect(await readTranscript(path, 'a.json')).toEqual(transcript([user, asked, answered]))
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder)).toEqual(['a.json'])
  })

  test('stays as it was where the new one cannot be written', async () => {
    const path = join(folder, 'b.json')
    await writeTranscript(path, transcript([user]))
    const before = readFileSync(path, 'utf8')
    const unwritable = { ...transcript([user]), toJSON: () => BigInt(1) }
    await expect(writeTranscript(path, unwritable)).rejects.toThrow('BigInt')
    expect(readFileSync(path, 'utf8')).toBe(before)
    expect(readdirSync(folder)).toEqual(['a.json', 'b.json'])
  })

  test.each([
    ['nothing', '', 'it is no JSON'],
    ['half of one', '{"version": 1, "mess', 'it is no JSON'],
    ['another version', JSON.stringify({ ...transcript([]), version: 2 }), 'version'],
    [
      'a message of nobody',
      JSON.stringify({ ...transcript([]), messages: [{ role: 'system', parts: [] }] }),
      'messages[0]',
    ],
    ['a call without id', JSON.stringify(transcript([user])).replace('"kind":"text"', '"kind":"call"'), 'messages[0]'],
    ['hidden characters', JSON.stringify('\u202Exslx'), String.raw`\u{202E}`],
  ])('that is %s is refused with what is wrong', async (_, text, says) => {
    const path = join(folder, 'broken.json')
    writeFileSync(path, text)
    await expect(readTranscript(path, 'broken.json')).rejects.toThrow(
      /^broken\.json is no transcript of verbnoun chat: /,
    )
    await expect(readTranscript(path, 'broken.json')).rejects.toThrow(says)
    rmSync(path)
  })
})

describe('where it is kept', () => {
  const here = { cwd: folder, stateFolder: join(folder, 'state'), now: Date.parse('2026-12-01T10:20:30Z') }

  test('is a folder of its own, where nothing was said', async () => {
    const path = await transcriptPath({ named: undefined, continued: undefined }, here)
    expect(path).toMatch(/\/state\/chats\/2026-12-01-1020-[0-9a-f]{4}\.json$/)
    expect(statSync(join(folder, 'state', 'chats')).mode & 0o777).toBe(0o700)
  })

  test('is where it was, when it goes on', async () => {
    expect(await transcriptPath({ named: undefined, continued: 'a.json' }, here)).toBe(join(folder, 'a.json'))
    expect(await transcriptPath({ named: 'a.json', continued: 'a.json' }, here)).toBe(join(folder, 'a.json'))
  })

  test('is never a file that holds something else', async () => {
    await expect(transcriptPath({ named: 'a.json', continued: undefined }, here)).rejects.toThrow(
      'a.json is there already: name another, or go on from it with --continue a.json.',
    )
    await expect(transcriptPath({ named: 'no/x.json', continued: undefined }, here)).rejects.toThrow(
      'There is no folder no to keep no/x.json in.',
    )
  })
})

test('what was said without an answer is joined by what is said next', () => {
  const added = { kind: 'text', text: 'And?' }
  expect(withUserText([], 'And?')).toEqual([{ role: 'user', parts: [added] }])
  expect(withUserText([user], 'And?')).toEqual([{ role: 'user', parts: [...user.parts, added] }])
  expect(withUserText([user, asked, answered], 'b')).toHaveLength(4)
})

test('another provider gets the words and the calls, and nothing that only the first one knows', () => {
  expect(forOtherModel([user, asked, answered])).toEqual([
    user,
    {
      role: 'assistant',
      parts: [
        { kind: 'text', text: 'I look.' },
        { kind: 'call', id: 'c1', name: 'order_status', arguments: { order_id: 'PT-1042' } },
      ],
    },
    answered,
  ])
})
