import { bytesOf } from '../parameters.ts'
import { StoreError } from '../store.ts'

/** What a URL says of a ledger in PostgreSQL. */
export interface Address {
  /** For the driver: all but what is ours. */
  readonly url: string
  readonly schema: string
  readonly limit?: number
  /** How it is called in messages; nothing in it is secret. */
  readonly name: string
}

/** Throws a `StoreError` for a schema or limit that cannot be. */
export function readAddress(given: string): Address {
  const [place, query] = split(given)
  const parameters = new URLSearchParams(query)
  const schema = parameters.get('schema') ?? 'verbnoun'
  if (!/^[a-z_][a-z0-9_]{0,49}$/.test(schema)) {
    throw new StoreError(`schema wants a name of small letters, digits and "_", at most 50, not "${schema}".`)
  }
  const limit = bytesOf(parameters.get('limit') ?? undefined)
  parameters.delete('schema')
  parameters.delete('limit')
  const rest = parameters.size === 0 ? '' : `?${parameters.toString()}`
  return { url: `${place}${rest}`, schema, ...limit, name: nameOf(given) }
}

function split(url: string): [string, string] {
  const at = url.indexOf('?')
  return at === -1 ? [url, ''] : [url.slice(0, at), url.slice(at + 1)]
}

/** Where a password may stand in the wrong place, since it was not encoded, nothing is shown. */
function nameOf(given: string): string {
  if (!URL.canParse(given)) return 'The ledger in PostgreSQL'
  const { host, pathname, search } = new URL(given)
  return `${pathname}${search}`.includes('@') || host === ''
    ? 'The ledger in PostgreSQL'
    : `The ledger postgres://${host}${pathname}`
}
