import { createConnection } from 'node:net'

const call = { name: 'add_numbers', arguments: { a: 2, b: 40 } }
const envelope = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
}
const answer = '"text":"42"'
const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta: envelope } }

/** A request that can be the first one of all. */
export const firstList = `${JSON.stringify(list)}\n`

/** Calls a second over the pipes of a child, with so many calls under way at any time. */
export function loadPipes(child, { calls, inFlight }) {
  let sent = 0
  let received = 0
  let rest = ''
  const start = performance.now()
  const send = (count) => {
    let lines = ''
    for (let at = 0; at < count && sent < calls; at += 1, sent += 1)
      lines += `${JSON.stringify({ jsonrpc: '2.0', id: sent, method: 'tools/call', params: call })}\n`
    if (lines !== '') child.stdin.write(lines)
  }
  return new Promise((resolve, reject) => {
    const read = (chunk) => {
      const lines = (rest + chunk).split('\n')
      rest = lines.pop()
      if (!lines.every((line) => line.includes(answer)))
        return reject(new Error(`No right answer: ${lines.join('\n')}`))
      received += lines.length
      if (received < calls) return send(lines.length)
      child.stdout.off('data', read)
      resolve((calls * 1000) / (performance.now() - start))
    }
    child.stdout.on('data', read)
    send(inFlight)
  })
}

/** Bytes a second over the pipes of a child that lists its tools, one list after the other. */
export async function loadLists(child, { lists }) {
  let bytes = 0
  const start = performance.now()
  for (let id = 0; id < lists; id += 1) {
    child.stdin.write(`${JSON.stringify({ ...list, id })}\n`)
    bytes += await untilLine(child)
  }
  return (bytes * 1000) / (performance.now() - start)
}

function untilLine(child) {
  return new Promise((resolve) => {
    let length = 0
    const read = (chunk) => {
      length += chunk.length
      if (!chunk.endsWith('\n')) return
      child.stdout.off('data', read)
      resolve(length)
    }
    child.stdout.on('data', read)
  })
}

/** What a client says before its first call. */
export function shakeHands(child) {
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '1.0.0' } }
  child.stdout.setEncoding('utf8')
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 'first', method: 'initialize', params })}\n`)
  return new Promise((resolve) => {
    child.stdout.once('data', () => {
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`)
      resolve()
    })
  })
}

/** Calls a second over so many connections to a URL, each with one call under way. Older servers know no envelope. */
export async function loadHttp(url, { calls, inFlight, isOlder = false }) {
  const { hostname, port, pathname } = new URL(url)
  const params = isOlder ? call : { ...call, _meta: envelope }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
  const request = [
    `POST ${pathname} HTTP/1.1`,
    `host: ${hostname}:${port}`,
    'content-type: application/json',
    'accept: application/json, text/event-stream',
    `mcp-protocol-version: ${isOlder ? '2025-06-18' : '2026-07-28'}`,
    'mcp-method: tools/call',
    'mcp-name: add_numbers',
    `content-length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n')
  let sent = 0
  const start = performance.now()
  await Promise.all(Array.from({ length: inFlight }, () => connection()))
  return (calls * 1000) / (performance.now() - start)

  function connection() {
    return new Promise((resolve, reject) => {
      const socket = createConnection({ host: hostname, port: Number(port) })
      let received = ''
      const next = () => {
        if (sent >= calls) {
          socket.end()
          return resolve()
        }
        sent += 1
        socket.write(request)
      }
      socket.setEncoding('latin1')
      socket.on('error', reject)
      socket.on('connect', next)
      socket.on('data', (chunk) => {
        received += chunk
        if (!isWhole(received)) return
        if (!received.includes(answer)) return reject(new Error(`No right answer: ${received}`))
        received = ''
        next()
      })
    })
  }
}

function isWhole(response) {
  const head = response.indexOf('\r\n\r\n')
  if (head === -1) return false
  const length = /content-length: (\d+)/i.exec(response)
  return length === null ? response.endsWith('0\r\n\r\n') : response.length >= head + 4 + Number(length[1])
}
