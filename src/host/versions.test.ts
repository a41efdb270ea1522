import { describe, expect, test } from 'vitest'
import { memoryStore } from '../ledger/index.ts'
import { runnerOf } from './runner.ts'
import { createVersions } from './versions.ts'

const place = (command: string, ...args: string[]) => ({ command, args, cwd: '/', env: {} })

describe('a command that fetches what it runs', () => {
  test.each([
    [place('npx', '-y', '@scope/server'), 'npx -y @scope/server@V'],
    [place('npx', '-y', 'server@1', '--flag'), 'npx -y server@V --flag'],
    [place('/usr/bin/npx', '--yes', '-p', 'server@^2.1', 'run-it', 'x'), '/usr/bin/npx --yes -p server@V run-it x'],
    [place('npx.cmd', 'server'), 'npx.cmd server@V'],
    [place('uvx', 'mcp-server-git', '--repository', 'x'), 'uvx mcp-server-git@V --repository x'],
    [place('uvx', '--python', '3.12', '--from', 'pkg==1.0', 'cmd'), 'uvx --python 3.12 --from pkg@V cmd'],
    [
      place('docker', 'run', '-i', '--rm', '-e', 'TOKEN', 'ghcr.io/acme/server:1', 'serve'),
      'docker run -i --rm -e TOKEN ghcr.io/acme/server@V serve',
    ],
    [place('docker', 'run', '--env=A=b', 'localhost:5000/server'), 'docker run --env=A=b localhost:5000/server@V'],
  ])('%j is held to one version', (command, wanted) => {
    const exact = runnerOf(command)?.exactly('V')
    expect([exact?.command, ...(exact?.args ?? [])].join(' ')).toBe(wanted)
  })

  test.each([
    [place('node', 'server.js')],
    [place('npx', './local')],
    [place('npx', '-y', 'github:acme/server')],
    [place('docker', 'compose', 'up')],
    [place('docker', 'run', `acme/server@sha256:${'a'.repeat(64)}`)],
    [place('uvx', 'git+https://example.com/x')],
  ])('%j fetches nothing that has a version', (command) => {
    expect(runnerOf(command)).toBeUndefined()
  })

  test('is started with the version of the first time, until it is updated', async () => {
    let ids = 0
    let current = '1.0.0'
    const options = { store: memoryStore({ now: () => 0 }), newId: () => String((ids += 1)), find: async () => current }
    const versions = createVersions(options)
    const npx = place('npx', '-y', 'server')
    const args = async (): Promise<unknown> => {
      const exact = await versions.exactly(npx)
      return 'args' in exact ? exact.args : undefined
    }
    expect(await args()).toEqual(['-y', 'server@1.0.0'])
    current = '2.0.0'
    expect(await args()).toEqual(['-y', 'server@1.0.0'])
    expect(await versions.update(npx)).toBe('2.0.0')
    expect(await args()).toEqual(['-y', 'server@2.0.0'])
    expect(await versions.exactly(place('node', 'a.js'))).toEqual(place('node', 'a.js'))
  })

  test('whose version cannot be told is not started', async () => {
    const store = memoryStore({ now: () => 0 })
    const versions = createVersions({ store, newId: () => '1', find: () => Promise.reject(new Error('offline')) })
    await expect(versions.exactly(place('npx', 'server'))).rejects.toThrow('offline')
  })
})
