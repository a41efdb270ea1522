import { describe, expect, test } from 'vitest'
import { readServersFile } from './servers-file.ts'
import type { ServersFile } from './servers-file.ts'

const env = { PATH: '/bin', HOME: '/home/ann', TOKEN: 't', SECRET: 's', ODD: '() { :; }' }
const read = (servers: object, more: Partial<ServersFile> = {}) =>
  readServersFile({
    text: JSON.stringify({ mcpServers: servers }),
    name: 'servers.json',
    folder: '/home/ann/config',
    isUsers: true,
    env,
    ...more,
  })

describe('a config of servers', () => {
  test('is read as other hosts have it', () => {
    const servers = {
      orders: { source: 'orders.ts', trust: 'trusted' },
      github: {
        command: 'npx',
        args: ['-y', 'gh-helper'],
        env: { GH_TOKEN: '${TOKEN}' },
        type: 'stdio',
        disabled: false,
      },
      far: { url: 'https://example.com/mcp', headers: { authorization: 'Bearer ${env:TOKEN}' }, trust: 'trusted' },
    }
    expect(read(servers)).toEqual([
      {
        key: 'orders',
        place: { source: '/home/ann/config/orders.ts' },
        trust: 'own',
        tiers: {},
        isUsers: true,
        env: {},
      },
      {
        key: 'github',
        place: {
          command: 'npx',
          args: ['-y', 'gh-helper'],
          cwd: '/home/ann/config',
          env: { PATH: '/bin', HOME: '/home/ann', GH_TOKEN: 't' },
        },
        env: { GH_TOKEN: 't' },
        trust: 'untrusted',
        tiers: {},
        isUsers: true,
      },
      {
        key: 'far',
        place: { url: 'https://example.com/mcp', headers: { authorization: 'Bearer t' } },
        trust: 'trusted',
        tiers: {},
        isUsers: true,
      },
    ])
  })

  test('of a project raises no trust and lowers no tier', () => {
    const servers = { a: { command: 'a', trust: 'trusted', tiers: { delete_all: 'read' } }, b: { source: 'b.ts' } }
    const entries = read(servers, { isUsers: false })
    expect(entries.map(({ trust, tiers, isUsers }) => [trust, tiers, isUsers])).toEqual([
      ['untrusted', {}, false],
      ['untrusted', {}, false],
    ])
    expect(read(servers)[0]).toMatchObject({ trust: 'trusted', tiers: { delete_all: 'read' } })
  })

  test.each([
    [{ 'a/b': { command: 'a' } }, 'servers.json: "a/b" is no name for a server'],
    [{ a: {} }, 'servers.json: a: it has one of "command", "url" and "source"'],
    [{ a: { command: 'a', url: 'http://b' } }, 'it has one of'],
    [
      { a: { command: 'a', trust: 'own' } },
      '"trust" is "trusted" or "untrusted", not "own". What is your own names its "source".',
    ],
    [{ a: { command: 'a', trust: 'Trusted' } }, '"trust" is "trusted" or "untrusted"'],
    [{ a: { command: 'a', args: 'b' } }, '"args" is no list of texts.'],
    [{ a: { command: 'a', env: { A: 1 } } }, '"env" holds A, which is no text.'],
    [{ a: { command: 'a', env: { A: '${NONE}' } } }, 'the environment has no NONE.'],
    [{ a: { url: 'ftp://a' } }, '"url" is no http URL.'],
    [
      { a: { command: 'a', tiers: { b: 'worse' } } },
      '"tiers" says "worse" of b. There are read, write, destructive, destructive_open.',
    ],
  ])('%j is refused', (servers, message) => {
    expect(() => read(servers)).toThrow(message)
  })

  test('without servers is none', () => {
    expect(() => read({}, { text: '{}' })).toThrow('servers.json has no "mcpServers".')
  })
})
