import { createServer, request, type Server } from 'node:http'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callOver, makeProject, type Program, startProgram } from './program.ts'

const source = `
import { appendFileSync } from 'node:fs'
import type { ToolContext } from 'verbnoun'

/** Tell which process answers.
 * @readonly */
export function tell_process(): number { return process.pid }

/** Refund an order.
 * @destructive
 * @idempotent order_id
 * @param order_id - Which. */
export async function refund_order(order_id: string): Promise<string> {
  await new Promise((resolve) => setTimeout(resolve, 300))
  appendFileSync('refunds', order_id + '\\n')
  return 'refunded by ' + process.pid
}

/** Cancel an order, when a person agrees.
 * @destructive
 * @param order_id - Which. */
export async function cancel_order(ctx: ToolContext, order_id: string): Promise<string> {
  return await ctx.confirm('Cancel ' + order_id + '?', () => {
    appendFileSync('cancelled', order_id + '\\n')
    return 'cancelled by ' + process.pid
  })
}
`
const { folder, remove } = makeProject({ 'shop.ts': source })
const replicas: Program[] = []
let proxy: Server
let url: string

beforeAll(async () => {
  const env = { VERBNOUN_SECRET: 'a secret of this test and no other' }
  for (const _ of [1, 2]) {
    const replica = startProgram(['serve', 'shop.ts', '--http', '--port', '0'], { cwd: folder, env })
    replicas.push(replica)
    await replica.url()
  }
  const targets = await Promise.all(replicas.map(async (each) => new URL(await each.url())))
  proxy = startProxy(targets).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const address = proxy.address()
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/mcp`
})
afterAll(() => {
  proxy?.close()
  for (const { child } of replicas) child.kill('SIGKILL')
  remove()
})

/** Gives each request to the next of them, and knows nothing else. */
function startProxy(targets: readonly URL[]): Server {
  let turn = 0
  return createServer((incoming, outgoing) => {
    const { hostname, port, pathname } = targets[turn++ % targets.length]!
    const headers = { ...incoming.headers, host: `${hostname}:${port}`, connection: 'keep-alive' }
    const passed = request({ hostname, port, path: pathname, method: 'POST', headers, agent: false }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, { 'content-type': answer.headers['content-type'] })
      answer.pipe(outgoing)
    })
    incoming.pipe(passed)
  })
}

function linesOf(file: string): string[] {
  return readFileSync(join(folder, file), 'utf8').trim().split('\n')
}

/** Who of the two answered, told from the texts. */
function answerers(texts: readonly (string | undefined)[]): Set<string> {
  return new Set(texts.map((text) => /\d+$/m.exec(text ?? '')?.[0] ?? 'nobody'))
}

describe('two processes behind a proxy that takes turns', () => {
  test('both answer', async () => {
    const pids = [await callOver(url, 'tell_process'), await callOver(url, 'tell_process')]
    expect(new Set(pids.map(({ structuredContent }) => structuredContent)).size).toBe(2)
  })

  test('act once for calls that are the same, at once or later', async () => {
    const refund = { arguments: { order_id: 'PT-1042' } }
    const answers = await Promise.all(Array.from({ length: 6 }, () => callOver(url, 'refund_order', refund)))
    answers.push(await callOver(url, 'refund_order', refund), await callOver(url, 'refund_order', refund))
    expect(answerers(answers.map(({ content }) => content?.[0]?.text)).size).toBe(1)
    expect(answers.filter(({ _meta }) => _meta?.['dev.verbnoun/replayed'] !== undefined)).toHaveLength(7)
    expect(linesOf('refunds')).toEqual(['PT-1042'])
  })

  test('take up each other’s questions, and each answer once', async () => {
    for (const order_id of ['PT-1', 'PT-2', 'PT-3']) {
      const asked = await callOver(url, 'cancel_order', { arguments: { order_id } })
      expect(asked).toMatchObject({ resultType: 'input_required' })
      const [key = ''] = Object.keys(asked.inputRequests ?? {})
      const answered = {
        arguments: { order_id },
        requestState: asked.requestState,
        inputResponses: { [key]: { action: 'accept', content: { approve: true } } },
      }
      const both = await Promise.all([callOver(url, 'cancel_order', answered), callOver(url, 'cancel_order', answered)])
      expect(both.filter(({ content }) => content?.[0]?.text.startsWith('cancelled'))).toHaveLength(1)
      expect(both.filter(({ code }) => code === -32_602)).toHaveLength(1)
    }
    expect(linesOf('cancelled')).toEqual(['PT-1', 'PT-2', 'PT-3'])
  })

  test('do not take a state that was changed, or was given for other arguments', async () => {
    const asked = await callOver(url, 'cancel_order', { arguments: { order_id: 'PT-4' } })
    const [key = ''] = Object.keys(asked.inputRequests ?? {})
    const inputResponses = { [key]: { action: 'accept', content: { approve: true } } }
    const { requestState } = asked
    const other = { arguments: { order_id: 'PT-5' }, requestState, inputResponses }
    expect(await callOver(url, 'cancel_order', other)).toMatchObject({ code: -32_602 })
    const changed = { arguments: { order_id: 'PT-4' }, requestState: `${requestState}A`, inputResponses }
    expect(await callOver(url, 'cancel_order', changed)).toMatchObject({ code: -32_602 })
  })
})
