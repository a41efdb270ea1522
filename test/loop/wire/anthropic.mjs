// Anthropic Messages.
import { createHash } from 'node:crypto'
import { badSchema, doubleName, firstOf, isObject, pictures, pieces } from './rules.mjs'

const types = { 400: 'invalid_request_error', 401: 'authentication_error', 404: 'not_found_error' }
const moreTypes = { 429: 'rate_limit_error', 500: 'api_error', 529: 'overloaded_error' }
const stops = { length: 'max_tokens', withheld: 'refusal' }

export default {
  id: 'anthropic',
  path: /^\/v1\/messages$/,
  callId: 'toolu',
  answerId: 'msg',
  last: undefined,
  hasKey: (headers) => headers['x-api-key'] !== undefined && headers['x-api-key'] !== 'wrong',
  isStream: (body) => body.stream === true,
  error: (status, message) => ({
    type: 'error',
    error: { type: types[status] ?? moreTypes[status] ?? 'api_error', message },
  }),
  broken: (message) => ({ type: 'error', error: { type: 'overloaded_error', message } }),
  refuse,
  whole,
  events,
}

function refuse(body) {
  if (typeof body.model !== 'string') return 'model: Field required'
  if (!Number.isInteger(body.max_tokens)) return 'max_tokens: Field required'
  if (!Array.isArray(body.messages) || body.messages.length === 0) return 'messages: at least one message is required'
  return refuseTools(body.tools ?? []) ?? refuseMessages(body)
}

function refuseTools(tools) {
  if (doubleName(tools.map(({ name }) => name)) !== undefined) return 'tools: Tool names must be unique.'
  return firstOf(tools, ({ name, input_schema: schema }, index) => {
    const at = `tools.${index}.custom`
    if (!/^[a-zA-Z0-9_-]{1,64}$/.test(name)) return `${at}.name: String should match pattern '^[a-zA-Z0-9_-]{1,64}$'`
    if (schema?.type !== 'object') return `${at}.input_schema.type: Field required`
    if (['oneOf', 'allOf', 'anyOf'].some((key) => key in schema))
      return `${at}.input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level`
    if (Object.keys(schema.properties ?? {}).some((key) => !/^[a-zA-Z0-9_.-]{1,64}$/.test(key)))
      return `${at}.input_schema.properties: Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'`
    const bad = badSchema(schema)
    return bad === undefined ? undefined : `${at}.input_schema: JSON schema is invalid: ${bad}`
  })
}

function refuseMessages({ messages, thinking }) {
  if (messages[0].role !== 'user') return 'messages: first message must use the "user" role'
  return firstOf(messages, (message, index) => {
    const content = typeof message.content === 'string' ? [{ type: 'text', text: message.content }] : message.content
    const at = `messages.${index}`
    if (!Array.isArray(content) || content.length === 0) return `${at}: all messages must have non-empty content`
    const block = firstOf(content, (part, place) => refuseBlock(part, `${at}.content.${place}`))
    return block ?? refuseOrder(message.role, content, at) ?? refuseTurn({ messages, thinking, index, content, at })
  })
}

function refuseBlock(part, at) {
  if (part.type === 'text') return part.text === '' ? `${at}.text: text content blocks must be non-empty` : undefined
  if (part.type === 'image') return refuseSource(part.source, pictures, at)
  if (part.type === 'document') return refuseSource(part.source, ['application/pdf'], at)
  if (part.type === 'tool_use') return refuseCall(part, at)
  if (part.type === 'thinking')
    return part.signature === sign(part.thinking) ? undefined : `${at}: Invalid \`signature\` in \`thinking\` block`
  if (part.type === 'tool_result') return refuseResult(part, at)
  return part.type === 'redacted_thinking' ? undefined : `${at}.type: Input tag '${part.type}' is not known`
}

function refuseCall({ id, input }, at) {
  if (!/^[a-zA-Z0-9_-]+$/.test(id)) return `${at}.id: String should match pattern '^[a-zA-Z0-9_-]+$'`
  return isObject(input) ? undefined : `${at}.input: Input should be an object`
}

function refuseResult({ content = '', is_error: isError }, at) {
  if (typeof content === 'string') return undefined
  if (isError === true && content.some(({ type }) => type !== 'text'))
    return `${at}.tool_result: all content must be type "text" if "is_error" is true`
  return firstOf(content, (part, index) => refuseBlock(part, `${at}.content.${index}`))
}

function refuseSource(source, allowed, at) {
  if (source?.type === 'text' && source.media_type === 'text/plain') return undefined
  if (source?.type !== 'base64') return undefined
  if (!allowed.includes(source.media_type))
    return `${at}.source.base64.media_type: Input should be '${allowed.join("' or '")}'`
  const isBase64 = typeof source.data === 'string' && /^[A-Za-z0-9+/]+={0,2}$/.test(source.data)
  return isBase64 ? undefined : `${at}.source.base64.data: The data is not valid base64.`
}

