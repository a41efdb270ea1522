import fc from 'fast-check'
import { expect, test } from 'vitest'
import { divide, sentencesOf } from './boundary.ts'

test('a sentence of contrast is a boundary, the others say what a tool does', () => {
  expect(divide('Archive a record. Do not use it to delete: delete_record does. Needs an id.')).toEqual({
    plain: 'Archive a record. Needs an id.',
    boundaries: ['Do not use it to delete: delete_record does.'],
  })
})

test.each([
  'Unlike list_items, it counts.',
  'Use list_items instead.',
  'Only for admins.',
  'Nicht zum Löschen, sondern zum Archivieren.',
  '不要用于删除。',
])('%s', (sentence) => {
  expect(divide(`Count the items.\n\n${sentence}`).boundaries).toEqual([sentence])
})

test('a description of boundaries alone stays', () => {
  expect(divide('Does not delete.').plain).toBe('Does not delete.')
})

test('a list item is a sentence', () => {
  expect(sentencesOf('Get one of:\n- a file\n- a folder')).toEqual(['Get one of:\n', '- a file\n', '- a folder'])
})

test('nothing of a text is lost', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(sentencesOf(text).join('')).toBe(text)
    }),
  )
})

test.each(['\n', ' ', '\n ', '. ', 'not ', '。', '- '])('a text of nothing but %j is read in time', (part) => {
  const started = performance.now()
  divide(part.repeat(200_000))
  expect(performance.now() - started).toBeLessThan(2000)
})
