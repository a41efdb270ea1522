import { userInfo } from 'node:os'
import { decideCall, findCalls, listCalls } from '../../ledger/index.ts'
import type { Decision, ListedCall, Store } from '../../ledger/index.ts'
import { visible } from '../../tool/index.ts'
import { UsageError } from '../command.ts'
import type { Invocation, Io } from '../command.ts'
import { ledgerUrl } from '../ledger-option.ts'
import { agentMarker } from '../review/agents.ts'
import { ledgerAt } from '../review/ledger.ts'
import { openTerminal } from '../review/terminal.ts'
import type { Terminal } from '../review/terminal.ts'
import { callDetails, callLines, callsJson } from './render.ts'
import { readWish } from './words.ts'
import type { Wish } from './words.ts'

/** Shows calls, or lets the person at the terminal decide of one. Gives the exit code. */
export async function runLedger(invocation: Invocation, io: Io): Promise<number> {
  const wish = readWish(invocation, io)
  const store = await ledgerAt({ target: wish.target, url: ledgerUrl(invocation) }, io)
  try {
    return wish.kind === 'show'
      ? await show(wish, { store, invocation }, io)
      : await decide(wish, { store, invocation }, io)
  } finally {
    await store.close()
  }
}

interface Asked {
  readonly store: Store
  readonly invocation: Invocation
}

async function show({ ref }: Wish, { store, invocation: { options } }: Asked, io: Io): Promise<number> {
  const calls = ref === undefined ? await listCalls(store, { all: options['all'] === true }) : [await find(store, ref)]
  const { now } = await store.read([])
  if (options['json'] === true) io.out(JSON.stringify(callsJson(calls), undefined, 2))
  else if (calls.length === 0) io.out('No call is running, waiting or unknown.')
  else
    for (const line of ref === undefined ? callLines(calls, now) : calls.flatMap((each) => callDetails(each, now)))
      io.out(line)
  return 0
}

async function find(store: Store, ref: string): Promise<ListedCall> {
  const [call, ...others] = await findCalls(store, ref)
  if (call === undefined)
    throw new UsageError(`This ledger knows no call ${ref}. Another one? verbnoun ledger FILE ${ref}`)
  if (others.length > 0) {
    const keys = [call, ...others].map(({ key }) => key.slice('call/'.length, 'call/'.length + ref.length + 8))
    throw new UsageError(`${ref} may be ${keys.join(' or ')}: type more of it.`)
  }
  return call
}

/** Only who reads the call and types a word decides. */
async function decide(wish: Wish & { kind: 'decide' }, { store, invocation }: Asked, io: Io): Promise<number> {
  const call = await find(store, wish.ref)
  const marker = agentMarker(io.env)
  const terminal = marker === undefined ? openTerminal(io.signal) : undefined
  if (terminal === undefined) {
    io.err(
      marker === undefined
        ? 'Only a person at a terminal decides. Nothing is changed.'
        : `Only a person decides, and ${marker} is the mark of an agent. Nothing is changed.`,
    )
    return 1
  }
  try {
    const { now } = await store.read([])
    for (const line of callDetails(call, now)) terminal.say(line)
    const decision = await ask(call, { ...wish, reason: invocation.options['reason'] }, terminal)
    if (decision === undefined) {
      terminal.say('Nothing is changed.')
      return 1
    }
    const decided = await decideCall(store, call, { ...decision, newId: () => crypto.randomUUID() })
    terminal.say(decided.kind === 'decided' ? said[decision.verdict] : decided.says)
    return decided.kind === 'decided' ? 0 : 1
  } finally {
    terminal.close()
  }
}

const said: Readonly<Record<Decision['verdict'], string>> = {
  done: 'Settled: it is done, and the next call is told so.',
  'not-done': 'Settled: it was not done, and the next call may run.',
  release: 'Released: the next call may have it done once more.',
}

interface Asking {
  readonly verdict: Decision['verdict'] | undefined
  readonly reason: unknown
}

/** Undefined where the person does not want it after all. */
async function ask(
  { ref, record }: ListedCall,
  { verdict, reason }: Asking,
  terminal: Terminal,
): Promise<Decision | undefined> {
  const why = typeof reason === 'string' ? reason.trim() : await terminal.ask('Why? It is kept, with your name > ')
  if (why === undefined || why === '') return undefined
  const by = userInfo().username
  const words = verdict === undefined ? ['done', 'not-done'] : [verdict]
  const typed = await terminal.ask(
    `Type ${words.join(' or ')} to decide so of ${visible(record.tool)} ${ref} as ${by}; anything else does not > `,
  )
  const found = (['done', 'not-done', 'release'] as const).find((word) => word === typed && words.includes(word))
  return found === undefined ? undefined : { verdict: found, by, reason: why }
}
