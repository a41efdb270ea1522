import { existsSync } from 'node:fs'
import { userInfo } from 'node:os'
import * as path from 'node:path'
import type { Store } from '../../ledger/index.ts'
import { UsageError } from '../command.ts'
import type { Invocation, Io } from '../command.ts'
import { ledgerUrl } from '../ledger-option.ts'
import { agentMarker } from './agents.ts'
import { ledgerAt } from './ledger.ts'
import { draftLines, listJson, listLines, questionLines } from './render.ts'
import type { Waiting } from './render.ts'
import { findWaiting, reviewAll } from './review.ts'
import { openTerminal } from './terminal.ts'

/** Lists what waits, or lets the person at the terminal decide. Gives the exit code. */
export async function runReview(invocation: Invocation, io: Io): Promise<number> {
  const { target, ref } = readWords(invocation, io)
  const store = await ledgerAt({ target, url: ledgerUrl(invocation) }, io)
  try {
    const waiting = await findWaiting(store, ref)
    if (invocation.options['json'] === true) {
      io.out(JSON.stringify(listJson(waiting), undefined, 2))
      return 0
    }
    if (waiting.drafts.length + waiting.questions.length > 0)
      return (await decide(waiting, store, io)) ?? (await show(waiting, { store, isNamed: ref !== undefined }, io))
    io.out('Nothing waits for a person.')
    return 0
  } finally {
    await store.close()
  }
}

interface Words {
  readonly target: string | undefined
  readonly ref: string | undefined
}

/** A file or folder, and what a draft or a question is named by. */
function readWords({ words }: Invocation, { cwd }: Io): Words {
  const [first, second, ...rest] = words
  const isTarget = first !== undefined && existsSync(path.resolve(cwd, first))
  const [target, ref] = isTarget ? [first, second] : [undefined, first]
  if (rest.length > 0 || (!isTarget && second !== undefined))
    throw new UsageError(
      `What is "${words.at(-1)}"? Name what is served, and one reference: verbnoun review orders.ts 7f3a`,
    )
  if (ref !== undefined && !/^[0-9a-f-]{3,36}$/i.test(ref))
    throw new UsageError(`"${ref}" is no file that is there, and no reference: those look like 7f3a1b2c.`)
  return { target, ref }
}

/** Undefined where there is no terminal, or an agent may sit at it. */
async function decide(waiting: Waiting, store: Store, io: Io): Promise<number | undefined> {
  const marker = agentMarker(io.env)
  const terminal = marker === undefined ? openTerminal(io.signal) : undefined
  if (terminal === undefined) {
    io.err(
      marker === undefined
        ? 'Only a person at a terminal decides. Here is what waits:'
        : `Only a person decides, and ${marker} is the mark of an agent. Here is what waits:`,
    )
    return undefined
  }
  let code = 0
  try {
    await reviewAll(waiting, {
      terminal,
      store,
      io,
      person: userInfo().username,
      now: async () => (await store.read([])).now,
      fail: () => (code = 1),
    })
    return code
  } finally {
    terminal.close()
  }
}

async function show(waiting: Waiting, { store, isNamed }: { store: Store; isNamed: boolean }, io: Io): Promise<number> {
  const { drafts, questions } = waiting
  const { now } = await store.read([])
  const whole = (): string[] => [
    ...drafts.flatMap((each) => draftLines(each, now)),
    ...questions.flatMap((each) => questionLines(each, now)),
  ]
  for (const line of isNamed ? whole() : listLines(waiting, now)) io.out(line)
  return 0
}
