import { spawnSync } from 'node:child_process'
import { chmodSync, readdirSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createShop, draftMail, refOf, type Shop, stateOf } from './shop.ts'
import { cleanEnv, elapsed, main, onTerminal, takeTerminals } from './terminal.ts'

const prompt = 'Enter leaves it as it is > '
const withKey = { MAIL_KEY: 'k-12345678' }
let shop: Shop

beforeEach(() => {
  shop = createShop()
})
afterEach(() => {
  takeTerminals()
  shop.remove()
})

function review(args: string[] = ['shop.ts'], env: Record<string, string> = {}): ReturnType<typeof onTerminal> {
  return onTerminal(['review', ...args], { cwd: shop.folder, env })
}

function inPipe(args: string[], env: Record<string, string> = {}) {
  return spawnSync('setsid', ['--wait', process.execPath, main, 'review', ...args], {
    cwd: shop.folder,
    env: cleanEnv(env),
    encoding: 'utf8',
    input: 'send\nmail\n',
  })
}

/** Drafts one mail through a server that ends then. */
async function draftAndLeave(to = 'Mina'): Promise<string> {
  const client = await shop.connect(withKey)
  const uri = await draftMail(client, to)
  await client.close()
  return uri
}

describe('a person at a terminal', () => {
  test('sees all of a draft, and sends it with a typed word through the server that runs', async () => {
    const client = await shop.connect(withKey)
    const uri = await draftMail(client, 'Mina')
    const terminal = review()
    const shown = await terminal.says(prompt)
    expect(shown).toMatch(
      /DRAFT [0-9a-f]{8}  mail · open · \d+ seconds? ago\n  Written by shop > draft_mail for local, called with\n    to "Mina"\n  Data, which stays as it is\n    to "Mina"\n  Text\n    Dear Mina,\n\n    hello\.\n/,
    )
    await terminal.type('send')
    await terminal.says('shop, which runs, will send it.')
    await terminal.says('anything else does not > ')
    await terminal.type('mail')
    await terminal.says('Sent.')
    expect((await terminal.end()).code).toBe(0)
    const [mail, ...others] = shop.sent()
    expect(mail).toEqual({
      key: uri.split('/').at(-1),
      text: 'Dear Mina,\n\nhello.',
      person: userInfo().username,
      to: 'Mina',
    })
    expect(others).toEqual([])
    expect(await stateOf(client, uri)).toBe('sent')
    await client.close()
  })

  test('sends it in this process where no server runs', async () => {
    await draftAndLeave()
    const terminal = review(['shop.ts'], withKey)
    await terminal.says(prompt)
    await terminal.type('send')
    await terminal.says('This process will send it, with ')
    await terminal.says('anything else does not > ')
    await terminal.type('mail')
    await terminal.says('Sent.')
    expect((await terminal.end()).code).toBe(0)
    expect(shop.sent()).toHaveLength(1)
  })

  test('is told which environment is missing, and the draft stays open', async () => {
    const uri = await draftAndLeave()
    const terminal = review()
    await terminal.says(prompt)
    await terminal.type('send')
    await terminal.says(
      'Not sent: MAIL_KEY is not set here, and the draft stays open. Set it, or start the server that has it.',
    )
    expect((await terminal.end()).code).toBe(1)
    expect(shop.sent()).toEqual([])
    const client = await shop.connect(withKey)
    expect(await stateOf(client, uri)).toBe('open')
    await client.close()
  })

  test('is told that the server which runs lacks it too', async () => {
    const client = await shop.connect()
    await draftMail(client, 'Mina')
    const terminal = review()
    await terminal.says(prompt)
    await terminal.type('send')
    await terminal.says('The server that runs lacks it as well.')
    await terminal.end()
    await client.close()
    expect(shop.sent()).toEqual([])
  })

  test.each(['', 'no', 'yes', 'Mail'])('does not send by typing "%s" in place of the word', async (word) => {
    await draftAndLeave()
    const terminal = review(['shop.ts'], withKey)
    await terminal.says(prompt)
    await terminal.type('send')
    await terminal.says('anything else does not > ')
    await terminal.type(word)
    await terminal.says('Not sent.')
    await terminal.end()
    expect(shop.sent()).toEqual([])
  })

  test('edits the text in an editor, and the data stays', async () => {
    const uri = await draftAndLeave()
    const editor = join(shop.folder, 'edit.sh')
    writeFileSync(editor, '#!/bin/sh\nsed -i s/hello/bye/ "$1"\necho >> "$1"\n')
    chmodSync(editor, 0o755)
    const terminal = review([refOf(uri)], { ...withKey, EDITOR: editor })
    await terminal.says(prompt)
    await terminal.type('edit')
    await terminal.says('Changed.')
    const shown = await terminal.says(prompt)
    expect(shown).toContain(`Text, edited by ${userInfo().username} `)
    await terminal.type('send')
    await terminal.says('anything else does not > ')
    await terminal.type('mail')
    await terminal.says('Sent.')
    await terminal.end()
    expect(shop.sent()).toMatchObject([{ text: 'Dear Mina,\n\nbye.', to: 'Mina' }])
  })

  test('discards a draft, and the next call writes another', async () => {
    const client = await shop.connect(withKey)
    const first = await draftMail(client, 'Mina')
    const terminal = review()
    await terminal.says(prompt)
    await terminal.type('discard')
    await terminal.says('Discarded.')
    expect((await terminal.end()).code).toBe(0)
    expect(await stateOf(client, first)).toBe('discarded')
    expect(await draftMail(client, 'Mina')).not.toBe(first)
    await client.close()
  })

  test('goes through all that waits, and may leave', async () => {
    const client = await shop.connect(withKey)
    for (const to of ['Mina', 'Arjun', 'Lena']) await draftMail(client, to)
    await client.close()
    const terminal = review()
    await terminal.says(prompt)
    await terminal.type('nonsense')
    await terminal.says('"nonsense" is none of these.')
    await terminal.says(prompt)
    await terminal.type('')
    await terminal.says('Dear Arjun')
    await terminal.says(prompt)
    await terminal.type('quit')
    const { said, code } = await terminal.end()
    expect(said.match(/^[0-9a-f]{8}  draft     open      mail, by draft_mail, /gm)).toHaveLength(3)
    expect(said.match(/DRAFT /g)).toHaveLength(3)
    expect(code).toBe(0)
  })

  test('is not answered for by what was typed ahead', async () => {
    await draftAndLeave()
    const terminal = review(['shop.ts'], withKey)
    terminal.rush('discard')
    await terminal.says(prompt)
    terminal.rush('discard')
    await terminal.type('send')
    await terminal.says('anything else does not > ')
    terminal.rush('mail')
    await terminal.type('')
    await terminal.says('Not sent.')
    await terminal.end()
    expect(shop.sent()).toEqual([])
  })

  test('sees what is hidden in a text', async () => {
    await draftAndLeave('Mi\u202Ena\u001B[2J\nSent.')
    const terminal = review(['shop.ts'])
    const shown = await terminal.says(prompt)
    expect(shown).toContain(String.raw`    Dear Mi\u{202E}na\u{1B}[2J`)
    expect(shown).toContain('\n    Sent.')
    await terminal.type('quit')
    await terminal.end()
  })
})

