import { z } from 'zod'

export const input = z.object({
  customer: z.string(),
  items: z.array(z.object({ sku: z.string(), quantity: z.number().int().min(1) })).min(1),
  priority: z.enum(['low', 'high']).optional(),
  due: z.iso.date().optional(),
})
