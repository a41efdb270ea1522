import { echo } from './echo.ts'
import { rpcCode, RpcError } from './json-rpc.ts'
import type { Revision } from './revision.ts'
import { revisions } from './revisions/index.ts'

const byVersion: ReadonlyMap<unknown, Revision> = new Map(revisions.map((revision) => [revision.version, revision]))
const newestFirst = revisions.toReversed()
const requests: ReadonlySet<string> = new Set(revisions.flatMap(({ methods }) => [...methods]))

/** The newest revision. */
export const latest: Revision = newest(() => true)

const latestWithHandshake = newest(({ handshake }) => handshake === 'initialize')

/** What to speak with a client that asks for `version` in `initialize`: that, else our newest that begins this way. */
export function negotiate(version: unknown): Revision {
  const asked = byVersion.get(version)
  return asked?.handshake === 'initialize' ? asked : latestWithHandshake
}

/** The revision that an envelope names. Throws `RpcError` where it is unknown, or not spoken this way. */
export function revisionOf(version: string): Revision {
  const named = byVersion.get(version)
  if (named?.handshake === 'envelope') return named
  const data = { supported: envelopeVersions(), requested: echo(version) }
  throw new RpcError(rpcCode.unsupportedProtocolVersion, 'Unsupported protocol version', data)
}

/** The versions that a client may name in an envelope, newest first. */
export function envelopeVersions(): string[] {
  return newestFirst.filter(({ handshake }) => handshake === 'envelope').map(({ version }) => version)
}

/** Whether there is a revision of that version. */
export function isKnownVersion(version: string): boolean {
  return byVersion.has(version)
}

/** Whether any revision knows this request. */
export function isKnownMethod(method: string): boolean {
  return requests.has(method)
}

function newest(fits: (revision: Revision) => boolean): Revision {
  const found = newestFirst.find(fits)
  if (found === undefined) throw new Error('No revision fits.')
  return found
}
