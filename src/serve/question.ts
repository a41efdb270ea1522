import { digest, isObject, type ObjectSchema, type UnknownObject, validatorOf } from '../tool/index.ts'

/** What a call asks of its client. */
export interface Question<Value = unknown> {
  readonly method: string
  readonly params: UnknownObject
  /** What a client must be able to do to be asked. */
  readonly capability: string
  /** The question in a few words. */
  readonly says: string
  /** The form that a person fills, which can also be filled elsewhere. */
  readonly form?: { readonly message: string; readonly schema: ObjectSchema }
  /** Whether a no holds for a while. */
  readonly isFinal?: boolean
  readonly read: (answer: unknown) => Answer<Value>
}

/** What an answer comes to. */
export type Answer<Value = unknown> =
  | { readonly kind: 'given'; readonly value: Value }
  /** A person said no, or nothing; the text is for the model. */
  | { readonly kind: 'denied'; readonly text: string }
  /** Not what was asked for: ask again. */
  | { readonly kind: 'unusable' }

const unusable = { kind: 'unusable' } as const
const leaveIt = 'Do not call it again unless the user asks.'

/** https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation */
export function formQuestion(message: string, schema: ObjectSchema): Question<UnknownObject> {
  const fits = validatorOf(withoutEnumNames(schema))
  return {
    method: 'elicitation/create',
    params: { message, requestedSchema: schema },
    capability: 'elicitation',
    says: message,
    form: { message, schema },
    read(answer) {
      if (!isObject(answer)) return unusable
      const { action, content = {} } = answer
      if (action === 'decline') return { kind: 'denied', text: `Not done: the user declined "${message}". ${leaveIt}` }
      if (action === 'cancel')
        return { kind: 'denied', text: `Not done: the user dismissed "${message}" without an answer. ${leaveIt}` }
      return action === 'accept' && isObject(content) && fits(content) ? { kind: 'given', value: content } : unusable
    },
  }
}

const approval: ObjectSchema = {
  type: 'object',
  properties: {
    approve: { type: 'boolean', title: 'Go ahead', default: false },
    reason: { type: 'string', title: 'Why not, if not' },
  },
  required: ['approve'],
}

/** A question that only a plain yes passes. */
export function confirmQuestion(message: string): Question<true> {
  const form = formQuestion(message, approval)
  return {
    ...form,
    isFinal: true,
    read(given) {
      const answer = form.read(given)
      if (answer.kind !== 'given') return answer
      const { approve, reason } = answer.value
      if (approve === true) return { kind: 'given', value: true }
      const why = typeof reason === 'string' && reason !== '' ? ` (${JSON.stringify(reason)})` : ''
      return { kind: 'denied', text: `Not done: the user said no to "${message}"${why}. ${leaveIt}` }
    },
  }
}

/** https://modelcontextprotocol.io/specification/2026-07-28/client/sampling */
export function sampleQuestion(request: UnknownObject): Question<UnknownObject> {
  return {
    method: 'sampling/createMessage',
    params: request,
    capability: 'sampling',
    says: 'a question to the model',
    read: (answer) =>
      isObject(answer) && answer['content'] !== undefined ? { kind: 'given', value: answer } : unusable,
  }
}

/** https://modelcontextprotocol.io/specification/2026-07-28/client/roots */
export function rootsQuestion(): Question<readonly UnknownObject[]> {
  return {
    method: 'roots/list',
    params: {},
    capability: 'roots',
    says: 'a question for the roots',
    read: (answer) =>
      isObject(answer) && Array.isArray(answer['roots']) && answer['roots'].every(isObject)
        ? { kind: 'given', value: answer['roots'] }
        : unusable,
  }
}

/** What binds an answer to exactly this question. */
export function fingerprint({ method, params }: Question): string {
  return digest({ method, params }).slice(0, 24)
}

/** Whether a client said that it can be asked this. A bare elicitation capability means forms. */
export function canBeAsked(capabilities: UnknownObject, { capability }: Pick<Question, 'capability'>): boolean {
  const declared = capabilities[capability]
  if (capability !== 'elicitation' || !isObject(declared)) return isObject(declared)
  return Object.keys(declared).length === 0 || isObject(declared['form'])
}

/** Older forms name their choices with a keyword that JSON Schema does not have. */
function withoutEnumNames(schema: ObjectSchema): ObjectSchema {
  const properties = Object.entries(schema.properties ?? {}).map(([name, property]) => {
    if (!isObject(property)) return [name, property] as const
    const { enumNames: _, ...rest } = property
    return [name, rest] as const
  })
  return { ...schema, properties: Object.fromEntries(properties) }
}
