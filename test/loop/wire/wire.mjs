// A local server that speaks like model providers: OpenAI Chat Completions and Responses, Anthropic Messages, Gemini.
// It answers from a script, keeps every request, and refuses what the real ones refuse. It listens on 127.0.0.1 only.
//
// From a shell: `node test/loop/wire/serve.mjs SCRIPT.json [--port N]` prints one line, the URL. From a test:
// `const wire = await openWire(answers)`; `wire.url`, `wire.requests`, `await wire.close()`. Base URLs are `${url}/v1`
// (Gemini: `${url}/v1beta`). Any key works but `wrong`, and Chat wants none. `GET /requests` gives what was asked, and
// the status that each got.
//
// A script is a JSON array of answers, given in turn, one a request:
//   { "text": "Done." }                                              the model says something
//   { "reasoning": "…", "calls": [{ "name": "orders__refund_order", "arguments": { "id": "PT-1" } }] }
//                                                                    it thinks, also in parts (["…", "…"]), then calls;
//                                                                    arguments that are a text are sent as they are
//   { "redacted": "…" }                                              what it thinks in secret (Anthropic)
//   { "text": "…", "finish": "length" }                              or "withheld": cut short, or held back
//   { "text": "…", "usage": { "input": 12, "output": 5 } }           tokens; default 10 and 5
//   { "status": 429, "message": "Slow down.", "retryAfter": 2 }      an error of HTTP
//   { "text": "…", "cut": true }                                     the connection breaks in the middle
//   { "text": "…", "breaks": "Overloaded" }                          an error event in the middle
//   { "text": "…", "paceMs": 50 }                                    a pause before each piece
// A request that is refused takes no answer. When there are no more, the status is 500.
import { createServer } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import anthropic from './anthropic.mjs'
import google from './google.mjs'
import openaiChat from './openai-chat.mjs'
import openaiResponses from './openai-responses.mjs'

const dialects = [anthropic, google, openaiChat, openaiResponses]
const longestBody = 64 * 1024 * 1024

export async function openWire(answers, { port = 0 } = {}) {
  const left = [...answers]
  const requests = []
  let ids = 0
  const newId = (prefix) => `${prefix}_${(ids += 1)}`
  const server = createServer((request, response) => {
    const context = { request, response, left, requests, newId }
    serve(context).catch((error) => response.destroy(error))
  })
  await new Promise((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve))
  const close = () => new Promise((resolve) => (server.close(resolve), server.closeAllConnections()))
  return { url: `http://127.0.0.1:${server.address().port}`, requests, left, close }
}

async function serve(context) {
  const { request, response, requests } = context
  const path = request.url.split('?')[0]
  if (request.method === 'GET' && path === '/requests') return sendJson(response, 200, requests)
  const text = await readBody(request)
  const dialect = dialects.find(({ path: pattern }) => pattern.test(path))
  const body = parse(text)
  const record = { dialect: dialect?.id, path: request.url, headers: request.headers, body, status: 0 }
  requests.push(record)
  record.status = await answer({ ...context, dialect, body, path, record })
}

/** Gives the status. */
async function answer(context) {
  const { dialect, body, request, response, left, path, record } = context
  if (dialect === undefined || request.method !== 'POST') return sendJson(response, 404, { error: 'Not found.' })
  const fail = (status, message) => {
    record.message = message
    return sendJson(response, status, dialect.error(status, message))
  }
  if (!dialect.hasKey(request.headers)) return fail(401, 'Incorrect API key provided: it is missing or wrong.')
  if (body === undefined) return fail(400, 'The body is not JSON.')
  const refusal = dialect.refuse(body)
  if (refusal !== undefined) return fail(400, refusal)
  const next = left.shift()
  if (next === undefined) return fail(500, 'The script has no more answers.')
  const scripted = typeof next === 'function' ? next(body) : next
  if (scripted.retryAfter !== undefined) response.setHeader('retry-after', String(scripted.retryAfter))
  if (scripted.status !== undefined) return fail(scripted.status, scripted.message ?? 'Scripted.')
  const full = complete(scripted, context)
  const isStream = dialect.isStream(body, path)
  return isStream ? sendEvents(context, full) : sendWhole(context, full)
}

function complete(scripted, { newId, dialect }) {
  const calls = (scripted.calls ?? []).map(({ id = newId(dialect.callId), name, arguments: args = {} }) => ({
    id,
    name,
    arguments: typeof args === 'string' ? args : JSON.stringify(args),
  }))
  const reasoning = [scripted.reasoning ?? []].flat()
  return { id: newId(dialect.answerId), newId, usage: { input: 10, output: 5 }, ...scripted, reasoning, calls }
}

function sendWhole({ dialect, body, response }, full) {
  const whole = dialect.whole(full, body)
  if (full.cut === undefined) return sendJson(response, 200, whole)
  const text = JSON.stringify(whole)
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
  response.write(text.slice(0, text.length / 2), () => response.destroy())
  return 200
}

async function sendEvents({ dialect, body, response }, full) {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
  const events = dialect.events(full, body)
  const middle = Math.ceil(events.length / 2)
  const isWhole = full.cut === undefined && full.breaks === undefined
  const sent = isWhole ? events : events.slice(0, middle)
  const end = isWhole ? dialect.last : full.breaks === undefined ? undefined : dialect.broken(full.breaks)
  for (const event of [...sent, ...(end === undefined ? [] : [end])]) {
    if (full.paceMs !== undefined) await pause(full.paceMs)
    if (response.destroyed) return 200
    response.write(eventText(event))
  }
  if (full.cut === undefined) response.end()
  else setTimeout(() => response.destroy(), 20)
  return 200
}

function eventText(event) {
  if (typeof event === 'string') return `data: ${event}\n\n`
  const name = event.type === undefined ? '' : `event: ${event.type}\n`
  return `${name}data: ${JSON.stringify(event)}\n\n`
}

function sendJson(response, status, value) {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(value))
  return status
}

async function readBody(request) {
  const chunks = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > longestBody) throw new Error('The body is too long.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parse(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
