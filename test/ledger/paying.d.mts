import type { Store } from '../../src/ledger/index.ts'

export interface PayerOptions {
  readonly ledger: Store
  readonly bank: string
  readonly steps?: boolean
  readonly leaseMs?: number
}

export function createPayer(options: PayerOptions): (order: string) => Promise<string>
