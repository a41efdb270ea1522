// What was sent, in few words.
import { pdf, png, svg, wav } from './cases.mjs'

const payloads = [pdf, png, svg, wav]
const longest = 70

/** One cell of a table: what a host sent in a case, and what it got for it. */
export function cell({ show, name }, { requests, error }) {
  const [first, second] = requests
  if (first === undefined) return `fails before it asks: ${quoted(error?.message ?? 'nothing was sent')}`
  if (first.status !== 200) return `**${first.status}**: ${quoted(first.message)}`
  const sent = tellers[show](toolsOf(first.body), second, name)
  if (second === undefined) return `${sent}; **the call is lost**: ${quoted(error?.message ?? 'it was never answered')}`
  return second.status === 200 ? sent : `${sent}: **${second.status}**: ${quoted(second.message)}`
}

const tellers = {
  name: (tools) =>
    tools.map(({ name }) => (name.length > 40 ? `${quoted(name, 24)} (${name.length})` : quoted(name))).join(', '),
  schema: ([tool]) =>
    quoted(JSON.stringify(tool.schema), 240) + (tool.description === 'Looks it up.' ? '' : ' and words'),
  count: (tools) => (tools.length > 3 ? `${tools.length} tools` : tools.map(({ name }) => quoted(name)).join(', ')),
  answer: (_tools, second) => (second === undefined ? 'nothing' : answerOf(second.body)),
}

/** Without those that a host brings itself. */
function toolsOf(body) {
  return functionsOf(body)
    .filter(({ name }) => !name.startsWith('host__'))
    .map((tool) => ({ ...tool, schema: tool.input_schema ?? tool.parametersJsonSchema ?? tool.parameters }))
}

/** The tools of a request, on whatever wire. */
export function functionsOf({ tools = [] }) {
  return tools.flatMap((tool) => tool.functionDeclarations ?? [tool.function ?? tool])
}

function answerOf({ messages, input, contents }) {
  if (contents !== undefined) return geminiAnswer(contents)
  const items = messages ?? input
  const last = items.at(-1)
  const parts = partsOf(items)
  const isFlagged = items.some(
    ({ content }) => Array.isArray(content) && content.some((part) => part.is_error === true),
  )
  const words = parts.map(tellPart)
  const beside =
    last.role === 'user' && messages !== undefined && !isAnthropic(last)
      ? ['then, as if of the user,', ...partsIn(last.content).map(tellPart)]
      : []
  return [...(isFlagged ? ['`is_error`'] : []), ...(words.length === 0 ? ['nothing'] : words), ...beside].join(' ')
}

function geminiAnswer(contents) {
  const [{ functionResponse }] = contents.at(2).parts
  const { content, error } = functionResponse.response
  const words = error === undefined ? [quotedText(content)] : ['`error`', quotedText(error)]
  const beside = contents.length > 3 ? ['then, as if of the user,', ...contents.at(3).parts.map(tellPart)] : []
  return [...words, ...(functionResponse.parts ?? []).map(tellPart), ...beside].join(' ')
}

function isAnthropic({ content }) {
  return Array.isArray(content) && content.some(({ type }) => type === 'tool_result')
}

function partsOf(items) {
  return items.flatMap((item) => {
    if (item.type === 'function_call_output') return partsIn(item.output)
    if (item.role === 'tool') return partsIn(item.content)
    if (!isAnthropic(item)) return []
    return item.content.flatMap((part) => (part.type === 'tool_result' ? partsIn(part.content ?? []) : [part]))
  })
}

function partsIn(content) {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content
}

function tellPart(part) {
  if (typeof part.text === 'string') return quotedText(part.text)
  return (part.type ?? part.inlineData?.mimeType ?? '').includes('image') ? 'a picture' : 'a document'
}

function quotedText(value) {
  const isPayload = payloads.some((one) => value.includes(one))
  if (isPayload) return `**base64 as text** (${value.length} characters)`
  return value.length > 2000 ? `${value.length.toLocaleString('en')} characters` : quoted(value)
}

function quoted(value, most = longest) {
  const line = value
    .replaceAll(/\s*\n\s*/g, ' ⏎ ')
    .replaceAll('`', "'")
    .replaceAll('|', String.raw`\|`)
  return `\`${line.length > most ? `${line.slice(0, most)}…` : line}\``
}
