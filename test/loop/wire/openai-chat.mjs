// OpenAI Chat Completions, and the local endpoints that speak it.
import { badDataUrl, firstOf, pictures, pieces } from './rules.mjs'
import { hasNoWrongBearer, openaiError, refuseFunctions } from './openai-tools.mjs'

const finishes = { length: 'length', withheld: 'content_filter' }

export default {
  id: 'openai-chat',
  path: /^\/v1\/chat\/completions$/,
  callId: 'call',
  answerId: 'chatcmpl',
  last: '[DONE]',
  hasKey: hasNoWrongBearer,
  isStream: (body) => body.stream === true,
  error: openaiError,
  broken: (message) => ({ error: { message, type: 'server_error', param: null, code: null } }),
  refuse,
  whole,
  events,
}

function refuse({ model, messages, tools = [] }) {
  if (typeof model !== 'string') return 'you must provide a model parameter'
  if (!Array.isArray(messages) || messages.length === 0) return "Invalid 'messages': empty array."
  if (tools.some(({ type }) => type !== 'function')) return "Invalid value for 'tools[].type': expected 'function'."
  return (
    refuseFunctions(
      tools.map((tool) => tool.function),
      (index) => `tools[${index}].function`,
    ) ??
    firstOf(messages, (message, index) => refuseMessage(message, `messages[${index}]`)) ??
    refuseOrder(messages)
  )
}

function refuseMessage({ role, content, tool_calls: calls = [] }, at) {
  if (role === 'tool')
    return isText(content) ? undefined : `Invalid '${at}.content': messages with role 'tool' take text.`
  if (role === 'assistant') return refuseAssistant(content, calls, at)
  if (typeof content === 'string') return undefined
  if (!Array.isArray(content)) return `Invalid type for '${at}.content'.`
  return firstOf(content, (part, index) => refusePart(part, `${at}.content[${index}]`))
}

function isText(content) {
  return typeof content === 'string' || (Array.isArray(content) && content.every(({ type }) => type === 'text'))
}

function refuseAssistant(content, calls, at) {
  if (typeof content !== 'string' && !(content === null && calls.length > 0)) return `Invalid '${at}.content'.`
  const isBroken = calls.some((call) => typeof call.function?.arguments !== 'string')
  return isBroken ? `Invalid '${at}.tool_calls': arguments must be a string.` : undefined
}

function refusePart(part, at) {
  if (part.type === 'text') return undefined
  if (part.type === 'image_url') return badDataUrl(part.image_url?.url ?? '', pictures)
  if (part.type === 'file') return badDataUrl(part.file?.file_data ?? '', ['application/pdf'])
  return part.type === 'input_audio' ? undefined : `Invalid value for '${at}.type': '${part.type}'.`
}

function refuseOrder(messages) {
  let open = []
  for (const [index, { role, tool_calls: calls, tool_call_id: id }] of messages.entries()) {
    if (role === 'tool') {
      if (!open.includes(id))
        return `Invalid parameter: messages with role 'tool' must be a response to a preceding message with 'tool_calls'. (messages[${index}])`
      open = open.filter((one) => one !== id)
    } else if (open.length > 0) return unanswered(open)
    else open = (calls ?? []).map((call) => call.id)
  }
  return open.length > 0 ? unanswered(open) : undefined
}

function unanswered(ids) {
  return `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${ids.join(', ')}`
}

function finishOf({ finish, calls }) {
  return finishes[finish] ?? (calls.length > 0 ? 'tool_calls' : 'stop')
}

function callsOf(calls) {
  return calls.map(({ id, name, arguments: args }) => ({ id, type: 'function', function: { name, arguments: args } }))
}

function usageOf({ input, output }) {
  return { prompt_tokens: input, completion_tokens: output, total_tokens: input + output }
}

function whole(answer, { model }) {
  const { id, text, reasoning, calls, usage } = answer
  const message = {
    role: 'assistant',
    content: text ?? null,
    ...(reasoning.length === 0 ? {} : { reasoning_content: reasoning.join('') }),
    ...(calls.length === 0 ? {} : { tool_calls: callsOf(calls) }),
  }
  const choices = [{ index: 0, message, finish_reason: finishOf(answer) }]
  return { id, object: 'chat.completion', created: 0, model, choices, usage: usageOf(usage) }
}

function events(answer, { model, stream_options: options }) {
  const { id, text, reasoning, calls, usage } = answer
  const chunk = (choices, more = {}) => ({ id, object: 'chat.completion.chunk', created: 0, model, choices, ...more })
  const delta = (value, finish_reason = null) => chunk([{ index: 0, delta: value, finish_reason }])
  return [
    delta({ role: 'assistant', content: '' }),
    ...pieces(reasoning.join('')).map((piece) => delta({ reasoning_content: piece })),
    ...pieces(text).map((content) => delta({ content })),
    ...callsOf(calls).flatMap((call, index) => callDeltas(call, index).map((tool) => delta({ tool_calls: [tool] }))),
    delta({}, finishOf(answer)),
    ...(options?.include_usage === true ? [chunk([], { usage: usageOf(usage) })] : []),
  ]
}

function callDeltas(call, index) {
  const { name, arguments: args } = call.function
  return [
    { index, ...call, function: { name, arguments: '' } },
    ...pieces(args).map((piece) => ({ index, function: { arguments: piece } })),
  ]
}
