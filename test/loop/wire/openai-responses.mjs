// OpenAI Responses.
import { badDataUrl, firstOf, pictures, pieces } from './rules.mjs'
import { hasBearer, openaiError, refuseFunctions } from './openai-tools.mjs'

const documents = ['application/pdf', 'text/plain', 'text/csv', 'text/markdown', 'application/json']

export default {
  id: 'openai-responses',
  path: /^\/v1\/responses$/,
  callId: 'call',
  answerId: 'resp',
  last: undefined,
  hasKey: hasBearer,
  isStream: (body) => body.stream === true,
  error: openaiError,
  broken: (message) => ({ type: 'error', sequence_number: 99, code: 'server_error', message, param: null }),
  refuse,
  whole,
  events,
}

function refuse({ model, input, tools = [] }) {
  if (typeof model !== 'string') return 'you must provide a model parameter'
  const items = typeof input === 'string' ? [{ role: 'user', content: input }] : input
  if (!Array.isArray(items) || items.length === 0) return "Missing required parameter: 'input'."
  const functions = tools.filter(({ type }) => type === 'function')
  return (
    refuseFunctions(functions, (index) => `tools[${index}]`) ??
    firstOf(items, (item, index) => refuseItem(item, `input[${index}]`)) ??
    refuseOrder(items)
  )
}

function refuseItem(item, at) {
  const type = item.type ?? 'message'
  if (type === 'item_reference') return `Item with id '${item.id}' not found.`
  if (item.call_id?.length > 64) return `Invalid '${at}.call_id': string too long. Expected a maximum length of 64.`
  if (type === 'function_call_output') return refuseContent(item.output, `${at}.output`)
  if (type === 'function_call')
    return typeof item.arguments === 'string' ? undefined : `Invalid type for '${at}.arguments'.`
  if (type === 'reasoning') return refuseReasoning(item)
  if (type !== 'message') return `Invalid value: '${type}' (${at}.type).`
  return item.role === 'assistant' ? undefined : refuseContent(item.content, `${at}.content`)
}

function refuseReasoning(item) {
  return item.encrypted_content === undefined || item.encrypted_content === seal(item)
    ? undefined
    : `The encrypted content for item ${item.id} could not be verified.`
}

function refuseContent(content, at) {
  if (typeof content === 'string') return undefined
  if (!Array.isArray(content)) return `Invalid type for '${at}': expected a string or an array.`
  return firstOf(content, (part, index) => {
    if (part.type === 'input_text') return undefined
    if (part.type === 'input_image') return badDataUrl(part.image_url ?? '', pictures)
    if (part.type === 'input_file') return badDataUrl(part.file_data ?? '', documents)
    return `Invalid value for '${at}[${index}].type': '${part.type}'.`
  })
}

function refuseOrder(items) {
  const calls = items.filter(({ type }) => type === 'function_call').map((item) => item.call_id)
  const answered = items.filter(({ type }) => type === 'function_call_output').map((item) => item.call_id)
  const open = calls.find((id) => !answered.includes(id))
  if (open !== undefined) return `No tool output found for function call ${open}.`
  const strange = answered.find((id) => !calls.includes(id))
  if (strange !== undefined) return `No tool call found for function call output with call_id ${strange}.`
  const last = items.findIndex(
    ({ type }, index) => type === 'reasoning' && (items[index + 1] === undefined || items[index + 1].role === 'user'),
  )
  return last === -1
    ? undefined
    : `Item '${items[last].id}' of type 'reasoning' was provided without its required following item.`
}

/** What only a provider can make: it knows its own reasoning again. */
function seal({ id, summary }) {
  return `sealed:${id}:${summary.map(({ text }) => text).join('|')}`
}

function itemsOf({ reasoning, text, calls, newId }) {
  return [
    ...(reasoning.length === 0 ? [] : [reasoningItem(newId('rs'), reasoning)]),
    ...(text === undefined ? [] : [messageItem(newId('msg'), text)]),
    ...calls.map(({ id, name, arguments: args }) => ({
      type: 'function_call',
      id: newId('fc'),
      call_id: id,
      name,
      arguments: args,
      status: 'completed',
    })),
  ]
}

function reasoningItem(id, texts) {
  const item = { type: 'reasoning', id, summary: texts.map((text) => ({ type: 'summary_text', text })) }
  return { ...item, encrypted_content: seal(item) }
}

function messageItem(id, text) {
  const content = [{ type: 'output_text', text, annotations: [] }]
  return { type: 'message', id, role: 'assistant', status: 'completed', content }
}

function responseOf(answer, model) {
  const { id, finish, usage } = answer
  const reasons = { length: 'max_output_tokens', withheld: 'content_filter' }
  return {
    id,
    object: 'response',
    created_at: 0,
    model,
    status: finish === undefined ? 'completed' : 'incomplete',
    incomplete_details: finish === undefined ? null : { reason: reasons[finish] },
    usage: {
      input_tokens: usage.input,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: usage.output,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: usage.input + usage.output,
    },
  }
}

function whole(answer, { model }) {
  return { ...responseOf(answer, model), error: null, output: itemsOf(answer) }
}

function events(answer, { model }) {
  const output = itemsOf(answer)
  const response = { id: answer.id, object: 'response', created_at: 0, model, status: 'in_progress', output: [] }
  const end = { ...responseOf(answer, model), output }
  const all = [
    { type: 'response.created', response },
    { type: 'response.in_progress', response },
    ...output.flatMap(itemEvents),
    { type: `response.${end.status}`, response: end },
  ]
  return all.map((event, index) => ({ ...event, sequence_number: index }))
}

function itemEvents(item, output_index) {
  const place = { item_id: item.id, output_index }
  return [
    { type: 'response.output_item.added', output_index, item: begun(item) },
    ...innerEvents(item, place),
    { type: 'response.output_item.done', output_index, item },
  ]
}

function begun(item) {
  if (item.type === 'message') return { ...item, content: [], status: 'in_progress' }
  if (item.type === 'reasoning') return { ...item, summary: [], encrypted_content: '' }
  return { ...item, arguments: '', status: 'in_progress' }
}

function innerEvents(item, place) {
  if (item.type === 'function_call')
    return [
      ...pieces(item.arguments).map((delta) => ({ type: 'response.function_call_arguments.delta', ...place, delta })),
      { type: 'response.function_call_arguments.done', ...place, arguments: item.arguments },
    ]
  if (item.type === 'message') {
    const at = { ...place, content_index: 0 }
    const { text } = item.content[0]
    return [
      { type: 'response.content_part.added', ...at, part: { type: 'output_text', text: '', annotations: [] } },
      ...pieces(text).map((delta) => ({ type: 'response.output_text.delta', ...at, delta })),
      { type: 'response.output_text.done', ...at, text },
      { type: 'response.content_part.done', ...at, part: item.content[0] },
    ]
  }
  return item.summary.flatMap((part, index) => summaryEvents(part, { ...place, summary_index: index }))
}

function summaryEvents(part, at) {
  return [
    { type: 'response.reasoning_summary_part.added', ...at, part: { ...part, text: '' } },
    ...pieces(part.text).map((delta) => ({ type: 'response.reasoning_summary_text.delta', ...at, delta })),
    { type: 'response.reasoning_summary_text.done', ...at, text: part.text },
    { type: 'response.reasoning_summary_part.done', ...at, part },
  ]
}
