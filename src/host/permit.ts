import type { UnknownObject } from '../tool/index.ts'
import type { ListedItem } from './pages.ts'
import type { Risk } from './risk.ts'

/** The leave to make one call, exactly this one, once. Only the gate gives it. */
export interface Permit {
  /** Goes downstream as the key by which a repeated call is known. */
  readonly id: string
  readonly server: string
  /** Of who the server is. */
  readonly identity: string
  /** The tool as it was accepted. */
  readonly tool: ListedItem
  /** The digest of that. */
  readonly definition: string
  /** Frozen. */
  readonly arguments: UnknownObject
  /** Binds principal, server, tool, definition and arguments. */
  readonly digest: string
  readonly risk: Risk
  /** The id of the rule that allowed it; undefined: a default or a person. */
  readonly rule: string | undefined
  /** The request that a person answered. */
  readonly request: string | undefined
  /** What the model proposed, where a person has changed it. */
  readonly proposed: UnknownObject
}

const given = new WeakSet<Permit>()
const begun = new WeakSet<Permit>()

/** Gives a permit. For the gate alone. */
export function issue(permit: Permit): Permit {
  given.add(Object.freeze(permit))
  return permit
}

/** Uses a permit up; false for one that was used or that the gate did not give. */
export function redeem(permit: Permit): boolean {
  return given.delete(permit)
}

/** All that comes before the call is done. For the gate alone. */
export function release(permit: Permit): void {
  begun.add(permit)
}

/** Whether the gate has released this call, and nobody has made it. */
export function claim(permit: Permit): boolean {
  return begun.delete(permit)
}
