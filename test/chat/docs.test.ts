import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { chat, createRoom } from './kit.ts'

const text = readFileSync('docs/chat.md', 'utf8')

test('the turn of the docs prints what stands there', async () => {
  const [, model = '', prompt = '', shown = ''] =
    /```console\n\$ npx verbnoun chat \S+ --model scripted:(\S+) --prompt "(.*?)"\n(.*?)```/s.exec(text) ?? []
  const room = createRoom()
  try {
    const args = [resolve('examples/paper-trail/paper-trail.ts'), '--model', `scripted:${resolve(model)}`]
    const { code, out, err } = await chat(room, [...args, '--prompt', prompt])
    const wanted = plain(shown).split('\n')
    const printed = plain(`${out}${err}`).split('\n')
    expect(printed.toSorted()).toEqual(wanted.toSorted())
    expect(code).toBe(0)
  } finally {
    room.remove()
  }
})

test('the first conversation of the docs makes the call that stands there', async () => {
  const [, source = ''] = /```ts\n(.*?)```/s.exec(text) ?? []
  const [, script = ''] = /```json\n(.*?)```/s.exec(text) ?? []
  const room = createRoom()
  try {
    room.write('notes.ts', source)
    room.write('notes.json', script)
    const args = ['notes.ts', '--model', 'scripted:notes.json', '--prompt', 'Remember the bread.']
    const { code, out, err } = await chat(room, args)
    const called = '· notes > save_note text "Buy bread."'
    expect(text).toContain(called)
    expect(err).toContain(called)
    expect(err).not.toMatch(/warning|not connected/)
    expect(out).toContain('It is kept.')
    expect(code).toBe(0)
  } finally {
    room.remove()
  }
})

test('every option of the docs is one', async () => {
  const { default: command } = await import('../../src/cli/commands/chat.ts')
  const named = [...text.matchAll(/--([a-z][a-z-]*)/g)].map(([, name]) => name!)
  expect(named.filter((name) => !(name in command.options))).toEqual([])
})

/** Without times and places. */
function plain(said: string): string {
  return said.replaceAll(/done, [\d.]+ m?s/g, 'done').replace(/Kept in \S+/, 'Kept')
}
