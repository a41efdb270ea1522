import { expect, test } from 'vitest'
import { createPasteReader } from './paste.ts'

function read(...pieces: readonly string[]): string[] {
  return pieces.map(createPasteReader())
}

test('what is typed key by key stays as it is', () => {
  expect(read('h', 'i', '\r', '\u001B[A', '\u0003')).toEqual(['h', 'i', '\r', '\u001B[A', '\u0003'])
})

test('a paste of lines is one line, and Enter behind it is Enter', () => {
  expect(read('\u001B[200~one\r\ntwo\nthree\r\u001B[201~', '\r')).toEqual(['one⏎two⏎three⏎', '\r'])
  expect(read('a\u001B[200~b\rc\u001B[201~d\r')).toEqual(['ab⏎cd\r'])
})

test('a paste may come in pieces, its end among them', () => {
  expect(read('\u001B[200~one\rtw', 'o\u001B[2', '01~', '\r').join('')).toBe('one⏎two\r')
})

test('nothing in a paste is a key', () => {
  expect(read('\u001B[200~a\u0003b\u001B[Ac\td\u0004\u001B[201~')).toEqual(['ab[Ac    d'])
})

test('lines that come at once are one message where pastes are not marked', () => {
  expect(read('one\rtwo\r')).toEqual(['one⏎two\r'])
  expect(read('one\r')).toEqual(['one\r'])
})