describe('a question that nobody could be asked', () => {
  test('is answered with yes: the next call acts, once', async () => {
    const client = await shop.connect(withKey)
    const terminal = review(['shop.ts', question(await refund(client))])
    const shown = await terminal.says('Enter leaves it open > ')
    expect(shown).toMatch(
      /QUESTION [0-9a-f]{8}  refund_order · .*\n.*\n    order_id "PT-1042"\n  It asks\n    Refund PT-1042\?\n/,
    )
    await terminal.type('yes')
    await terminal.says('Answered. It counts when refund_order is called again with these arguments.')
    await terminal.end()
    expect(shop.refunds()).toEqual([])
    expect(await refund(client)).toContain('refunded')
    expect(await refund(client)).toContain('verbnoun review')
    expect(shop.refunds()).toEqual(['PT-1042'])
    await client.close()
  })

  test('is answered with no, and why', async () => {
    const client = await shop.connect(withKey)
    const terminal = review(['shop.ts', question(await refund(client))])
    await terminal.says('Enter leaves it open > ')
    await terminal.type('no')
    await terminal.says('Why not?')
    await terminal.type('not paid')
    await terminal.says('Answered.')
    await terminal.end()
    expect(await refund(client)).toContain('not paid')
    expect(shop.refunds()).toEqual([])
    await client.close()
  })

  test('is a form, field by field', async () => {
    const client = await shop.connect(withKey)
    const ship = async (): Promise<string> =>
      JSON.stringify((await client.callTool({ name: 'ship_order', arguments: { order_id: 'PT-1042' } })).content)
    const terminal = review([question(await ship())])
    await terminal.says('carrier (How?; post | bike) > ')
    await terminal.type('bike')
    await terminal.says('parcels (integer) [1] > ')
    await terminal.type('')
    await terminal.says('Enter leaves it open > ')
    await terminal.type('answer')
    await terminal.says('Answered.')
    await terminal.end()
    expect(await ship()).toContain('1 by bike')
    await client.close()
  })
})

