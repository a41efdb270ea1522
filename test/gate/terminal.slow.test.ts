import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { elapsed, onTerminal, takeTerminals } from '../drafts/terminal.ts'
import { createPlace, type Place, serverFile, startHost, textOf } from './kit.ts'

let place: Place
afterEach(() => {
  takeTerminals()
  place.remove()
})

function call(tool: string, env: Record<string, string> = {}): ReturnType<typeof onTerminal> {
  const folder = join(place.home, '..')
  const args = ['call', tool, 'id=n1', '--', process.execPath, serverFile, join(folder, 'effects.txt')]
  return onTerminal(args, { cwd: folder, env })
}

/** Types as people do. */
async function spell(terminal: ReturnType<typeof onTerminal>, word: string): Promise<void> {
  for (const key of word) {
    terminal.press(key)
    await elapsed(250)
  }
}

describe('a person who types a call of a foreign server', () => {
  test('is not asked about what reads', async () => {
    place = createPlace()
    const terminal = call('find_note')
    expect(await terminal.end()).toMatchObject({
      code: 0,
      said: expect.stringContaining('find_note did n1') as unknown,
    })
  })

  test('sees the call, and o runs it; what was typed ahead does not', async () => {
    place = createPlace()
    const terminal = call('save_note')
    terminal.rush('o')
    terminal.rush('o')
    const shown = await terminal.says('[i] info')
    terminal.rush('o')
    expect(shown).toMatch(/2 WRITE  Save note n1 {4,}.*\n/)
    await elapsed(1200)
    expect(place.effects()).toEqual([])
    terminal.press('\r')
    await elapsed(1200)
    terminal.press('o')
    expect(await terminal.end()).toMatchObject({ code: 0 })
    expect(place.effects()).toEqual(['save_note n1'])
  })

  test('types words where a key is asked for: stop does nothing, no denies', async () => {
    place = createPlace()
    const terminal = call('save_note')
    await terminal.says('[i] info')
    await elapsed(700)
    await spell(terminal, 'stop')
    await elapsed(1200)
    await spell(terminal, 'no')
    const { code, said } = await terminal.end()
    expect(code).toBe(1)
    expect(said).toContain('[i] info > n\n')
    expect(place.effects()).toEqual([])
  })

  test.each(['no thanks\r', 'abc\n', 'o\r'])(
    'types %j at once where a key is asked for: it does nothing',
    async (line) => {
      place = createPlace()
      const terminal = call('save_note')
      await terminal.says('[i] info')
      await elapsed(700)
      terminal.press(line)
      await elapsed(1200)
      expect(place.effects()).toEqual([])
      terminal.press('o')
      expect(await terminal.end()).toMatchObject({ code: 0, said: expect.not.stringContaining('Denied.') as unknown })
    },
  )

  test.each(['too late\r', 't'])('says why at once (%j), and nothing of it is lost', async (typed) => {
    place = createPlace()
    const terminal = call('save_note')
    await terminal.says('[i] info')
    await elapsed(700)
    terminal.press('r')
    await terminal.says('Enter says nothing > ')
    terminal.press(typed)
    if (!typed.endsWith('\r')) await spell(terminal, 'oo late\r')
    expect(await terminal.end()).toMatchObject({
      code: 1,
      said: expect.stringContaining('save_note was not run: too late') as unknown,
    })
  })

  test.each(['\u0003', '\u0004'])('leaves at why with %j: a line ends there', async (key) => {
    place = createPlace()
    const terminal = call('save_note')
    await terminal.says('[i] info')
    await elapsed(700)
    terminal.press('r')
    await terminal.says('Enter says nothing > ')
    terminal.press(`to${key}`)
    const { code, said } = await terminal.end()
    expect(code).toBe(1)
    expect(said).toMatch(/Enter says nothing > to\n/)
  })

  test('types the object of what may destroy; another word denies and asks why', async () => {
    place = createPlace()
    const first = call('delete_note')
    expect(await first.says('anything else denies > ')).toContain('4 ███ DANGER · MAY DESTROY FOR GOOD')
    await first.type('yes')
    await first.says('Enter says nothing > ')
    await first.type('I meant another')
    const { code, said } = await first.end()
    expect(code).toBe(1)
    expect(said).toContain('delete_note was not run: I meant another')
    expect(place.effects()).toEqual([])
    const second = call('delete_note')
    await second.says('anything else denies > ')
    await second.type('n1')
    expect(await second.end()).toMatchObject({ code: 0 })
    expect(place.effects()).toEqual(['delete_note n1'])
  })

  test('has typed half of an answer before the question was there: it does not count', async () => {
    place = createPlace()
    const terminal = call('delete_note')
    terminal.press('n1')
    await terminal.says('anything else denies > ')
    await elapsed(900)
    terminal.press('\r')
    await terminal.says('Enter says nothing > ')
    await terminal.type('')
    expect(await terminal.end()).toMatchObject({ code: 1 })
    expect(place.effects()).toEqual([])
  })

  test('edits the arguments in an editor before they are sent', async () => {
    place = createPlace()
    const editor = join(place.home, 'edit.sh')
    writeFileSync(editor, `sed -i s/n1/n2/ "$1"\n`)
    const terminal = call('save_note', { EDITOR: `sh ${editor}` })
    await terminal.says('[i] info')
    await elapsed(700)
    terminal.press('e')
    await terminal.says('2 WRITE  Save note n2')
    await elapsed(900)
    terminal.press('o')
    expect(await terminal.end()).toMatchObject({ code: 0 })
    expect(place.effects()).toEqual(['save_note n2'])
  })

  test('has the keyboard in the editor, from its first key on', async () => {
    place = createPlace()
    const editor = join(place.home, 'edit.sh')
    writeFileSync(editor, `echo EDITS\nread typed\nsed -i "s/n1/$typed/" "$1"\n`)
    const terminal = call('save_note', { EDITOR: `sh ${editor}` })
    await terminal.says('[i] info')
    await elapsed(700)
    terminal.press('e')
    await terminal.says('EDITS')
    await spell(terminal, 'n5\r')
    await terminal.says('2 WRITE  Save note n5')
    await elapsed(300)
    terminal.press('o')
    expect(await terminal.end()).toMatchObject({ code: 0 })
    expect(place.effects()).toEqual(['save_note n5'])
  })

  test('sees no colour where none is wanted, and no longer lines than the terminal has', async () => {
    place = createPlace()
    const coloured = call('delete_note', { TERM: 'xterm' })
    expect(await coloured.says('anything else denies > ')).toContain('\u001B[1;31m4 ███ DANGER')
    const plain = call('delete_note', { TERM: 'xterm', NO_COLOR: '1' })
    expect(await plain.says('anything else denies > ')).not.toContain('\u001B[')
  })

  test('is no agent', async () => {
    place = createPlace()
    const { code, said } = await call('save_note', { CLAUDECODE: '1' }).end()
    expect(code).toBe(1)
    expect(said).toContain('CLAUDECODE is the mark of an agent')
    expect(place.effects()).toEqual([])
  })
})

