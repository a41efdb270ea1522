import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { callOver, makeProject, type Program, startProgram } from './program.ts'

const { folder, remove } = makeProject({})
let program: Program | undefined
let count = 0

afterEach(() => {
  program?.child.kill('SIGKILL')
})
afterAll(remove)

/** A server whose `tell_version` gives that number; `more` is code beside it. */
function sourceOf(version: number, more = ''): string {
  return `import { server } from 'verbnoun'
export default server({
  start() { console.log('started ${version}') },
  stop() { console.log('stopped ${version}') },
})
/** Tell the version.
 * @readonly */
export function tell_version(): string { return 'version ${version}' }
/** Wait for a while.
 * @readonly
 * @param ms - How long, in milliseconds. */
export async function wait_while(ms: number): Promise<string> {
  await new Promise((resolve) => setTimeout(resolve, ms))
  return 'waited in version ${version}'
}
${more}
`
}

interface Developing {
  readonly file: string
  readonly program: Program
  readonly save: (text: string) => void
}

function develop(text: string, ...args: string[]): Developing {
  const name = `shop-${(count += 1)}.ts`
  const save = (saved: string): void => writeFileSync(join(folder, name), saved)
  save(text)
  program = startProgram(['dev', name, '--ledger', 'memory:', ...args], { cwd: folder })
  return { file: name, program, save }
}

async function textOf(url: string, name: string, params: object = {}): Promise<string> {
  const { content } = await callOver(url, name, params)
  return content?.[0]?.text ?? ''
}

describe('verbnoun dev over HTTP', () => {
  test('reloads on save, and lets calls end on the code that they began on', async () => {
    const {
      save,
      program: { hear, said, url: whenServed },
    } = develop(sourceOf(1), '--http', '--port', '0')
    const url = await whenServed()
    expect(await textOf(url, 'tell_version')).toBe('version 1')
    const waiting = textOf(url, 'wait_while', { arguments: { ms: 4000 } })
    save(sourceOf(2, '/** Say a word.\n * @readonly */\nexport function say_word(): string { return "word" }'))
    await hear('reloaded: 3 tools; added say_word')
    expect(await textOf(url, 'tell_version')).toBe('version 2')
    expect(await textOf(url, 'say_word')).toBe('word')
    expect(said()).not.toContain('stopped 1')
    expect(await waiting).toBe('waited in version 1')
    await hear('stopped 1')
    await hear('started 2')
    save(sourceOf(3))
    await hear('reloaded: 2 tools; gone say_word')
    expect(await callOver(url, 'say_word')).toMatchObject({ code: -32_602 })
  })

  test('keeps the last good source while it is broken, and says where', async () => {
    const {
      file,
      save,
      program: { hear, url: whenServed },
    } = develop(sourceOf(1), '--http', '--port', '0')
    const url = await whenServed()
    save(sourceOf(2, 'export function ('))
    await hear(`${file}(`)
    await hear('The last good state is served on.')
    expect(await textOf(url, 'tell_version')).toBe('version 1')
    save(sourceOf(3, '/** Take anything.\n * @param it - What. */\nexport function take_any(it: () => void): void {}'))
    await hear('The last good state is served on.', 2)
    save(sourceOf(4, 'throw new Error("There is no database.")'))
    await hear('There is no database.')
    expect(await textOf(url, 'tell_version')).toBe('version 1')
    save(sourceOf(5))
    await hear('reloaded: 2 tools')
    expect(await textOf(url, 'tell_version')).toBe('version 5')
  })

  test('waits for a source that can be served', async () => {
    const {
      save,
      program: { hear, url: whenServed, child, ended },
    } = develop('export function (', '--http', '--port', '0')
    await hear('Nothing is served until this is mended.')
    save(sourceOf(1))
    expect(await textOf(await whenServed(), 'tell_version')).toBe('version 1')
    child.kill('SIGTERM')
    await hear('stopped 1')
    expect(await ended).toEqual({ code: 0, signal: null })
  })
})

test('verbnoun dev over stdio tells its client when the list has changed, and only then', async () => {
  const {
    save,
    program: { child, ended, hear },
  } = develop(sourceOf(1))
  await hear('serves on stdio')
  let heard = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    heard += text
  })
  const send = (message: object): void => void child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  const clientInfo = { name: 'test', version: '0' }
  send({ id: 0, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo } })
  send({ method: 'notifications/initialized' })
  await expect.poll(() => heard).toContain('"id":0')
  save(sourceOf(2))
  await hear('reloaded: 2 tools')
  send({ id: 1, method: 'tools/call', params: { name: 'tell_version' } })
  await expect.poll(() => heard).toContain('version 2')
  expect(heard).not.toContain('list_changed')
  save(sourceOf(3, '/** Say a word.\n * @readonly */\nexport function say_word(): string { return "word" }'))
  await hear('reloaded: 3 tools')
  await expect.poll(() => heard).toContain('"notifications/tools/list_changed"')
  child.stdin?.end()
  expect(await ended).toEqual({ code: 0, signal: null })
})
