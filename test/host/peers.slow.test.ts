import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Call, Request, ServerEntry, Verdict } from '../../src/host/index.ts'
import { attempt, entry, host, yes } from './hosting.ts'
import type { Hosting } from './hosting.ts'

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'verbnoun-')))
const files = join(folder, 'files')
mkdirSync(files)
writeFileSync(join(files, 'note.txt'), 'Hello')
let hosting: Hosting | undefined

beforeAll(async () => {
  const path = '../peers/install.mjs'
  const { peers, installPeers }: { peers: string; installPeers: () => void } = await import(path)
  installPeers()
  const peer = (name: string, ...args: string[]): ServerEntry =>
    node(name, [`${peers}node_modules/@modelcontextprotocol/server-${name}/dist/index.js`, ...args])
  const memory = peer('memory')
  hosting = await host(
    [
      peer('everything'),
      peer('filesystem', files),
      { ...memory, trust: 'untrusted' },
      ours('paper-trail'),
      ours('orders'),
    ],
    {
      policy: `rules: [{ id: site, allow: filesystem/write_file, tier: [destructive], when: { args.path: { within: ${files} } } }]`,
    },
  )
}, 300_000)

afterAll(async () => {
  await hosting?.connections.close()
  rmSync(folder, { recursive: true })
})

/** One of the examples: what we compile is our own. */
function ours(name: string): ServerEntry {
  const args = [resolve('dist/cli/main.js'), 'serve', resolve(`examples/${name}/${name}.ts`), '--ledger', 'memory:']
  return { ...node(name, args), trust: 'own' }
}

function node(key: string, args: readonly string[]): ServerEntry {
  const env = { PATH: process.env['PATH'] ?? '', MEMORY_FILE_PATH: join(folder, 'memory.json') }
  return entry(key, { command: process.execPath, args, cwd: folder, env })
}

function write(path: string): Call {
  return { server: 'filesystem', tool: 'write_file', arguments: { path, content: 'x' } }
}

function all(): Hosting {
  if (hosting === undefined) throw new Error('Nothing stands.')
  return hosting
}

function requestIn(verdict: Verdict): Request {
  if (verdict.kind !== 'ask') throw new Error(JSON.stringify(verdict))
  return verdict.request
}

describe('real servers and ours together', () => {
  test('are connected and listed', () => {
    const { gate, connections } = all()
    const states = ['everything', 'filesystem', 'memory', 'paper-trail', 'orders'].map((key) => connections.state(key))
    expect(states.map((state) => (state?.kind === 'failed' ? state.reason : state?.kind))).toEqual(
      Array(5).fill('ready'),
    )
    for (const { tools, leftOut } of gate.subjects.values()) {
      expect(tools.size).toBeGreaterThan(0)
      expect(leftOut).toEqual([])
    }
  })

  test('have findings for no tool: what raises a question must not cry wolf', () => {
    const found = [...all().gate.subjects.values()].flatMap(({ facts, tools }) =>
      [...tools].flatMap(([name, { findings }]) => findings.map(({ code }) => `${facts.key}/${name} ${code}`)),
    )
    expect(found).toEqual([])
  })

  test('run what only reads where they are trusted', async () => {
    expect(
      await attempt(all(), {
        server: 'filesystem',
        tool: 'read_text_file',
        arguments: { path: join(files, 'note.txt') },
      }),
    ).toBe('result: [{"type":"text","text":"Hello"}]')
    expect(
      await attempt(all(), { server: 'paper-trail', tool: 'order_status', arguments: { order_id: 'PT-1042' } }),
    ).toMatch(/^result/)
  })

  test('write where a rule lets them, and ask elsewhere', async () => {
    expect(await attempt(all(), write(join(files, 'new.txt')))).toMatch(/^result: .*Successfully wrote/)
    expect(await attempt(all(), write(join(files, '../escaped.txt')))).toMatch(/^ask: destructive/)
  })

  test('are not called before a review where nobody vouched for them; after it a person is asked', async () => {
    const { gate, connections } = all()
    const call = { server: 'memory', tool: 'read_graph', arguments: {} }
    expect(await attempt(all(), call)).toMatch(/^unreviewed/)
    await gate.accept('memory')
    const request = requestIn(await gate.decide(call))
    expect(request.risk.tier).toBe('write')
    const verdict = await gate.answer(request.id, yes(request))
    if (verdict.kind !== 'allow') throw new Error(verdict.kind)
    expect(await connections.run(verdict.permit)).toMatchObject({ kind: 'result' })
  })
})
