import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A system behind a tool: it counts what was done, and ends the process that asks where that wants to die meanwhile. */
export interface Bank {
  readonly url: string
  /** How often an order was paid. */
  readonly paid: (order: string) => number
  readonly close: () => void
}

export async function openBank(): Promise<Bank> {
  const payments = new Map<string, number>()
  const http = createServer((request, response) => {
    const order = request.url?.slice(1) ?? ''
    const count = (payments.get(order) ?? 0) + 1
    payments.set(order, count)
    if (request.headers['x-dies'] === 'during-effect') process.kill(Number(request.headers['x-pid']), 'SIGKILL')
    else response.end(`receipt ${count} of ${order}`)
  })
  await new Promise<void>((resolve) => {
    http.listen(0, '127.0.0.1', resolve)
  })
  const { port } = http.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    paid: (order) => payments.get(order) ?? 0,
    close: () => {
      http.closeAllConnections()
      http.close()
    },
  }
}
