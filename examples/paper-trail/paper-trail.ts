/**
 * Paper Trail is a small bookshop. Orders have ids like PT-1042; customers are known by the name on the order.
 * Refund emails are drafted here and sent by a person.
 * @packageDocumentation
 */
import { readFileSync } from 'node:fs'
import { server, ToolError } from 'verbnoun'

export default server({ name: 'paper-trail', title: 'Paper Trail Books' })

interface Order {
  customer: string
  title: string
  status: 'packing' | 'shipped' | 'delivered'
  carrier: string | null
  eta: string
}

interface OrderStatus {
  status: 'packing' | 'shipped' | 'delivered'
  /** Null until the parcel has left. */
  carrier: string | null
  /** Day of arrival, expected or past.
   * @format date
   */
  eta: string
}

interface OrderSummary {
  order_id: string
  title: string
}

const ORDERS: Readonly<Record<string, Order>> = JSON.parse(
  readFileSync(new URL('orders.json', import.meta.url), 'utf8'),
)

/**
 * Look up one order by its id (format PT-NNNN). Returns status, carrier, and ETA.
 * @readonly
 * @closedWorld
 * @for "where is my parcel PT-1042?"
 */
export function order_status(order_id: string): OrderStatus {
  return orderOf(order_id)
}

/**
 * Find the ids of all orders of one customer, by name; part of the name is enough. Returns ids and book titles only:
 * not where a parcel is.
 * @readonly
 * @closedWorld
 * @param customer_name - As on the order, in any case: "Arjun R" or "arjun".
 * @for "which books did Arjun R order?"
 */
export function search_orders(customer_name: string): OrderSummary[] {
  const wanted = customer_name.trim().toLowerCase()
  if (wanted === '') throw new ToolError('the customer name is empty', { fix: 'Give at least a part of the name.' })
  return Object.entries(ORDERS)
    .filter(([, { customer }]) => customer.toLowerCase().includes(wanted))
    .map(([order_id, { title }]) => ({ order_id, title }))
}

/**
 * Draft (but do not send) a refund email for an order. A human reviews and sends it.
 * @readonly
 * @closedWorld
 * @param order_id - Format PT-NNNN.
 * @param reason - Why the customer wants the money back, as it will stand in the email: "arrived damaged".
 */
export function draft_refund(order_id: string, reason: string): string {
  const { customer, title } = orderOf(order_id)
  return [
    `Dear ${customer},`,
    '',
    `We're sorry '${title}' didn't work out (${reason}).`,
    'Your refund has been initiated and will reach you in 5-7 working days.',
    '',
    '— Paper Trail Books',
  ].join('\n')
}

function orderOf(order_id: string): Order {
  const order = Object.hasOwn(ORDERS, order_id) ? ORDERS[order_id] : undefined
  if (order !== undefined) return order
  throw new ToolError(`no such order: ${order_id}`, {
    fix: 'Ids look like PT-1042; search_orders finds them by customer name.',
  })
}
