import { isObject } from '../../tool/index.ts'
import type { UnknownObject } from '../../tool/index.ts'
import type { Permit } from '../permit.ts'
import { isPlainName, lineText, nameText } from '../prompt/escape.ts'
import { wrap } from '../prompt/wrap.ts'

/** A form that a host puts to a person. */
export interface Form {
  readonly message: string
  readonly requestedSchema: UnknownObject
}

const width = 96
const longestMessage = 4000
const secret = /pass(?:word|phrase|code)?\b|secret|token|api.?key|credential|private.?key|cvv|\bssn\b|one.?time/i
/** In a sentence a pin is also what holds paper. */
const secretName = /\bpin\b/i
const secretSign = /\bPIN\b/

/**
 * A question of a fronted server as it may go on to the person: behind a line that says whose it is, its words in a
 * block. Undefined for one that asks for what looks like a secret, hides something in its fields, or is no form.
 */
export function passedQuestion(server: string, question: UnknownObject, said: string): Form | undefined {
  const { message, requestedSchema, mode } = question
  const properties = isObject(requestedSchema) ? requestedSchema['properties'] : undefined
  if (typeof message !== 'string' || !isObject(properties) || (mode !== undefined && mode !== 'form')) return undefined
  const fields = Object.entries(properties).map(([name, field]) => [name, tamed(field)] as const)
  if (fields.some(([name, field]) => !isPlainName(name) || field === undefined || asksSecret(name, field)))
    return undefined
  const { required } = isObject(requestedSchema) ? requestedSchema : {}
  const names = Array.isArray(required) ? required.filter((name) => Object.hasOwn(properties, String(name))) : []
  const lines = message
    .slice(0, longestMessage)
    .split('\n')
    .flatMap((line) => wrap(lineText(line), { first: '    ', rest: '    | ', width }))
  return {
    message: [`Server "${lineText(server)}" asks this. It is not an approval.${said}`, '', ...lines].join('\n'),
    requestedSchema: { type: 'object', properties: Object.fromEntries(fields), required: names },
  }
}

/** The same in the middle of a call. Whoever has said yes to the call is told why there is another question. */
export function questionIn({ server, tool, request }: Permit, question: UnknownObject): Form | undefined {
  const said =
    request === undefined
      ? ''
      : ` You have allowed ${nameText(tool.name)} in the gate; its server wants to know this as well.`
  return passedQuestion(server, question, said)
}

function asksSecret(name: string, field: unknown): boolean {
  const { title = '', description = '' }: UnknownObject = isObject(field) ? field : {}
  const names = `${name.replaceAll(/[_.-]|(?<=[a-z])(?=[A-Z])/g, ' ')} ${String(title)}`
  return (
    secret.test(`${names} ${String(description)}`) || secretName.test(names) || secretSign.test(String(description))
  )
}

/** Words made visible; undefined where a value to choose hides something. */
function tamed(field: unknown, key = ''): unknown {
  if (typeof field === 'string') {
    if (key === 'title' || key === 'description') return lineText(field)
    return lineText(field) === field ? field : undefined
  }
  if (Array.isArray(field)) {
    const items = field.map((item) => tamed(item))
    return items.includes(undefined) ? undefined : items
  }
  if (!isObject(field)) return field
  const members = Object.entries(field).map(([name, member]) => [name, tamed(member, name)] as const)
  return members.some(([, member]) => member === undefined) ? undefined : Object.fromEntries(members)
}
