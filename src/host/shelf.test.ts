import { expect, test } from 'vitest'
import type { Kept } from './convert/keep.ts'
import type { Message } from './loop/message.ts'
import { createShelf } from './shelf.ts'

const text = (said: string) => ({ kind: 'text', text: said, description: 'a text' }) as const
const link = (uri: string) => ({ kind: 'link', link: { type: 'resource_link', uri, name: 'x' } }) as const
const answer = (said: string) =>
  ({ id: 'c', name: 'x', isError: false, parts: [{ kind: 'text', text: said }] }) as const

test('the same thing of the same server has one handle', () => {
  const shelf = createShelf()
  const [one, other] = [shelf.keeping('one'), shelf.keeping('other')]
  expect([
    one(text('a')),
    other(text('a')),
    one(text('b')),
    one(text('a')),
    one(link('x://a')),
    one(link('x://a')),
  ]).toEqual(['h1', 'h2', 'h3', 'h1', 'h4', 'h4'])
  expect(shelf.find('h2')).toEqual({ kind: 'kept', server: 'other', item: text('a') })
})

test.each(['https://example.com', 'HTTP://example.com', 'file:///etc/passwd', 'data:text/plain,x'])(
  'a link to %s has none',
  (uri) => {
    expect(createShelf().keeping('one')(link(uri))).toBeUndefined()
  },
)

test('what was not asked for the longest is dropped, and its handle is never given again', () => {
  const shelf = createShelf({ items: 2 })
  const keep = (item: Kept) => shelf.keeping('one')(item)
  expect([keep(text('a')), keep(text('b'))]).toEqual(['h1', 'h2'])
  expect(shelf.find('h1').kind).toBe('kept')
  expect(keep(text('c'))).toBe('h3')
  expect(shelf.find('h2')).toEqual({
    kind: 'gone',
    reason: 'h2 is not kept any more. Call the tool again that gave it, if that changes nothing.',
  })
  expect([shelf.find('h1').kind, keep(text('b'))]).toEqual(['kept', 'h4'])
})

test('a conversation that goes on finds nothing else under a handle of before', () => {
  const after: Message[] = [
    { role: 'user', parts: [{ kind: 'text', text: '⟪kept as h70⟫' }] },
    {
      role: 'tool',
      answers: [
        answer('⟪link "x", handle h4: host__read_handle reads it⟫ as h90'),
        answer('⟪kept as h7: …⟫'),
        answer('"x://a" of s, characters 1–2 of 3. The next part: handle h8, from 3.'),
      ],
    },
  ]
  const shelf = createShelf({ after })
  expect(shelf.find('h4')).toMatchObject({ kind: 'gone', reason: expect.stringContaining('h4 is not kept any more.') })
  expect(shelf.keeping('one')(text('a'))).toBe('h9')
})

test('it holds so many bytes, whatever of', () => {
  const shelf = createShelf({ bytes: 10_000 })
  const keep = (item: Kept) => shelf.keeping('one')(item)
  expect(keep(text('x'.repeat(5001)))).toBeUndefined()
  const bytes = { kind: 'bytes', data: 'A'.repeat(4000), mimeType: 'image/png', description: 'x' } as const
  const handles = [keep(text('x'.repeat(2000))), keep(bytes), keep(text('y'.repeat(4000)))]
  expect(handles.map((handle) => shelf.find(handle!).kind)).toEqual(['gone', 'gone', 'kept'])
})

test('of one result nothing is dropped for the rest of it: what has no room has no handle', () => {
  const shelf = createShelf({ items: 3, bytes: 10_000 })
  shelf.keeping('one')(text('old'))
  const keep = shelf.keeping('one')
  expect(['a', 'b', 'c', 'd', 'a'].map((said) => keep(text(said)))).toEqual(['h2', 'h3', 'h4', undefined, 'h2'])
  expect(['h1', 'h2', 'h3', 'h4'].map((handle) => shelf.find(handle).kind)).toEqual(['gone', 'kept', 'kept', 'kept'])
  const large = shelf.keeping('other')
  expect([large(text('x'.repeat(4000))), large(text('y'.repeat(4000)))]).toEqual(['h5', undefined])
  expect(shelf.find('h5').kind).toBe('kept')
})

test.each([
  ['h1', 'There is no handle "h1". No result has named one yet.'],
  ['', 'There is no handle "". No result has named one yet.'],
  ['h\u202E1', String.raw`There is no handle "h\u{202E}1". No result has named one yet.`],
])('an unknown handle %j is told', (handle, reason) => {
  expect(createShelf().find(handle)).toEqual({ kind: 'gone', reason })
})