describe('nobody decides', () => {
  test('in a pipe', async () => {
    await draftAndLeave()
    const { stdout, stderr, status } = inPipe(['shop.ts'], withKey)
    expect(stdout).toMatch(/^[0-9a-f]{8}  draft     open      mail, by draft_mail, .*: Dear Mina,⏎⏎hello\.\n$/)
    expect(stderr).toContain('Only a person at a terminal decides.')
    expect(status).toBe(0)
    expect(shop.sent()).toEqual([])
  })

  test('where an agent may sit at the terminal', async () => {
    await draftAndLeave()
    const terminal = review(['shop.ts'], { ...withKey, AI_AGENT: '1' })
    const { said } = await terminal.end()
    expect(said).toContain('Only a person decides, and AI_AGENT is the mark of an agent. Here is what waits:')
    expect(shop.sent()).toEqual([])
  })

  test('with --json, which lists', async () => {
    const uri = await draftAndLeave()
    const terminal = review(['shop.ts', '--json'], withKey)
    const { said, code } = await terminal.end()
    expect(JSON.parse(said)).toEqual({
      drafts: [
        expect.objectContaining({
          id: uri.split('/').at(-1),
          ref: refOf(uri),
          state: 'open',
          kind: 'mail',
          text: 'Dear Mina,\n\nhello.',
          data: { to: 'Mina' },
          server: 'shop',
        }) as unknown,
      ],
      questions: [],
    })
    expect(said).not.toContain(withKey.MAIL_KEY)
    expect(code).toBe(0)
  })

  test('of what is not there', async () => {
    expect(inPipe([]).stderr).toMatch(/^Nothing is kept at .*ledger\.db\. Name what is served, or its ledger/)
    await draftAndLeave()
    expect(inPipe(['0000']).stderr).toMatch(/This ledger has no draft and no open question 0000/)
    expect(inPipe(['sho.ts']).stderr).toMatch(/^"sho.ts" is no file that is there, and no reference/)
    expect(inPipe(['shop.ts', 'abc', 'abc']).status).toBe(2)
  })
})