function refuseOrder(role, content, at) {
  if (role === 'assistant') return undefined
  const firstOther = content.findIndex(({ type }) => type !== 'tool_result')
  const isAfter = firstOther !== -1 && content.slice(firstOther).some(({ type }) => type === 'tool_result')
  return isAfter ? `${at}: \`tool_result\` blocks must come before other content` : undefined
}

function refuseTurn({ messages, thinking, index, content, at }) {
  const before = messages[index - 1]
  const asked = callsOf(before)
  const answered = content.filter(({ type }) => type === 'tool_result').map((part) => part.tool_use_id)
  const missing = asked.filter((id) => !answered.includes(id))
  if (missing.length > 0)
    return `messages.${index - 1}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${missing.join(', ')}.`
  const strange = answered.find((id) => !asked.includes(id)) ?? doubleName(answered)
  if (strange !== undefined) return `${at}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${strange}.`
  if (messages[index].role !== 'assistant') return undefined
  const isLast = index === messages.length - 1
  if (isLast && callsOf(messages[index]).length > 0) return `${at}: \`tool_use\` ids were found without results`
  const thinks = ['enabled', 'adaptive'].includes(thinking?.type) && callsOf(messages[index]).length > 0
  const begins = ['thinking', 'redacted_thinking'].includes(content[0].type)
  return thinks && thinking.type === 'enabled' && !begins
    ? `${at}.content.0.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${content[0].type}\``
    : undefined
}

function callsOf(message) {
  if (message?.role !== 'assistant' || typeof message.content === 'string') return []
  return message.content.filter(({ type }) => type === 'tool_use').map(({ id }) => id)
}

/** What only a provider can make: it knows its own reasoning again. */
function sign(text) {
  return createHash('sha256').update(`thought:${text}`).digest('base64')
}

function blocksOf({ reasoning, redacted, text, calls }) {
  return [
    ...reasoning.map((thinking) => ({ type: 'thinking', thinking, signature: sign(thinking) })),
    ...(redacted === undefined ? [] : [{ type: 'redacted_thinking', data: redacted }]),
    ...(text === undefined ? [] : [{ type: 'text', text }]),
    ...calls.map(({ id, name, arguments: args }) => ({ type: 'tool_use', id, name, input: args })),
  ]
}

function stopOf({ finish, calls }) {
  return stops[finish] ?? (calls.length > 0 ? 'tool_use' : 'end_turn')
}

function whole(answer, { model }) {
  const content = blocksOf(answer).map((block) =>
    block.type === 'tool_use' ? { ...block, input: JSON.parse(block.input) } : block,
  )
  const usage = { input_tokens: answer.usage.input, output_tokens: answer.usage.output }
  const [stop_reason, stop_sequence] = [stopOf(answer), null]
  return { id: answer.id, type: 'message', role: 'assistant', model, content, stop_reason, stop_sequence, usage }
}

function events(answer, { model }) {
  const { input: input_tokens, output: output_tokens } = answer.usage
  const usage = { input_tokens, output_tokens: 1 }
  const message = { id: answer.id, type: 'message', role: 'assistant', model, content: [], stop_reason: null, usage }
  return [
    { type: 'message_start', message },
    { type: 'ping' },
    ...blocksOf(answer).flatMap(blockEvents),
    {
      type: 'message_delta',
      delta: { stop_reason: stopOf(answer), stop_sequence: null },
      usage: { output_tokens },
    },
    { type: 'message_stop' },
  ]
}

function blockEvents(block, index) {
  const { begun, deltas } = piecesOf(block)
  return [
    { type: 'content_block_start', index, content_block: begun },
    ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
    { type: 'content_block_stop', index },
  ]
}

function piecesOf(block) {
  if (block.type === 'text')
    return { begun: { ...block, text: '' }, deltas: pieces(block.text).map((text) => ({ type: 'text_delta', text })) }
  if (block.type === 'thinking')
    return { begun: { ...block, thinking: '', signature: '' }, deltas: thinkingDeltas(block) }
  if (block.type === 'redacted_thinking') return { begun: block, deltas: [] }
  const deltas = pieces(block.input).map((partial_json) => ({ type: 'input_json_delta', partial_json }))
  return { begun: { ...block, input: {} }, deltas }
}

function thinkingDeltas({ thinking, signature }) {
  return [
    ...pieces(thinking).map((piece) => ({ type: 'thinking_delta', thinking: piece })),
    { type: 'signature_delta', signature },
  ]
}