describe('a person who looks at servers', () => {
  test('sees what is offered and accepts it, and a gate that runs takes notice', async () => {
    place = createPlace({ trust: 'untrusted' })
    const host = await startHost(place, { person: () => ({ action: 'decline' }) })
    expect(await host.request('tools/list')).toMatchObject({ tools: [] })
    const terminal = onTerminal(['gate', 'review'], { cwd: place.home, env: place.env })
    const shown = await terminal.says('anything else does not > ')
    expect(shown).toMatch(/UNTRUSTED server notes: .*server\.mjs/)
    expect(shown).toContain('    delete_note (destructive_open) Its definition hides a character.')
    await terminal.type('accept')
    await terminal.says('Accepted.')
    expect((await terminal.end()).code).toBe(0)
    await expect
      .poll(async () => JSON.stringify(await host.request('tools/list')), { timeout: 8000 })
      .toContain('notes__find_note')
    // Nobody vouches for it: what claims to read is asked about as well.
    expect(textOf(await host.call('notes__find_note'))).toMatch(/the user said no/)
    expect(host.questions[0]!.message).toContain('UNTRUSTED server')
    await host.leave()
  })

  test('is shown a config of a project before anything of it starts', async () => {
    place = createPlace()
    const folder = join(place.home, '..')
    const config = join(folder, 'project.json')
    const notes = { command: process.execPath, args: [serverFile, join(folder, 'effects.txt')], trust: 'trusted' }
    writeFileSync(config, JSON.stringify({ mcpServers: { notes } }))
    const first = onTerminal(['gate', 'review', '--config', config], { cwd: folder, env: place.env })
    const shown = await first.says('anything else does not > ')
    expect(shown).toContain('effects.txt (trusted)')
    expect(shown).toContain('as your user, trusted as it says.')
    await first.type('no')
    expect((await first.end()).code).toBe(1)
    const second = onTerminal(['gate', 'review', '--config', config], { cwd: folder, env: place.env })
    await second.says('anything else does not > ')
    await second.type('accept')
    await second.says('notes is as it was accepted.')
    expect((await second.end()).code).toBe(0)
  })
})
