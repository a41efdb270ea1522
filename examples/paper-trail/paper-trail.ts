/**
 * Paper Trail is a small bookshop. Orders have ids like PT-1042; customers are known by the name on the order.
 * Refund emails are drafted here and sent by a person.
 * @packageDocumentation
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { drafts, image, link, resource, result, server, ToolError } from 'verbnoun'
import type { DraftContent, ResourceLink, Result } from 'verbnoun'
import { barChart } from './bar-chart.ts'

export default server({
  name: 'paper-trail',
  title: 'Paper Trail Books',
  env: {
    PAPER_TRAIL_OUTBOX: { description: 'The folder that emails are sent from.', optional: true },
  },
})

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

interface Sale {
  title: string
  /** Copies. */
  sold: number
  /** In US cents. */
  revenue_cents: number
}

interface RefundEmail {
  order_id: string
  customer: string
}

interface SalesOfMonth {
  month: string
  /** In US cents. */
  revenue_cents: number
  /** The best-selling title first. */
  sales: Sale[]
}

const ORDERS: Readonly<Record<string, Order>> = JSON.parse(read('orders.json'))
const SALES: Readonly<Record<string, Sale[]>> = JSON.parse(read('sales.json'))

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

/** Sent by `verbnoun review`, when a person has said so; no model gets here. */
export const refund_email = drafts<RefundEmail>({
  kind: 'refund_email',
  commit({ text, data, key, person }) {
    const outbox = process.env['PAPER_TRAIL_OUTBOX']
    if (outbox === undefined) throw new ToolError('PAPER_TRAIL_OUTBOX is not set: there is no way out for emails')
    mkdirSync(outbox, { recursive: true })
    const head = `To: ${data.customer}\nSubject: Your refund for ${data.order_id}\nReviewed-By: ${person}`
    writeFileSync(join(outbox, `${key}.txt`), `${head}\n\n${text}\n`, { flag: 'wx' })
  },
})

/**
 * Draft (but do not send) a refund email for an order. A human reviews and sends it.
 * @readonly false
 * @nondestructive
 * @closedWorld
 * @param order_id - Format PT-NNNN.
 * @param reason - Why the customer wants the money back, as it will stand in the email: "arrived damaged".
 */
export function draft_refund(order_id: string, reason: string): DraftContent {
  const { customer, title } = orderOf(order_id)
  const text = [
    `Dear ${customer},`,
    '',
    `We're sorry '${title}' didn't work out (${reason}).`,
    'Your refund has been initiated and will reach you in 5-7 working days.',
    '',
    '— Paper Trail Books',
  ].join('\n')
  return refund_email.draft(text, { order_id, customer })
}

/**
 * Chart what one month sold, title by title. Returns a bar chart of copies, a summary, and the numbers.
 * @readonly
 * @closedWorld
 * @param month - As YYYY-MM: "2026-11". {@pattern ^\d{4}-\d{2}$} {@example "2026-11"}
 * @for "how did November go?"
 */
export function chart_sales(month: string): Result<SalesOfMonth> {
  const sales = Object.hasOwn(SALES, month) ? SALES[month] : undefined
  if (sales === undefined) {
    throw new ToolError(`no sales are known for ${month}`, { fix: `Known months: ${Object.keys(SALES).join(', ')}.` })
  }
  const revenue_cents = sales.reduce((sum, sale) => sum + sale.revenue_cents, 0)
  const lines = sales.map(({ title, sold }) => `${title}: ${sold}`)
  return result({
    content: [
      image(barChart(sales.map(({ sold }) => sold))),
      [`Copies sold in ${month}, left to right:`, ...lines].join('\n'),
    ],
    structured: { month, revenue_cents, sales },
  })
}

/**
 * List the receipts of an order, as links that can be read. Returns none for an order that is not paid yet.
 * @readonly
 * @closedWorld
 * @param order_id - Format PT-NNNN.
 */
export function list_receipts(order_id: string): ResourceLink[] {
  const { title } = orderOf(order_id)
  const name = `receipt-${order_id}.txt`
  return [
    link(`paper-trail://receipts/${order_id}`, { name, description: `Receipt for '${title}'`, mimeType: 'text/plain' }),
  ]
}

export const receipts = resource('paper-trail://receipts/{order_id}', {
  name: 'receipt',
  description: 'The receipt of an order.',
  mimeType: 'text/plain',
  read({ order_id = '' }) {
    if (!Object.hasOwn(ORDERS, order_id)) return undefined
    const { customer, title } = orderOf(order_id)
    return `Paper Trail Books\n\nReceipt ${order_id}\n${customer}\n1 x ${title}\n`
  },
})

function read(name: string): string {
  return readFileSync(new URL(name, import.meta.url), 'utf8')
}

function orderOf(order_id: string): Order {
  const order = Object.hasOwn(ORDERS, order_id) ? ORDERS[order_id] : undefined
  if (order !== undefined) return order
  throw new ToolError(`no such order: ${order_id}`, {
    fix: 'Ids look like PT-1042; search_orders finds them by customer name.',
  })
}
