import { appendFileSync } from 'node:fs'
import { ToolError } from 'verbnoun'
import type { ToolContext } from 'verbnoun'

/**
 * Refund an order, after a person has agreed.
 * @idempotent order_id
 * @param order_id - Format PT-NNNN.
 */
export async function refund_order(ctx: ToolContext, order_id: string): Promise<string> {
  const receipt = await ctx.confirm(`Refund ${order_id}?`, () => act(`refund ${order_id} ${ctx.idempotencyKey}`))
  return `Receipt ${receipt}`
}

/**
 * Refund an order and tell its customer.
 * @idempotent order_id
 * @param order_id - Format PT-NNNN.
 */
export async function refund_and_tell(ctx: ToolContext, order_id: string): Promise<string> {
  const receipt = await ctx.confirm(`Refund ${order_id}?`, () => act(`refund ${order_id}`))
  await ctx.confirm(`Tell the customer of ${order_id}?`, () => act(`mail ${order_id}`))
  return `Receipt ${receipt}`
}

/**
 * Cancel an order, after a person has agreed. This cannot be undone.
 * @destructive
 * @param order_id - Format PT-NNNN.
 */
export async function cancel_order(ctx: ToolContext, order_id: string): Promise<string> {
  if (!order_id.startsWith('PT-')) throw new ToolError(`no such order: ${order_id}`)
  await ctx.confirm(`Cancel ${order_id}?`, () => act(`cancel ${order_id}`))
  return 'Cancelled.'
}

/** Leaves a line for whoever counts what was done. */
function act(what: string): number {
  appendFileSync(process.env['SHOP_EFFECTS'] ?? '', `${what}\n`)
  return what.length
}
