/**
 * Money and parcels of an online shop. Amounts are in US cents.
 * @packageDocumentation
 */
import { Stripe } from 'stripe'
import { server, text, ToolError } from 'verbnoun'
import type { Content, ToolContext } from 'verbnoun'
import { startStandIn } from './stand-in.ts'
import type { StandIn } from './stand-in.ts'

export default server({
  name: 'orders',
  title: 'Orders',
  env: {
    STRIPE_KEY: {
      description: 'Secret key of the Stripe account; without it a stand-in on this machine is used.',
      secret: true,
      optional: true,
    },
  },
  async start() {
    const key = process.env['STRIPE_KEY']
    stripe = key === undefined ? await connectStandIn() : new Stripe(key)
  },
  stop() {
    standIn?.close()
  },
})

/** Stripe itself when STRIPE_KEY is set, else a stand-in on this machine that keeps its promises. */
let stripe: Stripe
let standIn: StandIn | undefined

interface Order {
  paid_cents: number
  payment_intent: string
  state: 'open' | 'cancelled'
}

const orders = new Map<string, Order>([
  ['PT-1042', { paid_cents: 2400, payment_intent: 'pi_PT1042', state: 'open' }],
  ['PT-1043', { paid_cents: 1850, payment_intent: 'pi_PT1043', state: 'open' }],
])

/**
 * Issue a refund. Idempotent on (order_id, amount_cents).
 * @readonly false
 * @nondestructive
 * @idempotent order_id, amount_cents
 * @scope server
 * @downstream 24h
 * @param order_id - Format PT-NNNN.
 * @param amount_cents - In US cents, at most what was paid: 2400 is $24.00. {@integer} {@minimum 1}
 * @param reason - Why, in the customer's words; it is kept with the refund.
 */
export async function refund_order(
  ctx: ToolContext,
  order_id: string,
  amount_cents: number,
  reason: string,
): Promise<Content[]> {
  const { paid_cents, payment_intent } = orderOf(order_id)
  if (amount_cents > paid_cents) {
    throw new ToolError(`${order_id} was paid with ${dollars(paid_cents)}, less than ${dollars(amount_cents)}`, {
      fix: `Refund at most ${paid_cents} cents.`,
    })
  }
  const receipt = await stripe.refunds.create(
    { payment_intent, amount: amount_cents, metadata: { order_id, reason } },
    { idempotencyKey: ctx.idempotencyKey },
  )
  return [text(`Refunded ${dollars(amount_cents)}`), text(`Receipt id: ${receipt.id}`)]
}

/**
 * Cancel an order and release its books. This cannot be undone: a new order must be placed. Does not refund.
 * @destructive
 * @openWorld
 * @param order_id - Format PT-NNNN.
 */
export function cancel_order(order_id: string): string {
  const order = orderOf(order_id)
  if (order.state === 'cancelled') throw new ToolError(`${order_id} is cancelled already`)
  order.state = 'cancelled'
  return `Cancelled ${order_id}. This cannot be undone.`
}

function orderOf(order_id: string): Order {
  const order = orders.get(order_id)
  if (order !== undefined) return order
  throw new ToolError(`no such order: ${order_id}`, { fix: `Orders here: ${[...orders.keys()].join(', ')}.` })
}

async function connectStandIn(): Promise<Stripe> {
  standIn = await startStandIn()
  const { host, port } = standIn
  return new Stripe('sk_test_stand_in', { protocol: 'http', host, port, telemetry: false })
}

function dollars(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`
}
