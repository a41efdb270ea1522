import { isObject } from '../tool/index.ts'
import type { ToolResult, UnknownObject } from '../tool/index.ts'

/** What the keys of records of calls begin with. */
export const callPrefix = 'call/'

/** What the ledger knows of the calls with one key. */
export interface CallRecord {
  /**
   * `running`: its effect has begun; when its lease has run out as well, what became of it is unknown. `done`: the first
   * result stands. `unknown`: it may have happened. `waiting`: a person was asked, nothing has begun. `released`: the
   * next call may run.
   */
  readonly state: 'running' | 'done' | 'unknown' | 'waiting' | 'released'
  readonly tool: string
  readonly caller: string
  /** All arguments of the call that began, in canonical form. */
  readonly args: UnknownObject
  /** Those that make the key. */
  readonly key: UnknownObject
  /** When the effect began, in milliseconds since 1970. */
  readonly began: number
  readonly ended?: number
  /** How long the first result stands, in milliseconds. */
  readonly windowMs: number
  /** What systems behind can know the call by: the same for whoever tries again, another for another effect. */
  readonly idempotencyKey: string
  /** What the steps that are done gave, by name. */
  readonly steps?: UnknownObject
  /** Absent where a person settled what it was not known. */
  readonly result?: ToolResult
  /** What a person decided of it, and why. */
  readonly settled?: Settled
}

export interface Settled {
  readonly by: string
  readonly reason: string
  readonly at: number
}

/** A record as a store keeps it; what a result holds as base64 is kept as the bytes that it is. */
export function writeRecord(record: CallRecord): { value: string; bytes?: Uint8Array } {
  const parts: Buffer[] = []
  let length = 0
  const value = JSON.stringify(record, (name, member: unknown) => {
    if (typeof member !== 'string') return member
    const bytes = (name === 'data' || name === 'blob') && member.length > 100 ? bytesOf(member) : undefined
    if (bytes === undefined) return member.startsWith(mark) ? `${mark}=${member}` : member
    parts.push(bytes)
    length += bytes.length
    return `${mark}${length - bytes.length}:${length}`
  })
  return parts.length === 0 ? { value } : { value, bytes: Buffer.concat(parts) }
}

/** What a text begins with that stands for bytes kept beside the JSON. */
const mark = '\u0000bytes '

function bytesOf(base64: string): Buffer | undefined {
  const bytes = Buffer.from(base64, 'base64')
  return bytes.toString('base64') === base64 ? bytes : undefined
}

/** Reads what `writeRecord` wrote. Throws for anything else. */
export function readRecord(value: string, bytes: Uint8Array = new Uint8Array()): CallRecord {
  const beside = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const record: unknown = JSON.parse(value, (_, member: unknown) => {
    if (typeof member !== 'string' || !member.startsWith(mark)) return member
    const rest = member.slice(mark.length)
    if (rest.startsWith('=')) return rest.slice(1)
    const [from, to] = rest.split(':').map(Number)
    return beside.toString('base64', from, to)
  })
  if (isRecord(record)) return record
  throw new TypeError('The ledger holds a record of a call that cannot be read.')
}

function isRecord(value: unknown): value is CallRecord {
  return isObject(value) && typeof value['state'] === 'string' && typeof value['idempotencyKey'] === 'string'
}
