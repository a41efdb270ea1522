import { randomUUID } from 'node:crypto'
import { createAudit } from '../host/index.ts'
import type { Audit, AuditLine, Head } from '../host/index.ts'
import { isObject, visible } from '../tool/index.ts'
import { UsageError } from './command.ts'
import type { Invocation, Io } from './command.ts'
import { openGateState } from './gate-state.ts'
import { ledgerUrl } from './ledger-option.ts'

const verbs = { verify, head: printHead, erase }

/** Shows the record of calls, or does with it what was typed. Gives the exit code. */
export async function runAudit(invocation: Invocation, io: Io): Promise<number> {
  const [verb, ...words] = invocation.words
  if (verb !== undefined && !isVerb(verb))
    throw new UsageError(
      `Do what with the record? There are ${Object.keys(verbs).join(', ')}; without a word it is shown.`,
    )
  const { store, key } = await openGateState(io, ledgerUrl(invocation))
  try {
    const audit = createAudit({ store, key, now: Date.now, newId: randomUUID })
    return verb === undefined ? await show(audit, invocation, io) : await verbs[verb](audit, words, io)
  } finally {
    await store.close()
  }
}

function isVerb(word: string): word is keyof typeof verbs {
  return Object.hasOwn(verbs, word)
}

async function show(audit: Audit, { options }: Invocation, io: Io): Promise<number> {
  const after = options['after'] === undefined ? 0 : readNumber(options['after'])
  let count = 0
  for await (const line of audit.read(after)) {
    io.out(options['json'] === true ? JSON.stringify(line) : shown(line))
    count += 1
  }
  if (count === 0) io.err('Nothing is on record.')
  return 0
}

/** One line a line, whatever was said. */
function shown({ number, at, kind, call, payload }: AuditLine): string {
  const time = new Date(at).toISOString()
  return `${number} ${time} ${kind.padEnd(8)} ${call.slice(0, 8)} ${payload === undefined ? '(erased)' : visible(gist(kind, payload))}`
}

function gist(kind: string, payload: Readonly<Record<string, unknown>>): string {
  const { request, answer, server, tool } = payload
  if (kind === 'asked' && isObject(request) && isObject(request['server']) && isObject(request['tool']))
    return `${String(request['server']['key'])}/${String(request['tool']['name'])} ${JSON.stringify(request['arguments'])}`
  if (kind === 'answered' && isObject(answer))
    return `${String(answer['decision'])} by ${JSON.stringify(answer['approver'])}`
  if (kind === 'begun') return `${String(server)}/${String(tool)} ${JSON.stringify(payload['executed'])}`
  if (kind === 'denied') return `${String(server)}/${String(tool)} ${String(payload['code'])}`
  return JSON.stringify(payload)
}

async function verify(audit: Audit, [text]: readonly string[], io: Io): Promise<number> {
  const verification = await audit.verify(text === undefined ? undefined : readHead(text))
  if (verification.kind === 'broken') {
    io.out(`Broken at line ${verification.number}. ${verification.reason}`)
    return 1
  }
  const { lines, erased } = verification
  io.out(`${lines} lines, each as it was written${erased === 0 ? '' : `; what was said in ${erased} was erased`}.`)
  if (text === undefined) io.err('Without a head that was kept elsewhere, nobody can see that its end was cut off.')
  return 0
}

async function printHead(audit: Audit, _: readonly string[], io: Io): Promise<number> {
  const head = await audit.head()
  if (head === undefined) io.err('Nothing is on record.')
  else io.out(`${head.number}:${head.mac}`)
  return head === undefined ? 1 : 0
}

async function erase(audit: Audit, [text]: readonly string[], io: Io): Promise<number> {
  const number = readNumber(text)
  const isErased = await audit.erase(number)
  if (!isErased) io.err(`There is nothing to erase in line ${number}.`)
  return isErased ? 0 : 1
}

function readHead(text: string): Head {
  const [, number, mac] = /^([1-9]\d*):([0-9a-f]{64})$/.exec(text) ?? []
  if (number === undefined || mac === undefined)
    throw new UsageError(`"${text}" is no head. It looks as verbnoun audit head prints it: 1042:5f1c…`)
  return { number: Number(number), mac }
}

function readNumber(text: unknown): number {
  if (typeof text !== 'string' || !/^\d+$/.test(text)) throw new UsageError(`Which line? They are numbered from 1.`)
  return Number(text)
}
