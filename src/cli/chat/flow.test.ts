import { describe, expect, test } from 'vitest'
import { createFlow } from './flow.ts'
import { columnsOf, cutText, tameText } from './text.ts'

function flow(pieces: readonly string[], width?: number): string {
  const { take, end } = createFlow(() => width)
  return `${pieces.map(take).join('')}${end()}`
}

describe('a text that comes in pieces', () => {
  test('is broken between words, wherever its pieces end', () => {
    const text = 'Your parcel is with Indigo Post and arrives on Friday.'
    const whole = flow([text], 20)
    expect(whole).toBe('Your parcel is with\nIndigo Post and\narrives on Friday.\n')
    expect(flow(Array.from(text), 20)).toBe(whole)
  })

  test('shows a word once it is whole', () => {
    const { take, end } = createFlow(() => 20)
    expect([take('Hel'), take('lo the'), take('re'), end()]).toEqual(['', 'Hello', '', ' there\n'])
  })

  test('keeps its own lines and what they begin with', () => {
    expect(flow(['- one\n  - two\n\n', 'three\n'], 20)).toBe('- one\n  - two\n\nthree\n')
  })

  test('is never wider than the terminal, whatever it is written in', () => {
    const texts = ['a'.repeat(50), '漢字'.repeat(20), 'a\tb\tc\td\te\tf', '👩‍🚀 '.repeat(12), 'Ünïcödé '.repeat(9)]
    for (const text of texts)
      for (const line of flow([text], 16).split('\n'))
        expect(columnsOf(line.replaceAll(/\t/g, '        ').trimEnd())).toBeLessThanOrEqual(
          line.includes('\t') ? 40 : 16,
        )
    expect(flow(['漢字漢字漢字'], 8)).toBe('漢字漢字\n漢字\n')
  })

  test('is left as it is where nobody is wide or narrow', () => {
    expect(flow(['a'.repeat(300), ' b\n', 'c'])).toBe(`${'a'.repeat(300)} b\nc\n`)
  })

  test('moves nothing and hides nothing, also across pieces', () => {
    expect(flow(['\u001B', '[2Jgone\u202E\r', '\nnext \r over\u0007'])).toBe(
      '\\u{1B}[2Jgone\\u{202E}\nnext \\u{D} over\\u{7}\n',
    )
    expect(flow(['\uD83D', '\uDE00'])).toBe('😀\n')
    expect(flow(['\uD83D', 'x'])).toBe('\\u{D83D}x\n')
  })
})

test('joiners stay where they are part of how something is written, and nowhere else', () => {
  expect(tameText('👩\u200D🚀 می\u200Cخواهم')).toBe('👩\u200D🚀 می\u200Cخواهم')
  expect(tameText('pay\u200Dpal \u200C')).toBe('pay\\u{200D}pal \\u{200C}')
})

test('a text that does not fit says that there is more', () => {
  expect([cutText('abc', 3), cutText('abcd', 3), cutText('漢字漢', 4)]).toEqual(['abc', 'ab…', '漢…'])
})
