import { digest } from '../../tool/index.ts'
import type { UnknownObject } from '../../tool/index.ts'
import { answerText, flaggedText, isBlank } from '../convert/answer-text.ts'
import type { ModelAnswer, ModelPart } from '../convert/parts.ts'
import type { Profile, ResultRules } from '../convert/profile.ts'
import type { AssistantPart, Message } from '../loop/message.ts'
import type { ModelRequest } from '../loop/model.ts'
import { isProviderOptions } from './ai-sdk-types.ts'
import type {
  FilePart,
  PromptMessage,
  ProviderOptions,
  ReasoningPart,
  TextPart,
  ToolCallPart,
  ToolResultPart,
} from './ai-sdk-types.ts'

/** A conversation as the AI SDK's providers read it. */
export function toPrompt({ instructions = '', messages }: ModelRequest, profile: Profile): PromptMessage[] {
  const system: PromptMessage[] = instructions.trim() === '' ? [] : [{ role: 'system', content: instructions }]
  return [...system, ...messages.flatMap((message) => promptMessages(withIds(message, profile), profile.results))]
}

/** What another provider called a call may be no name here. */
function withIds(message: Message, { callIds }: Profile): Message {
  if (callIds === undefined || message.role === 'user') return message
  const fit = (id: string): string => (callIds.test(id) ? id : `call_${digest(id.toWellFormed()).slice(0, 24)}`)
  if (message.role === 'tool') {
    return { ...message, answers: message.answers.map((answer) => ({ ...answer, id: fit(answer.id) })) }
  }
  return {
    ...message,
    parts: message.parts.map((part) => (part.kind === 'call' ? { ...part, id: fit(part.id) } : part)),
  }
}

function promptMessages(message: Message, rules: ResultRules): PromptMessage[] {
  if (message.role === 'tool') return toolMessages(message.answers, rules)
  if (message.role === 'user') {
    const content = message.parts.filter((part) => !isBlank(part)).map(contentPart)
    return content.length === 0 ? [] : [{ role: 'user', content }]
  }
  const content = message.parts.flatMap(assistantParts)
  return content.length === 0 ? [] : [{ role: 'assistant', content }]
}

function assistantParts(part: AssistantPart): (TextPart | ReasoningPart | ToolCallPart)[] {
  const options = readOptions(part.providerData)
  if (part.kind === 'call') {
    const { id: toolCallId, name: toolName, arguments: input } = part
    return [{ type: 'tool-call', toolCallId, toolName, input, ...options }]
  }
  const { kind: type, text } = part
  return text.trim() === '' && part.providerData === undefined ? [] : [{ type, text, ...options }]
}

function readOptions(data: UnknownObject | undefined): { providerOptions?: ProviderOptions } {
  return isProviderOptions(data) ? { providerOptions: data } : {}
}

/** What answers cannot hold follows them as if the user showed it: providers that take it at all take it there. */
function toolMessages(answers: readonly ModelAnswer[], rules: ResultRules): PromptMessage[] {
  const content = answers.map((answer) => toolResult(answer, rules))
  const apart = answers.filter((answer) => !mayHold(answer, rules)).flatMap(mediaApart)
  return [{ role: 'tool', content }, ...(apart.length === 0 ? [] : [{ role: 'user' as const, content: apart }])]
}

function toolResult(answer: ModelAnswer, rules: ResultRules): ToolResultPart {
  const { id: toolCallId, name: toolName, isError } = answer
  const text = rules.hasErrorFlag ? answerText(answer) : flaggedText(answer)
  const media = mediaOf(answer)
  const part = { type: 'tool-result', toolCallId, toolName } as const
  if (media.length === 0 || !mayHold(answer, rules)) {
    return { ...part, output: { type: isError && rules.hasErrorFlag ? 'error-text' : 'text', value: text } }
  }
  return { ...part, output: { type: 'content', value: [{ type: 'text', text }, ...media.map(filePart)] } }
}

/** The AI SDK has no answer that is both flagged as failed and more than text. */
function mayHold({ isError, parts }: ModelAnswer, rules: ResultRules): boolean {
  const isText = rules.mediaApart === true || (isError && rules.hasErrorFlag)
  const takes = [...rules.images.mimeTypes, ...rules.documents.mimeTypes]
  return !isText && parts.every((part) => part.kind === 'text' || takes.includes(part.mimeType))
}

function mediaApart(answer: ModelAnswer): (TextPart | FilePart)[] {
  const media = mediaOf(answer)
  return media.length === 0
    ? []
    : [{ type: 'text', text: `Attached to the answer ${answer.id} of ${answer.name}:` }, ...media.map(filePart)]
}

type Media = Exclude<ModelPart, { readonly kind: 'text' }>

function mediaOf({ parts }: ModelAnswer): Media[] {
  return parts.flatMap((part) => (part.kind === 'text' ? [] : [part]))
}

function contentPart(part: ModelPart): TextPart | FilePart {
  return part.kind === 'text' ? { type: 'text', text: part.text } : filePart(part)
}

function filePart(part: Media): FilePart {
  const { mimeType: mediaType, data } = part
  return {
    type: 'file',
    mediaType,
    data: { type: 'data', data },
    ...(part.kind === 'document' && { filename: part.name }),
  }
}
