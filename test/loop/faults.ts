import type { AssistantMessage, Message, ToolMessage, UserMessage } from '../../src/host/index.ts'

/** What Anthropic or OpenAI would refuse a conversation for, by what their documentation says of one. */
export function faultsOf(messages: readonly Message[]): string[] {
  const calls = messages.flatMap((message) => (message.role === 'assistant' ? callsIn(message) : []))
  const twice = calls.filter(({ id }, at) => id === '' || calls.findIndex((call) => call.id === id) !== at)
  return [
    ...(messages[0]?.role === 'user' ? [] : ['it does not begin with the user']),
    ...twice.map(({ id }) => `the id "${id}" is used twice, or none`),
    ...messages.flatMap((message, at) => {
      const before = messages[at - 1]
      const after = messages[at + 1]
      return faultsIn(message, { before, after }).map((fault) => `${at}: ${fault}`)
    }),
  ]
}

interface Around {
  readonly before: Message | undefined
  readonly after: Message | undefined
}

function faultsIn(message: Message, around: Around): string[] {
  const half = hasHalf(message) ? ['half a character'] : []
  if (message.role === 'user') return [...half, ...userFaults(message)]
  return [...half, ...(message.role === 'tool' ? answerFaults(message, around) : assistantFaults(message, around))]
}

function userFaults({ parts }: UserMessage): string[] {
  const hasBlank = parts.some((part) => part.kind === 'text' && part.text.trim() === '')
  return parts.length === 0 || hasBlank ? ['the user says nothing'] : []
}

function assistantFaults(message: AssistantMessage, { before, after }: Around): string[] {
  const texts = message.parts.filter((part) => part.kind === 'text')
  const blank = texts.filter(({ text }) => text.trim() === '')
  const calls = callsIn(message)
  return [
    ...(before?.role === 'assistant' ? ['two of the model in a row'] : []),
    ...(calls.length === 0 && blank.length === texts.length ? ['the model says nothing'] : []),
    ...(blank.some(({ providerData }) => providerData === undefined) ? ['a blank text'] : []),
    ...(calls.length > 0 && after?.role !== 'tool' ? ['calls without answers'] : []),
    ...calls.flatMap(({ name, arguments: args }) => [
      ...(/^[A-Za-z0-9_-]{1,64}$/.test(name) ? [] : [`the name "${name}"`]),
      ...(typeof args === 'object' && !Array.isArray(args) ? [] : ['arguments that are no object']),
    ]),
  ]
}

function answerFaults({ answers }: ToolMessage, { before }: Around): string[] {
  const wanted = before?.role === 'assistant' ? callsIn(before).map(({ id }) => id) : []
  const given = answers.map(({ id }) => id)
  return wanted.length > 0 && JSON.stringify(given) === JSON.stringify(wanted) ? [] : ['answers to other calls']
}

type CallPart = Extract<AssistantMessage['parts'][number], { readonly kind: 'call' }>

function callsIn({ parts }: AssistantMessage): CallPart[] {
  return parts.filter((part) => part.kind === 'call')
}

function hasHalf(value: unknown): boolean {
  if (typeof value === 'string') return !value.isWellFormed()
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([key, member]) => hasHalf(key) || hasHalf(member))
}
