// A server written by hand: `node library.mjs EFFECTS`. Each thing that it does is a line in the file that is named.
import { appendFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

const [, , effects] = process.argv
const named = {
  type: 'object',
  properties: { title: { type: 'string', description: 'Of the book.' } },
  required: ['title'],
  additionalProperties: false,
}
const read = { readOnlyHint: true, openWorldHint: false }
const write = { destructiveHint: false, openWorldHint: false }
const outputSchema = { type: 'object', properties: { shelf: { type: 'integer' } }, required: ['shelf'] }
const tools = [
  { name: 'find_book', description: 'Find a book.', inputSchema: named, outputSchema, annotations: read },
  { name: 'read_book', description: 'Read a book.', inputSchema: named, annotations: read },
  { name: 'link_book', description: 'Link a book.', inputSchema: named, annotations: read },
  { name: 'show_cover', description: 'Show its cover.', inputSchema: named, annotations: read },
  { name: 'wait_for_book', description: 'Wait for it.', inputSchema: named, annotations: read },
  { name: 'lend_book', description: 'Lend a book.', inputSchema: named, annotations: write },
  { name: 'ask_reader', description: 'Ask, then note.', inputSchema: named, annotations: write },
  { name: 'burn_book', description: 'Burn a book.', inputSchema: named, annotations: { destructiveHint: true } },
]
const asked = new Map()
let number = 0

createInterface({ input: process.stdin }).on('line', (line) => {
  const message = JSON.parse(line)
  if (message.method === undefined) return asked.get(message.id)?.(message.result)
  if (message.id === undefined) return undefined
  return answer(message).then(
    (result) => send({ id: message.id, result }),
    (error) => send({ id: message.id, error: { code: -32602, message: String(error.message) } }),
  )
})

async function answer({ method, params }) {
  if (method === 'initialize')
    return {
      protocolVersion: params.protocolVersion,
      capabilities: { tools: {}, resources: {} },
      serverInfo: { name: 'library', version: '1' },
    }
  if (method === 'tools/list') return { tools }
  if (method === 'resources/read') return readResource(params)
  if (method === 'tools/call') return await call(params)
  return { resources: [], resourceTemplates: [] }
}

function readResource({ uri }) {
  did(`read ${uri}`)
  if (uri === 'book://cover') return { contents: [{ uri, mimeType: 'image/png', blob: 'iVBORw0KGgo=' }] }
  if (uri === 'book://all') return { contents: [1, 2, 3].map((at) => ({ uri, text: `${at}`.repeat(800) })) }
  if (uri === 'book://diary') return { contents: [{ uri, text: 'My secret.', annotations: { audience: ['user'] } }] }
  if (uri === 'book://lost') throw new Error('No such book.')
  return { contents: [{ uri, text: 'Chapter 1. '.repeat(5000) }] }
}

async function call({ name, arguments: { title } }) {
  did(`${name} ${title}`)
  if (name === 'find_book') return find(title)
  if (name === 'read_book') return said(`${'a'.repeat(150_000)}😀${'b'.repeat(50_000)}`)
  if (name === 'link_book') return { content: [link(`book://${title}`), link('https://example.com/book')] }
  if (name === 'show_cover') return { content: [{ type: 'audio', mimeType: 'audio/wav', data: 'UklGRg==' }] }
  if (name === 'wait_for_book') return await new Promise(() => undefined)
  if (name === 'burn_book') process.kill(process.pid, 'SIGKILL')
  if (name === 'ask_reader' && title === 'too late') void ask('Too late?')
  else if (name === 'ask_reader' && title === 'for ever') return said(JSON.stringify(await askOften()))
  else if (name === 'ask_reader') return said(JSON.stringify(await ask(`Really, ${title}?`)))
  return said(`Done: ${name} ${title}.`)
}

/** How often somebody was asked and said yes, of a hundred times. */
async function askOften() {
  let count = 0
  for (let turn = 0; turn < 100; turn += 1) if ((await ask('Again?')).action === 'accept') count += 1
  return count
}

function find(title) {
  const annotations = { audience: title === 'my diary' ? ['user'] : ['user', 'assistant'] }
  const structuredContent = { shelf: ['odd', 'my diary'].includes(title) ? 'the safe' : 7 }
  return { content: [{ type: 'text', text: 'On shelf 7.', annotations }], structuredContent }
}

function said(text) {
  return { content: [{ type: 'text', text }] }
}

function link(uri) {
  return { type: 'resource_link', uri, name: 'the book', mimeType: 'text/plain' }
}

async function ask(message) {
  number += 1
  const id = `q${number}`
  const requestedSchema = { type: 'object', properties: { sure: { type: 'boolean' } } }
  send({ id, method: 'elicitation/create', params: { message, requestedSchema } })
  return await new Promise((resolve) => asked.set(id, resolve))
}

function did(what) {
  appendFileSync(effects, `${what}\n`)
}

function send(message) {
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
}
