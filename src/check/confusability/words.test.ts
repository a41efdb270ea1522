import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { everyWordOf, wordsOf } from './words.ts'

function shown(text: string): string {
  return wordsOf(text)
    .map((word) => word.shown)
    .join(' ')
}

function keys(text: string): string[] {
  return wordsOf(text).map(({ key }) => key)
}

describe('a name falls into its words', () => {
  test.each([
    ['list_all_items', 'list items'],
    ['list-repo.files/v2', 'list repo files v2'],
    ['getURLOfUser', 'get url user'],
    ['ListUserIDs', 'list user ids'],
    ['s3Bucket', 's3 bucket'],
    ['get_OAuth2Token', 'get oauth2 token'],
    ['queryPostgreSQL', 'query postgre sql'],
  ])('%s', (name, words) => {
    expect(shown(name)).toBe(words)
  })
})

test('what people write with humps is one word', () => {
  expect(shown('GitHub, YouTube, PostgreSQL and MySQL')).toBe('github youtube postgresql mysql')
})

test('the forms of a word meet', () => {
  expect(new Set(keys('list lists listed listing'))).toHaveLength(1)
  expect(new Set(keys('create creates created creating'))).toHaveLength(1)
  expect(new Set(keys('query queries querying'))).toHaveLength(1)
  expect(new Set(keys('box boxes'))).toHaveLength(1)
  expect(new Set(keys('name names naming named'))).toHaveLength(1)
  expect(new Set(keys('run runs running'))).toHaveLength(1)
  expect(new Set(keys('add adds adding added'))).toHaveLength(1)
  expect(new Set(keys('id ids'))).toHaveLength(1)
})

test('what only looks like a form stays itself', () => {
  expect(keys('news new setting set rating rat gas dns')).toEqual([
    'news',
    'new',
    'setting',
    'set',
    'rate',
    'rat',
    'gas',
    'dns',
  ])
  expect(keys('status string feed speed bus address')).toEqual(['status', 'string', 'feed', 'speed', 'bus', 'address'])
})

test('Chinese and Japanese are read word by word, without their particles', () => {
  expect(shown('返回搜索结果的列表')).toBe('返回 搜索 结果 列表')
  expect(shown('キーワードで検索します')).toContain('検索')
  expect(shown('キーワードで検索します')).not.toContain('で ')
})

test('German keeps its umlauts where it is shown and loses them where words meet', () => {
  expect(shown('Löscht die Datei für den Benutzer')).toBe('löscht die datei benutzer')
  expect(keys('Löscht')).toEqual(keys('Loscht'))
})

test('letters of other scripts keep their marks', () => {
  expect(keys('файл й')).toEqual(['файл'])
  expect(keys('ガラス')).toEqual(['ガラス'])
})

test('words that join a sentence tell nothing', () => {
  expect(shown('Use this tool to get the list of all of your files')).toBe('get list files')
  expect(everyWordOf('Use this tool').map((word) => word.shown)).toEqual(['use', 'this', 'tool'])
})

test('any text has words, and none is empty', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const words = everyWordOf(text)
      expect(words.every((word) => word.shown.length > 0 && word.key.length > 0)).toBe(true)
      expect(wordsOf(text).length).toBeLessThanOrEqual(words.length)
    }),
  )
})
