import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, describe, expect, test } from 'vitest'

const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
}

interface Started {
  readonly child: ChildProcessWithoutNullStreams
  /** What it has written to stderr. */
  readonly complaints: () => string
  /** Sends a message with an envelope. */
  readonly send: (id: string | number | undefined, method: string, params?: object) => void
  /** The next line of stdout, parsed. */
  readonly next: () => Promise<Record<string, unknown>>
}

let started: Started | undefined
afterEach(() => {
  started?.child.kill('SIGKILL')
})

function start(file: string): Started {
  const child = spawn(process.execPath, [file], { stdio: 'pipe' })
  let complaints = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints += text
  })
  const lines: string[] = []
  const waiting: ((line: string) => void)[] = []
  let rest = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const whole = (rest + text).split('\n')
    rest = whole.pop() ?? ''
    for (const line of whole) {
      const taker = waiting.shift()
      if (taker === undefined) lines.push(line)
      else taker(line)
    }
  })
  const next = (): Promise<string> => {
    const line = lines.shift()
    return line === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(line)
  }
  started = {
    child,
    complaints: () => complaints,
    send(id, method, params = {}) {
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params: { ...params, _meta: meta } })}\n`)
    },
    next: async () => JSON.parse(await next()),
  }
  return started
}

describe('a server process', () => {
  test('keeps stdout clean and outlives what its author throws', async () => {
    const { send, next, complaints, child } = start('test/serve/noisy.mjs')
    for (const id of [1, 2, 3]) {
      send(id, 'tools/call', { name: 'make_noise' })
      expect(await next()).toMatchObject({ id, result: { content: [{ text: 'done' }] } })
    }
    child.stdin.end()
    expect(await once(child, 'exit')).toEqual([0, null])
    for (const noise of [
      'loading',
      'to the console',
      'to stdout',
      'thrown in a timer',
      'rejected unseen',
      '{} was thrown',
    ])
      expect(complaints()).toContain(noise)
  })

  test('ends when its input ends, and answers first', async () => {
    const { send, next, child } = start('test/conformance/stdio.mjs')
    send(1, 'tools/call', { name: 'test_streaming_elicitation' })
    child.stdin.end()
    expect(await next()).toMatchObject({ id: 1, result: {} })
    expect(await once(child, 'exit')).toEqual([0, null])
  })

  test('ends quietly when nobody reads its output any more', async () => {
    const { send, next, child, complaints } = start('test/conformance/stdio.mjs')
    send(1, 'tools/list')
    await next()
    child.stdout.destroy()
    for (let id = 2; id < 50; id += 1) send(id, 'tools/list')
    expect(await once(child, 'exit')).toEqual([0, null])
    expect(complaints()).toBe('')
  })

  test('serves interleaved conversations that know nothing of each other', async () => {
    const { send, next } = start('test/conformance/stdio.mjs')
    send('one-1', 'subscriptions/listen', { notifications: { toolsListChanged: true } })
    send('two-1', 'tools/call', { name: 'test_tool_with_progress' })
    send('one-2', 'tools/call', { name: 'test_trigger_tool_change' })
    send('two-2', 'tools/call', { name: 'test_simple_text' })
    const heard = [await next(), await next(), await next(), await next(), await next()]
    expect(
      heard.map(({ id, method }) => String(id ?? method)).toSorted((one, other) => one.localeCompare(other)),
    ).toEqual([
      'notifications/subscriptions/acknowledged',
      'notifications/tools/list_changed',
      'one-2',
      'two-1',
      'two-2',
    ])
    send(undefined, 'notifications/cancelled', { requestId: 'one-1' })
    send('two-3', 'tools/call', { name: 'test_trigger_tool_change' })
    expect(await next()).toMatchObject({ id: 'two-3' })
  })

  test('goes on after broken lines', async () => {
    const { child, next } = start('test/conformance/stdio.mjs')
    child.stdin.write('oops\n')
    expect(await next()).toMatchObject({ id: null, error: { code: -32_700 } })
    child.stdin.write(Buffer.from([0xff, 0xfe, 0x0a]))
    expect(await next()).toMatchObject({ id: null, error: { code: -32_700 } })
    child.stdin.write(`${'x'.repeat(5_000_000)}\n`)
    expect(await next()).toMatchObject({ id: null, error: { code: -32_600 } })
    child.stdin.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n')
    expect(await next()).toEqual({ jsonrpc: '2.0', id: 1, result: {} })
  })
})
