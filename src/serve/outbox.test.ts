import { expect, test } from 'vitest'
import { createOutbox } from './outbox.ts'

function open() {
  const written: string[] = []
  const due: (() => void)[] = []
  const output = { write: (text: string) => written.push(text) > 0, once: () => undefined }
  const outbox = createOutbox(output, (run) => due.push(run))
  const endTick = () => {
    for (const run of due.splice(0)) run()
  }
  return { written, outbox, endTick }
}

test('the lines of a tick leave in one write at its end', () => {
  const { written, outbox, endTick } = open()
  for (const line of ['a', 'b', 'c']) outbox.put(line)
  expect(written).toEqual([])
  endTick()
  expect(written).toEqual(['a\nb\nc\n'])
})

test('many lines leave before the tick ends, in their order, each once', () => {
  const { written, outbox, endTick } = open()
  const lines = Array.from({ length: 21 }, (_, at) => `${at}`)
  for (const line of lines) outbox.put(line)
  expect(written.length).toBe(2)
  endTick()
  expect(written.join('').split('\n')).toEqual([...lines, ''])
  expect(written.length).toBe(3)
})
