import type { ListedCall } from '../../ledger/index.ts'
import { visible } from '../../tool/index.ts'
import type { UnknownObject } from '../../tool/index.ts'
import { ago, members } from '../review/render.ts'

/** Calls, a line each. */
export function callLines(calls: readonly ListedCall[], now: number): string[] {
  return calls.map(({ ref, state, record: { tool, key, began } }) => {
    const args = Object.entries(key).map(([name, value]) => ` ${name} ${JSON.stringify(value)}`)
    return `${ref}  ${state.padEnd(8)}  ${visible(`${tool}${args.join('')}`)}, ${ago(began, now)}`
  })
}

const stateWords: Readonly<Record<ListedCall['state'], string>> = {
  running: 'running',
  waiting: 'a person was asked, nothing has begun',
  unknown: 'MAY HAVE HAPPENED: nobody knows',
  done: 'done',
  released: 'the next call may run',
}

/** What is known of a call, all of it but the result. */
export function callDetails({ ref, state, record }: ListedCall, now: number): string[] {
  const { tool, caller, args, began, steps = {}, settled, idempotencyKey } = record
  return [
    `CALL ${ref}  ${visible(tool)} · ${stateWords[state]} · began ${ago(began, now)}`,
    `  Called by ${visible(caller)} with`,
    ...members(args),
    `  Systems behind may know it by ${visible(idempotencyKey)}`,
    ...(Object.keys(steps).length === 0 ? [] : ['  Steps that are done', ...members(steps)]),
    ...(settled === undefined
      ? []
      : [`  Decided by ${visible(settled.by)} ${ago(settled.at, now)}: ${visible(settled.reason)}`]),
  ]
}

/** The same for programs: to look at, not to decide with. */
export function callsJson(calls: readonly ListedCall[]): UnknownObject {
  return { calls: calls.map(({ ref, state, record }) => ({ ref, ...record, state })) }
}
