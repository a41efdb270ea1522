import { once } from 'node:events'
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import type { Server } from 'node:net'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { buildServer, SourceError } from '../../src/compile/index.ts'
import type { Built } from '../../src/compile/index.ts'
import { project } from './project.ts'

const files = {
  'package.json': '{"name":"shop","type":"module"}',
  'tools.ts':
    "import { word } from './word.js'\n/** Say a word. */\nexport function say_word(): { said: string } { return { said: word } }",
  'word.js': "export const word = 'hey'",
  'commonjs/package.json': '{"name":"old"}',
  'entry.mjs': '/** Do. */\nexport function do_it() {}',
  'constants.ts': 'export const one = 1',
  'boxed.ts': 'export const box = { open: () => 1 }',
}

async function build(root: string, outfile: string, entry = 'tools.ts'): Promise<Built> {
  return await buildServer([entry], { cwd: root, outfile })
}

/** Every file of a project with its text. */
function contentOf(root: string): Record<string, string> {
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
    lstatSync(join(root, name)).isFile(),
  )
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(root, name), 'utf8')]))
}

const servers: Server[] = []
afterAll(() => {
  for (const server of servers) server.close()
})

async function openSocket(path: string): Promise<void> {
  const server = createServer().listen(path)
  servers.push(server)
  await once(server, 'listening')
}

describe('a build destroys nothing', () => {
  test.each([
    ['an entry', 'entry.mjs', 'entry.mjs is one of the sources; a build does not write over it.'],
    ['a module that an entry imports', 'word.js', 'word.js is one of the sources; a build does not write over it.'],
    ['a source by another way', 'link/word.js', 'link/word.js is one of the sources; a build does not write over it.'],
    ['a folder', 'folder.mjs', 'folder.mjs is a folder; a build writes one file.'],
    ['a socket', 'socket.mjs', 'socket.mjs is there already and is no regular file.'],
    ['a link', 'link.mjs', 'link.mjs is there already and is no regular file.'],
    ['a device', '/dev/null', 'A built server is a module: name it /dev/null.mjs, not /dev/null.'],
    ['what is named as a source', 'tools.ts', 'A built server is a module: name it tools.mjs, not tools.ts.'],
    ['what is named as CommonJS', 'server.cjs', 'A built server is a module: name it server.mjs, not server.cjs.'],
    [
      'a file that Node would take for CommonJS',
      'commonjs/dist/server.js',
      'Node would not run commonjs/dist/server.js as a module, because its package.json has no "type": "module"; name it commonjs/dist/server.mjs.',
    ],
    ['a file below another file', 'word.js/server.mjs', /^word\.js\/server\.mjs cannot be written: E(NOTDIR|EXIST): /],
  ])('%s is refused', async (_, outfile, message) => {
    const root = project(files)
    mkdirSync(join(root, 'folder.mjs'))
    await openSocket(join(root, 'socket.mjs'))
    symlinkSync(join(root, 'entry.mjs'), join(root, 'link.mjs'))
    symlinkSync(root, join(root, 'link'))
    const before = contentOf(root)
    const built = build(root, outfile, outfile === 'entry.mjs' ? outfile : 'tools.ts')
    await expect(built).rejects.toThrow(message)
    await expect(built).rejects.toBeInstanceOf(SourceError)
    expect(contentOf(root)).toEqual(before)
    expect(lstatSync(join(root, 'socket.mjs')).isSocket()).toBe(true)
    expect(lstatSync(join(root, 'link.mjs')).isSymbolicLink()).toBe(true)
  })

  test('and leaves one file, over one that was built before', async () => {
    const root = project(files)
    for (const outfile of ['out/server.mjs', 'out/server.mjs', 'out/server.js'])
      expect((await build(root, outfile)).outfile).toBe(join(root, outfile))
    expect(readdirSync(join(root, 'out')).toSorted()).toEqual(['server.js', 'server.mjs'])
    expect(readFileSync(join(root, 'out/server.js'), 'utf8')).toContain('hey')
  })
})

test('what holds no tool is not built', async () => {
  const root = project(files)
  await expect(build(root, 'server.mjs', 'constants.ts')).rejects.toThrow(
    'constants.ts exports no tool: a tool is an exported function with a doc comment.',
  )
  const { outfile, diagnostics } = await build(root, 'server.mjs', 'boxed.ts')
  expect([outfile, diagnostics.map(({ code }) => code)]).toEqual([undefined, ['hidden-functions']])
  expect(existsSync(join(root, 'server.mjs'))).toBe(false)
})

test('a module that is not there is told', async () => {
  await expect(build(project(files), 'server.mjs', 'nowhere.ts')).rejects.toThrow(
    'There is no file or folder nowhere.ts.',
  )
})
