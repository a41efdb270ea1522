// Gemini's generateContent.
import { doubleName, firstOf, isObject, pictures, pieces } from './rules.mjs'

const files = [...pictures, 'image/heic', 'image/heif', 'application/pdf', 'text/plain']
const finishes = { length: 'MAX_TOKENS', withheld: 'SAFETY' }
const statuses = { 400: 'INVALID_ARGUMENT', 401: 'UNAUTHENTICATED', 429: 'RESOURCE_EXHAUSTED', 503: 'UNAVAILABLE' }
const mostTools = 128

export default {
  id: 'google',
  path: /^\/v1beta\/models\/[^/]+:(?:stream)?[gG]enerateContent$/,
  callId: 'call',
  answerId: 'answer',
  last: undefined,
  hasKey: (headers) => headers['x-goog-api-key'] !== undefined && headers['x-goog-api-key'] !== 'wrong',
  isStream: (_body, path) => path.endsWith(':streamGenerateContent'),
  error: (code, message) => ({ error: { code, message, status: statuses[code] ?? 'INTERNAL' } }),
  broken: (message) => ({ error: { code: 503, message, status: 'UNAVAILABLE' } }),
  refuse,
  whole: (answer, body) => eventOf(partsOf(answer), answer, body),
  events,
}

function refuse({ contents, tools = [] }) {
  if (!Array.isArray(contents) || contents.length === 0) return 'contents is not specified'
  const functions = tools.flatMap((tool) => tool.functionDeclarations ?? [])
  if (functions.length > mostTools) return `At most ${mostTools} function declarations are supported.`
  const double = doubleName(functions.map(({ name }) => name))
  if (double !== undefined) return `Duplicate function declaration found: ${double}`
  return (
    firstOf(functions, refuseFunction) ?? firstOf(contents, (content, index) => refuseContent(contents, content, index))
  )
}

function refuseFunction({ name, parametersJsonSchema: schema }, index) {
  const at = `GenerateContentRequest.tools[0].function_declarations[${index}]`
  if (!/^[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}$/.test(name))
    return `${at}.name: Invalid function name. Must start with a letter or an underscore, with a maximum length of 128.`
  return schema === undefined || schema.type === 'object'
    ? undefined
    : `${at}.parameters schema should be of type OBJECT`
}

function refuseContent(contents, { role, parts }, index) {
  if (!Array.isArray(parts) || parts.length === 0) return `contents[${index}].parts: must have at least one part`
  const bad = firstOf(
    parts,
    ({ inlineData, functionResponse }) => refuseFile(inlineData) ?? refuseResponse(functionResponse),
  )
  if (bad !== undefined) return bad
  if (role === 'model') return undefined
  const asked = (contents[index - 1]?.parts ?? []).filter(({ functionCall }) => functionCall !== undefined).length
  const given = parts.filter(({ functionResponse }) => functionResponse !== undefined).length
  return asked === given
    ? undefined
    : 'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.'
}

function refuseFile(file) {
  return file === undefined || files.includes(file.mimeType) ? undefined : `Unsupported MIME type: ${file.mimeType}`
}

function refuseResponse(response) {
  if (response === undefined) return undefined
  if (!isObject(response.response)) return 'function_response.response: it must be an object'
  return firstOf(response.parts ?? [], ({ inlineData }) => refuseFile(inlineData))
}

function partsOf({ reasoning, text, calls }) {
  const parts = [
    ...reasoning.map((thought) => ({ text: thought, thought: true })),
    ...(text === undefined ? [] : [{ text }]),
    ...calls.map(({ id, name, arguments: args }) => ({ functionCall: { id, name, args: JSON.parse(args) } })),
  ]
  const first = parts.findIndex(({ functionCall }) => functionCall !== undefined)
  return parts.map((part, index) =>
    index === first && reasoning.length > 0 ? { ...part, thoughtSignature: `signed:${reasoning.join(' ')}` } : part,
  )
}

function events(answer, body) {
  const parts = partsOf(answer).flatMap((part) =>
    part.text === undefined ? [part] : pieces(part.text).map((text) => ({ ...part, text })),
  )
  return parts.length === 0
    ? [eventOf([], answer, body)]
    : parts.map((part, index) => eventOf([part], index === parts.length - 1 ? answer : undefined, body))
}

function eventOf(parts, answer, body) {
  const content = { role: 'model', parts }
  const finishReason = answer === undefined ? undefined : (finishes[answer.finish] ?? 'STOP')
  const usage = answer?.usage
  return {
    candidates: [{ content, index: 0, ...(finishReason === undefined ? {} : { finishReason }) }],
    modelVersion: body.model ?? 'gemini',
    ...(usage === undefined
      ? {}
      : {
          usageMetadata: {
            promptTokenCount: usage.input,
            candidatesTokenCount: usage.output,
            totalTokenCount: usage.input + usage.output,
          },
        }),
  }
}
