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

test('every option of the docs is one', async () => {
  const { default: command } = await import('../../src/cli/commands/chat.ts')
  const named = [...text.matchAll(/--([a-z][a-z-]*)/g)].map(([, name]) => name!)
  expect(named.filter((name) => !(name in command.options))).toEqual([])
})

/** Without times and places. */
function plain(said: string): string {
  return said.replaceAll(/done, [\d.]+ m?s/g, 'done').replace(/Kept in \S+/, 'Kept')
}
