import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openStore, type Store } from '../../src/ledger/index.ts'
import { openBank, type Bank } from './bank.ts'
import { dropSchemas, freshUrl, withPostgres } from './database.ts'
import { createPayer } from './paying.mjs'

const points = ['before-claim', 'after-claim', 'during-effect', 'after-effect', 'during-record'] as const
type Point = (typeof points)[number]

/** How many processes are ended at each ledger; `npm run test:torture` ends more. */
const kills = Number(process.env['VERBNOUN_KILLS'] ?? 500)
/** So that a second process need not wait long for one that is dead. */
const leaseMs = 500
/** How many processes run at once. */
const width = 6

interface Wish {
  readonly ledger: string
  readonly order: string
  readonly dies?: Point
  readonly steps?: boolean
  readonly at?: number
  readonly leaseMs?: number
}

interface Place {
  readonly ledger: string
  readonly store: Store
}

interface Outcome {
  readonly signal: string | null
  readonly answer: string
}

let bank: Bank
const folder = mkdtempSync(join(tmpdir(), 'verbnoun-kill-'))

beforeAll(async () => {
  bank = await openBank()
})

afterAll(async () => {
  bank.close()
  rmSync(folder, { recursive: true, force: true })
  await dropSchemas()
})

async function pay(wish: Wish): Promise<Outcome> {
  const argument = JSON.stringify({ ...wish, bank: bank.url })
  const child = spawn(process.execPath, ['test/ledger/payer.mjs', argument], { stdio: ['ignore', 'pipe', 'pipe'] })
  let answer = ''
  let complaint = ''
  child.stdout.on('data', (chunk: Buffer) => (answer += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()))
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null]
  if (code !== 0 && signal !== 'SIGKILL') throw new Error(`The process ended with ${code}: ${complaint}`)
  return { signal, answer }
}

/** What may be said of an order whose first process died there, and how often it may have been paid then. */
const allowed: Readonly<Record<Point, { readonly says: RegExp; readonly paid: readonly number[] }>> = {
  'before-claim': { says: /receipt 1 of/, paid: [1] },
  'after-claim': { says: /may have happened/, paid: [0] },
  'during-effect': { says: /may have happened/, paid: [1] },
  'after-effect': { says: /may have happened/, paid: [1] },
  'during-record': { says: /may have happened|receipt 1 of .*already done/, paid: [1] },
}

/** A process of its own that dies, and then two calls of another that lives. */
async function tortureOnce({ ledger, store }: Place, turn: number): Promise<string | undefined> {
  const dies = points[turn % points.length]!
  const steps = turn % 2 === 0
  const order = `${ledger}-${turn}`.replaceAll(/[^\w-]/g, '_')
  const first = await pay({ ledger, order, dies, steps, leaseMs })
  // It may have been quicker than its end.
  const hasEnded = dies === 'during-record' && first.signal === null
  if (!hasEnded && first.signal !== 'SIGKILL') return `${order} (${dies}) did not die: ${first.answer}`
  if (hasEnded && !first.answer.includes('receipt 1 of')) return `${order} (${dies}) answered ${first.answer}`
  const again = createPayer({ ledger: store, bank: bank.url, steps, leaseMs })
  const [second, third] = [await again(order), await again(order)]
  const { says, paid } = allowed[dies]
  if (!says.test(second)) return `${order} (${dies}): then ${second}`
  if (hasEnded && !second.includes('already done')) return `${order}: what was recorded is lost: ${second}`
  if (!paid.includes(bank.paid(order))) return `${order} (${dies}) was paid ${bank.paid(order)} times`
  const isSame = third.includes('may have happened') === second.includes('may have happened')
  return isSame ? undefined : `${order} (${dies}): first ${second}, then ${third}`
}

async function torture(ledger: string): Promise<string[]> {
  const store = await openStore(ledger, { cwd: folder, now: () => Date.now() })
  const wrong: string[] = []
  let next = 0
  const work = async (): Promise<void> => {
    for (let turn = next; turn < kills; turn = next) {
      next += 1
      const complaint = await tortureOnce({ ledger, store }, turn)
      if (complaint !== undefined) wrong.push(complaint)
    }
  }
  await Promise.all(Array.from({ length: width }, work))
  await store.close()
  return wrong
}

/** How often processes that race for a key have paid, what each was told that had not, and how many were told. */
async function race(ledger: string, processes: number): Promise<{ paid: number; strange: string[]; told: number }> {
  const order = `race-${processes}-${ledger.length}-${process.hrtime.bigint()}`
  const at = Date.now() + 1000 + processes * 60
  const outcomes = await Promise.all(Array.from({ length: processes }, () => pay({ ledger, order, at })))
  const answers = outcomes.map(({ answer }) => answer)
  const strange = answers.filter((answer) => !answer.includes(`receipt 1 of ${order}`))
  return { paid: bank.paid(order), strange, told: answers.filter((answer) => answer.includes('already done')).length }
}

const patience = 120_000 + kills * 600

describe('SQLite', () => {
  const ledger = `sqlite:${join(folder, 'ledger.db')}`

  test(
    `after ${kills} ends at every point nothing is done twice, nothing is lost, and what is unclear is unknown`,
    async () => {
      expect(await torture(ledger)).toEqual([])
    },
    patience,
  )

  test.each([2, 8, 64])('of %i processes that race for a key one acts, and all have its result', async (processes) => {
    expect(await race(ledger, processes)).toEqual({ paid: 1, strange: [], told: processes - 1 })
  })
})

withPostgres(() => {
  const ledger = freshUrl()

  test(
    `after ${kills} ends at every point nothing is done twice, nothing is lost, and what is unclear is unknown`,
    async () => {
      expect(await torture(ledger)).toEqual([])
    },
    patience,
  )

  test.each([2, 8, 64])('of %i processes that race for a key one acts, and all have its result', async (processes) => {
    expect(await race(ledger, processes)).toEqual({ paid: 1, strange: [], told: processes - 1 })
  })
})
