import type { IncomingMessage, ServerResponse } from 'node:http'

/** Where whoever watches a server asks whether it takes requests. */
export const healthPath = '/health'

/**
 * Says whether requests are taken, and nothing else: 200, or 503 once the server is closing. Any Host will do, because
 * those that ask reach it under an address.
 */
export function answerHealth({ method }: IncomingMessage, outgoing: ServerResponse, isClosing: boolean): void {
  if (method !== 'GET' && method !== 'HEAD') {
    outgoing.writeHead(405, { allow: 'GET, HEAD' }).end()
    return
  }
  const headers = { 'content-type': 'text/plain', 'cache-control': 'no-store' }
  outgoing.writeHead(isClosing ? 503 : 200, headers).end(isClosing ? 'closing\n' : 'ok\n')
}
