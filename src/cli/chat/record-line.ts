import { nameText, valueText } from '../../host/index.ts'
import type { AuditLine } from '../../host/index.ts'
import { isObject, visible } from '../../tool/index.ts'
import type { UnknownObject } from '../../tool/index.ts'
import { clockTime } from '../gate/desk.ts'

/** What the record says of a step of a call, on one line. */
export function recordLine({ at, kind, payload }: AuditLine): string {
  // What changes nothing is put on record once, when it is over.
  const word = kind === 'ended' && payload?.['executed'] !== undefined ? 'ran' : kind
  return `${clockTime(at)} ${word.padEnd(8)} ${payload === undefined ? '(erased)' : gistOf(kind, payload)}`
}

function gistOf(kind: string, payload: UnknownObject): string {
  const { request, answer, executed, proposed, outcome, code, isError } = payload
  const said = isError === true ? 'it failed' : visible(String(outcome))
  switch (kind) {
    case 'asked':
      return isObject(request) ? requestText(request) : ''
    case 'answered':
      return isObject(answer) ? answerText(answer) : ''
    case 'denied':
      return `${callText(payload, proposed)}: ${visible(String(code))}`
    case 'begun':
      return callText(payload, executed)
    case 'withdrawn':
      return 'before there was an answer: nothing was run'
    case 'ended':
      return executed === undefined ? said : `${callText(payload, executed)}: ${said}`
    default:
      return visible(JSON.stringify(payload))
  }
}

function requestText({ server, tool, arguments: args }: UnknownObject): string {
  const [key, name] = [server, tool].map((each) => (isObject(each) ? (each['key'] ?? each['name']) : undefined))
  return callText({ server: key, tool: name }, args)
}

function answerText({ decision, approver }: UnknownObject): string {
  const { id, how }: UnknownObject = isObject(approver) ? approver : {}
  return visible(`${String(decision)}, by ${String(id)} (${String(how)})`)
}

function callText({ server, tool }: UnknownObject, args: unknown): string {
  const said = Object.entries(isObject(args) ? args : {}).map(([key, value]) => `${nameText(key)} ${valueText(value)}`)
  return [`${nameText(String(server))} > ${nameText(String(tool))}`, ...said].join(' ')
}
