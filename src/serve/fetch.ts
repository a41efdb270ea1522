import { createEndpoint, type HttpOptions } from './http/endpoint.ts'
import type { HttpReply, HttpRequest, Sink } from './http/message.ts'
import type { Server } from './server.ts'

const bodyLimit = 4 * 1024 * 1024
/** How much may wait for a client that does not read. */
const unreadLimit = 4 * 1024 * 1024

/**
 * The server as a web-standard handler, for Hono, Next, Workers, Bun, Deno. The page for reviewers is at any path that
 * ends in `/review`.
 */
export function fetchHandler(server: Server, options: HttpOptions): (request: Request) => Promise<Response> {
  const endpoint = createEndpoint(server, options)
  return async (request) => {
    const gone = new AbortController()
    request.signal.addEventListener('abort', () => gone.abort())
    const isReview = new URL(request.url).pathname.endsWith('/review')
    const answer = (isReview ? endpoint.review : undefined) ?? endpoint.handle
    return toResponse(await answer(fromRequest(request, gone.signal)), gone)
  }
}

function fromRequest(request: Request, gone: AbortSignal): HttpRequest {
  return {
    method: request.method,
    path: new URL(request.url).pathname,
    header: (name) => request.headers.get(name) ?? (name === 'host' ? new URL(request.url).host : undefined),
    body: () => readBody(request),
    onGone: (listener) => gone.addEventListener('abort', listener),
  }
}

async function readBody(request: Request): Promise<Buffer | undefined> {
  if (request.body === null) return Buffer.alloc(0)
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body) {
    size += chunk.length
    if (size > bodyLimit) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function toResponse(reply: HttpReply, gone: AbortController): Response {
  const { headers } = reply
  if (reply.kind === 'text')
    return new Response(reply.text === '' ? null : reply.text, { status: reply.status, headers })
  return new Response(bodyOf(reply, gone), { headers })
}

function bodyOf(reply: Extract<HttpReply, { kind: 'events' }>, gone: AbortController): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const sink: Sink = {
          write(text) {
            controller.enqueue(encoder.encode(text))
            if ((controller.desiredSize ?? 0) >= 0) return
            gone.abort()
            controller.error(new Error('The client does not read.'))
          },
          end: () => controller.close(),
        }
        gone.signal.addEventListener('abort', () => reply.close(sink))
        reply.open(sink)
      },
      cancel: () => gone.abort(),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: unreadLimit }),
  )
}
