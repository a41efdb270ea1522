import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createCalls, decisionLog, openStore, type Store } from '../../src/ledger/index.ts'
import { cleanEnv, main, onTerminal } from '../drafts/terminal.ts'

const typeDone = 'anything else does not > '
let folder: string
let refs: Record<'unknown' | 'done' | 'running', string>

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'verbnoun-'))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  const store = await open()
  const calls = createCalls({ store, now: () => Date.now(), newId: () => crypto.randomUUID(), leaseMs: 60_000 })
  const begin = async (order_id: string) => {
    const args = { order_id, amount_cents: 2400, reason: 'late' }
    const claimed = await calls.claim({
      tool: 'refund_order',
      scope: ['orders', 'local'],
      caller: 'local',
      key: { order_id, amount_cents: 2400 },
      args,
      clientKey: undefined,
      windowMs: 86_400_000,
    })
    if (claimed.kind !== 'claimed') throw new Error(`The call is ${claimed.kind}.`)
    return claimed.attempt
  }
  const [unknown, done, running] = [await begin('PT-1'), await begin('PT-2'), await begin('PT-3')]
  await unknown.unknown()
  await done.done({ content: [{ type: 'text', text: 'refunded' }] })
  refs = { unknown: unknown.ref, done: done.ref, running: running.ref }
  await store.close()
})
afterEach(() => rmSync(folder, { recursive: true }))

async function open(): Promise<Store> {
  return await openStore('sqlite:.verbnoun/ledger.db', { cwd: folder, now: () => Date.now() })
}

function inPipe(args: readonly string[], env: Record<string, string> = {}) {
  // Without the terminal of who runs the tests.
  return spawnSync('setsid', ['--wait', process.execPath, main, 'ledger', ...args], {
    cwd: folder,
    env: cleanEnv(env),
    encoding: 'utf8',
    input: 'done\n',
  })
}

function atTerminal(args: readonly string[], env: Record<string, string> = {}) {
  return onTerminal(['ledger', ...args], { cwd: folder, env })
}

async function stateOf(ref: string): Promise<unknown> {
  const { stdout } = inPipe([ref, '--json'])
  return (JSON.parse(stdout) as { calls: { state: string }[] }).calls[0]?.state
}

async function decisions(): Promise<unknown[]> {
  const store = await open()
  const lines = await store.readLog(decisionLog)
  await store.close()
  return lines.map(({ value }) => JSON.parse(value) as unknown)
}

describe('what is shown', () => {
  test('the calls that are running, waiting or unknown', () => {
    const { stdout, status } = inPipe([])
    expect(stdout.split('\n').toSorted().join('\n')).toMatch(
      new RegExp(
        `${refs.running}  running   refund_order order_id "PT-3" amount_cents 2400, \\d+ seconds? ago|${refs.unknown}  unknown   refund_order order_id "PT-1" amount_cents 2400, \\d+ seconds? ago`,
      ),
    )
    expect(stdout.trim().split('\n')).toHaveLength(2)
    expect(status).toBe(0)
  })

  test('all with --all, as JSON with --json', () => {
    const { stdout } = inPipe(['--all', '--json'])
    const { calls } = JSON.parse(stdout) as { calls: { ref: string; state: string }[] }
    const found = Object.fromEntries(calls.map(({ ref, state }) => [state, ref]))
    expect(found).toEqual(refs)
  })

  test('one with its arguments and what systems behind know it by', () => {
    const { stdout } = inPipe([refs.unknown.slice(0, 5)])
    expect(stdout).toMatch(
      /^CALL [0-9a-f]{8}  refund_order · MAY HAVE HAPPENED: nobody knows · began \d+ seconds? ago\n  Called by local with\n    order_id "PT-1"\n    amount_cents 2400\n    reason "late"\n  Systems behind may know it by [0-9a-f]{40}\n$/,
    )
  })

  test('nothing, where nothing is open', async () => {
    const { stdout } = inPipe(['--ledger', 'sqlite:new.db'])
    expect(stdout).toBe('No call is running, waiting or unknown.\n')
  })
})

