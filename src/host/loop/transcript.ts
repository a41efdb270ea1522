import type { ModelAnswer, ModelPart } from '../convert/parts.ts'
import { unknownText } from '../outcome-text.ts'
import type { AssistantMessage, AssistantPart, Message, ToolMessage } from './message.ts'

/**
 * The same messages, as providers take them, whatever became of who kept them: a call without an answer gets one, an
 * answer without a call and a message without a word are left out.
 */
export function mendMessages(messages: readonly Message[]): readonly Message[] {
  return messages.flatMap((message, at) => {
    if (message.role === 'user') return message.parts.length === 0 ? [] : [message]
    if (message.role === 'tool') return []
    const next = messages[at + 1]
    return withAnswers(message, next?.role === 'tool' ? next.answers : [])
  })
}

/** What is kept of an answer; undefined where it says nothing that a provider takes. */
export function assistantMessage(parts: readonly AssistantPart[]): AssistantMessage | undefined {
  const kept = parts.filter((part) => !isBlank(part) || part.providerData !== undefined).map(sound)
  return kept.some((part) => part.kind !== 'reasoning' && !isBlank(part))
    ? { role: 'assistant', parts: kept }
    : undefined
}

/** The texts of parts, one behind the other. */
export function textOf(parts: readonly AssistantPart[] | readonly ModelPart[]): string {
  return parts.map((part) => (part.kind === 'text' ? part.text : '')).join('')
}

function withAnswers({ parts }: AssistantMessage, answers: readonly ModelAnswer[]): readonly Message[] {
  const message = assistantMessage(parts)
  if (message === undefined) return []
  const calls = parts.filter((part) => part.kind === 'call')
  if (calls.length === 0) return [message]
  const answered: ToolMessage = {
    role: 'tool',
    answers: calls.map(({ id, name }) => answers.find((answer) => answer.id === id) ?? lostAnswer(id, name)),
  }
  return [message, answered]
}

function lostAnswer(id: string, name: string): ModelAnswer {
  return { id, name, isError: true, parts: [{ kind: 'text', text: unknownText(name, 'its answer was lost.') }] }
}

/** Half a character in a text would make providers refuse the whole request. */
function sound(part: AssistantPart): AssistantPart {
  return part.kind === 'call' ? part : { ...part, text: part.text.toWellFormed() }
}

function isBlank(part: AssistantPart): boolean {
  return part.kind !== 'call' && part.text.trim() === ''
}
