import { expect, test } from 'vitest'
import { resultOf } from './outcome.ts'

const same = (uri: string): string => uri

test('what is wrong with a result is told, unless it would tell what is for the user alone', () => {
  const reason =
    'read_pin ran, but its result broke its declared shape: pin: got "1234", want a number. Do not call it again.'
  const text = { type: 'text', text: '{"pin":"1234"}' } as const
  const open = { content: [text], structuredContent: { pin: '1234' } }
  const closed = { ...open, content: [{ ...text, annotations: { audience: ['user'] } } as const] }
  const textOf = (result: typeof open | typeof closed): unknown =>
    resultOf({ kind: 'unusable', result, reason }, 'read_pin', same).content[0]
  expect(textOf(open)).toEqual({ type: 'text', text: reason })
  expect(textOf(closed)).toEqual({
    type: 'text',
    text: 'read_pin ran. Its result broke its declared shape. Do not call it again.',
  })
})

test('what others wrote ends before a sentence of ours begins', () => {
  const text = resultOf({ kind: 'unknown', reason: 'Connection closed' }, 'send_mail', same).content[0]
  expect(text).toEqual({
    type: 'text',
    text: 'Nobody knows whether send_mail was done: Connection closed. Do not call it again before you have checked.',
  })
})
