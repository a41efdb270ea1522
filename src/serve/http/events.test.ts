import { expect, test } from 'vitest'
import { EventStream } from './events.ts'
import type { Sink } from './message.ts'
import { createPast } from './past.ts'

function reader(): Sink & { readonly read: () => string } {
  let text = ''
  return {
    write: (more) => {
      text += more
    },
    end: () => {
      text += '(end)'
    },
    read: () => text,
  }
}

test('what was said before somebody listened is heard first, once', () => {
  const stream = new EventStream()
  const [one, other] = [reader(), reader()]
  stream.push('a')
  stream.open(one)
  stream.push('b')
  stream.open(other)
  stream.push('c')
  stream.end()
  expect([one.read(), other.read()]).toEqual(['data: a\n\ndata: b\n\n(end)', 'data: c\n\n(end)'])
})

test('a named stream can be resumed after any event, also when it has ended', () => {
  const stream = new EventStream({ name: '3', primes: true })
  for (const data of ['a', 'b', 'c']) stream.push(data)
  stream.end()
  const [whole, rest] = [reader(), reader()]
  stream.open(whole)
  stream.open(rest, 3)
  expect(whole.read()).toBe('id: 3-1\ndata: \n\nid: 3-2\ndata: a\n\nid: 3-3\ndata: b\n\nid: 3-4\ndata: c\n\n(end)')
  expect(rest.read()).toBe('id: 3-4\ndata: c\n\n(end)')
})

test('the past is bounded, but its last event is there', () => {
  const stream = new EventStream({ name: '1' })
  for (let at = 0; at < 100; at += 1) stream.push(`${at}${'x'.repeat(10_000)}`)
  const sink = reader()
  stream.open(sink)
  expect(sink.read().length).toBeLessThan(300_000)
  expect(sink.read()).toContain('data: 99x')
  stream.push('y'.repeat(1_000_000))
  const last = reader()
  stream.open(last)
  expect(last.read().length).toBeGreaterThan(1_000_000)
  stream.close()
})

test('who has gone hears no more, and does not close what another has opened', () => {
  const stream = new EventStream({ name: '1' })
  const [one, other] = [reader(), reader()]
  stream.open(one)
  stream.open(other)
  stream.close(one)
  expect(stream.isOpen).toBe(true)
  stream.close(other)
  stream.push('a')
  expect([stream.isOpen, other.read()]).toEqual([false, ''])
})

test('streams that remember together forget the oldest of all first', () => {
  const past = createPast(40)
  const [one, other] = [new EventStream({ name: '1', past }), new EventStream({ name: '2', past })]
  one.push('a')
  other.push('b')
  one.push('c')
  expect([heard(one), heard(other)]).toEqual(['id: 1-2\ndata: c\n\n', 'id: 2-1\ndata: b\n\n'])
  other.forget()
  one.push('d')
  expect(heard(one)).toBe('id: 1-2\ndata: c\n\nid: 1-3\ndata: d\n\n')
  one.push('x'.repeat(40))
  expect(heard(one)).toBe(`id: 1-4\ndata: ${'x'.repeat(40)}\n\n`)
})

function heard(stream: EventStream): string {
  const all = reader()
  stream.open(all)
  stream.close()
  return all.read()
}
