import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Answer {
  readonly status: number
  readonly body: unknown
}

interface Kept extends Answer {
  readonly request: string
}

export interface StandIn {
  readonly host: string
  readonly port: number
  readonly close: () => void
}

/**
 * Starts a server on loopback that speaks Stripe's HTTP for refunds, with its rules for idempotency keys: the same key
 * and request answer again with the first answer, the same key with another request is an error.
 * https://docs.stripe.com/api/idempotent_requests
 */
export async function startStandIn(): Promise<StandIn> {
  const kept = new Map<string, Kept>()
  const http = createServer((request, response) => {
    readBody(request).then(
      (body) => {
        const key = headerOf(request, 'idempotency-key')
        const known = key === undefined ? undefined : kept.get(key)
        const answer = known === undefined ? answerTo(request, body) : answerAgain(known, request, body)
        if (key !== undefined && known === undefined) kept.set(key, { ...answer, request: identify(request, body) })
        const replayed = known !== undefined && answer === known
        response.writeHead(answer.status, {
          'content-type': 'application/json',
          ...(replayed && { 'idempotent-replayed': 'true' }),
        })
        response.end(JSON.stringify(answer.body))
      },
      () => response.destroy(),
    )
  })
  http.unref()
  await new Promise<void>((resolve, reject) => http.once('error', reject).listen(0, '127.0.0.1', resolve))
  const { address, port } = http.address() as AddressInfo
  return { host: address, port, close: () => http.closeAllConnections() }
}

function answerAgain(known: Kept, request: IncomingMessage, body: string): Answer {
  if (known.request === identify(request, body)) return known
  return failure(400, 'idempotency_error', 'Keys for idempotent requests can only be used with the same parameters.')
}

function answerTo(request: IncomingMessage, body: string): Answer {
  if (request.method !== 'POST' || request.url !== '/v1/refunds') {
    return failure(404, 'invalid_request_error', `There is no ${request.method} ${request.url} here.`)
  }
  const form = new URLSearchParams(body)
  const amount = Number(form.get('amount'))
  const intent = form.get('payment_intent')
  if (intent === null || !Number.isSafeInteger(amount) || amount < 1) {
    return failure(400, 'invalid_request_error', 'A refund takes a payment_intent and an amount in cents.')
  }
  const id = `re_${randomBytes(12).toString('hex')}`
  return {
    status: 200,
    body: { id, object: 'refund', amount, currency: 'usd', payment_intent: intent, status: 'succeeded' },
  }
}

function failure(status: number, type: string, message: string): Answer {
  return { status, body: { error: { type, message } } }
}

function identify(request: IncomingMessage, body: string): string {
  return `${request.method} ${request.url} ${body}`
}

function headerOf(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}

async function readBody(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  return body
}