describe('what is sent', () => {
  test('at the same time by two reviewers is sent once', async () => {
    const client = await shop.connect(withKey)
    await draftMail(client, 'Mina')
    const both = [review(['shop.ts'], withKey), review(['shop.ts'], withKey)]
    await Promise.all(
      both.map(async (terminal) => {
        await terminal.says(prompt)
        await terminal.type('send')
        await terminal.says('anything else does not > ')
      }),
    )
    await Promise.all(both.map((terminal) => terminal.type('mail')))
    const ends = await Promise.all(both.map((terminal) => terminal.end()))
    expect(ends.filter(({ said }) => said.includes('has changed meanwhile'))).toHaveLength(1)
    expect(ends.filter(({ said }) => said.includes('Sent.'))).toHaveLength(1)
    expect(shop.sent()).toHaveLength(1)
    await client.close()
  })

  test('is unknown where the process was killed meanwhile, and is never sent again', async () => {
    const uri = await draftAndLeave()
    writeFileSync(join(shop.folder, 'hang'), '')
    const terminal = review(['shop.ts'], withKey)
    await terminal.says(prompt)
    await terminal.type('send')
    await terminal.says('anything else does not > ')
    await terminal.type('mail')
    while (shop.sent().length === 0) await elapsed(50)
    const [child] = childrenOf(shop.folder)
    process.kill(child!, 'SIGKILL')
    await terminal.end()

    const client = await shop.connect(withKey)
    await elapsed(16_000)
    expect(await stateOf(client, uri)).toBe('unknown')
    expect(await draftMail(client, 'Mina')).toBe(uri)
    const again = review(['shop.ts'], withKey)
    expect(await again.says(prompt)).toContain('MAY HAVE BEEN SENT: nobody knows')
    await again.type('send')
    await again.says('"send" is none of these.')
    await again.says(prompt)
    await again.type('sent')
    await again.says('Settled: it was sent.')
    await again.end()
    expect(await stateOf(client, uri)).toBe('sent')
    expect(shop.sent()).toHaveLength(1)
    await client.close()
  })

  test('is sent by a built server alone, while that runs', async () => {
    shop.build()
    const first = await shop.connectBuilt(withKey)
    const uri = await draftMail(first, 'Mina')
    await first.close()
    const none = review(['shop.ts'], withKey)
    await none.says(prompt)
    await none.type('send')
    await none.says('Not sent: shop does not run, and is a program of its own: start it, then send this.')
    await none.end()
    const client = await shop.connectBuilt(withKey)
    const terminal = review(['shop.ts'])
    await terminal.says(prompt)
    await terminal.type('send')
    await terminal.says('shop, which runs, will send it.')
    await terminal.says('anything else does not > ')
    await terminal.type('mail')
    await terminal.says('Sent.')
    await terminal.end()
    expect(await stateOf(client, uri)).toBe('sent')
    expect(shop.sent()).toHaveLength(1)
    await client.close()
  })

  test('by a server that is killed meanwhile is unknown', async () => {
    const client = await shop.connect(withKey)
    const uri = await draftMail(client, 'Mina')
    writeFileSync(join(shop.folder, 'hang'), '')
    const terminal = review(['shop.ts'])
    await terminal.says(prompt)
    await terminal.type('send')
    await terminal.says('anything else does not > ')
    await terminal.type('mail')
    while (shop.sent().length === 0) await elapsed(50)
    process.kill(pidOf(client), 'SIGKILL')
    await terminal.says('Nobody knows whether it was sent.')
    expect((await terminal.end()).code).toBe(1)
    const again = await shop.connect(withKey)
    expect(await stateOf(again, uri)).toBe('unknown')
    await again.close()
    expect(shop.sent()).toHaveLength(1)
  })

  test('waits for a server that begins within the hour', async () => {
    const uri = await draftAndLeave()
    const { approve } = await import('./approve.ts')
    await approve(shop.folder, refOf(uri))
    const client = await shop.connect(withKey)
    while ((await stateOf(client, uri)) !== 'sent') await elapsed(50)
    expect(shop.sent()).toHaveLength(1)
    await client.close()
  })
})

async function refund(client: Awaited<ReturnType<Shop['connect']>>): Promise<string> {
  const { content } = await client.callTool({ name: 'refund_order', arguments: { order_id: 'PT-1042' } })
  return JSON.stringify(content)
}

/** What a text for the model names a question by. */
function question(said: string): string {
  return /verbnoun review ([0-9a-f]+)/.exec(said)?.[1] ?? ''
}

function pidOf(client: Awaited<ReturnType<Shop['connect']>>): number {
  return (client.transport as unknown as { pid: number }).pid
}

/** The processes of `review` in a folder. */
function childrenOf(folder: string): number[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    const { stdout } = spawnSync('sh', ['-c', `readlink /proc/${name}/cwd; tr '\\0' ' ' < /proc/${name}/cmdline`], {
      encoding: 'utf8',
    })
    const [cwd, command = ''] = stdout.split('\n')
    return cwd === folder && command.startsWith(process.execPath) && command.includes('review') ? [Number(name)] : []
  })
}