describe('a person at a terminal', () => {
  test('settles what is unknown with a typed word and a reason, which are kept', async () => {
    const terminal = atTerminal(['settle', refs.unknown, '--done', '--reason', 'Stripe_shows_it'])
    const shown = await terminal.says(typeDone)
    expect(shown).toContain('order_id "PT-1"')
    expect(shown).toContain(`Type done to decide so of refund_order ${refs.unknown} as ${userInfo().username}`)
    await terminal.type('done')
    await terminal.says('Settled: it is done, and the next call is told so.')
    expect((await terminal.end()).code).toBe(0)
    expect(await stateOf(refs.unknown)).toBe('done')
    expect(await decisions()).toMatchObject([
      { ref: refs.unknown, tool: 'refund_order', verdict: 'done', by: userInfo().username, reason: 'Stripe_shows_it' },
    ])
  })

  test('is asked for the verdict and the reason where they were not given', async () => {
    const terminal = atTerminal(['settle', refs.unknown])
    await terminal.says('Why? It is kept, with your name > ')
    await terminal.type('looked it up')
    await terminal.says('Type done or not-done to decide so')
    await terminal.type('not-done')
    await terminal.says('Settled: it was not done, and the next call may run.')
    await terminal.end()
    expect(await stateOf(refs.unknown)).toBe('released')
    expect(await decisions()).toMatchObject([{ verdict: 'not-done', reason: 'looked it up' }])
  })

  test('releases what is done', async () => {
    const terminal = atTerminal(['release', refs.done, '--reason', 'twice_on_purpose'])
    await terminal.says(typeDone)
    await terminal.type('release')
    await terminal.says('Released: the next call may have it done once more.')
    expect((await terminal.end()).code).toBe(0)
    expect(await stateOf(refs.done)).toBe('released')
  })

  test.each([
    [['settle', 'unknown', '--done'], 'not-done'],
    [['settle', 'unknown', '--not-done'], 'done'],
    [['settle', 'unknown'], 'release'],
    [['settle', 'unknown'], ''],
    [['release', 'done'], 'yes'],
  ] as const)('%j is not decided by typing "%s"', async ([verb, which, ...flags], word) => {
    const terminal = atTerminal([verb, refs[which], ...flags, '--reason', 'because'])
    await terminal.says(typeDone)
    await terminal.type(word)
    await terminal.says('Nothing is changed.')
    expect((await terminal.end()).code).toBe(1)
    expect(await stateOf(refs[which])).toBe(which)
    expect(await decisions()).toEqual([])
  })

  test('does not settle what is running, nor release what is unknown', async () => {
    for (const [words, says] of [
      [['settle', refs.running, '--done'], 'is running. Wait until it has ended.'],
      [['release', refs.unknown], 'Nobody knows whether'],
    ] as const) {
      const terminal = atTerminal([...words, '--reason', 'because'])
      await terminal.says(typeDone)
      await terminal.type(words[2]?.slice(2) ?? 'release')
      await terminal.says(says)
      expect((await terminal.end()).code).toBe(1)
    }
    expect(await decisions()).toEqual([])
  })
})

describe('nobody decides', () => {
  test('in a pipe', async () => {
    const { stderr, status } = inPipe(['settle', refs.unknown, '--done', '--reason', 'because'])
    expect(stderr).toBe('Only a person at a terminal decides. Nothing is changed.\n')
    expect(status).toBe(1)
    expect(await stateOf(refs.unknown)).toBe('unknown')
  })

  test('where an agent may sit at the terminal', async () => {
    const terminal = atTerminal(['settle', refs.unknown, '--done', '--reason', 'because'], { AI_AGENT: '1' })
    const { said, code } = await terminal.end()
    expect(said).toBe('Only a person decides, and AI_AGENT is the mark of an agent. Nothing is changed.\n')
    expect(code).toBe(1)
  })

  test.each([
    [['settle'], 'Which call? For example: verbnoun ledger settle 7f3a1b2c'],
    [['settle', '0000'], 'This ledger knows no call 0000.'],
    [['settle', 'zz'], '"zz" is no file that is there, and no reference'],
    [['settle', '7f3a', '--done', '--not-done'], 'It is either --done or --not-done.'],
    [['settle', '7f3a', '--json'], '--json is for verbnoun ledger.'],
    [['release', '7f3a', '--done'], '--done is for verbnoun ledger settle REF.'],
    [['--reason', 'because'], '--reason is for verbnoun ledger settle REF.'],
    [['7f3a', '7f3b'], 'What is "7f3b"? Name what is served, and one reference'],
    [['settle', '7f3a', '--yes'], 'has no option --yes'],
  ])('%j is refused', (words, message) => {
    const { stderr, status } = inPipe(words)
    expect(stderr).toContain(message)
    expect(status).toBe(2)
  })
})
