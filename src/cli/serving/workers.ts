import { type Invocation, type Io, type Option, UsageError } from '../command.ts'
import { ledgerUrl } from '../ledger-option.ts'
import type { Running } from '../source.ts'
import type { Address } from './address.ts'

/** `--workers N`. */
export const workersOption: Option = {
  type: 'string',
  value: 'N',
  says: 'So many processes share the port; one that ends or blocks is started again. Needs VERBNOUN_SECRET.',
}

const most = 256

/** How many workers were asked for; undefined where this process shall serve. */
export function readWorkers({ options }: Invocation, address: Address | undefined): number | undefined {
  const { workers } = options
  if (workers === undefined) return undefined
  if (address === undefined) throw new UsageError('--workers is for --http: verbnoun serve FILE --http --workers 4')
  const count = Number(workers)
  if (Number.isInteger(count) && count >= 1 && count <= most) return count
  throw new UsageError(`--workers wants a number from 1 to ${most}, not ${String(workers)}.`)
}

/** What several processes must share: what one of them seals or does, the others open and know. */
export function requireShared(invocation: Invocation, count: number, { env }: Io): void {
  if (count === 1) return
  if (!env['VERBNOUN_SECRET'])
    throw new UsageError(
      `${count} workers need a secret that they share: set VERBNOUN_SECRET, for example to what "openssl rand -base64 32" prints. What one of them asks a client, another has to recognise.`,
    )
  if ((ledgerUrl(invocation) ?? env['VERBNOUN_LEDGER'])?.startsWith('memory:') === true) throw forgetful()
}

/** The same for what only the module says. */
export function requireSharedLedger({ isForgetful }: Running, count: number): void {
  if (isForgetful && count > 1) throw forgetful()
}

function forgetful(): UsageError {
  return new UsageError(
    'Workers need a ledger that they share, and memory: is known to one process only. Name a file or a database: --ledger sqlite:PATH or --ledger postgres://…',
  )
}
