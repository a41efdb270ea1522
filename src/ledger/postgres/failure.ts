import { isObject } from '../../tool/index.ts'
import { StoreError } from '../store.ts'

/** The way to the database broke, or the database is restarting: it may be there again in a moment. */
export function isBroken(error: unknown): boolean {
  return broken.test(codeOf(error))
}

const broken =
  /^(CONNECTION_(CLOSED|DESTROYED)|CONNECT_TIMEOUT|NO_ANSWER|E(CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|NOTFOUND|AI_AGAIN|NOENT|HOSTUNREACH|NETUNREACH|NETDOWN)|08...|57P0[123]|53300)$/

/** What a driver threw, as it is told to who runs the server. `name` says which ledger. */
export function explain(error: unknown, name: string): StoreError {
  if (error instanceof StoreError) return error
  const code = codeOf(error)
  const reason = reasons.find(([pattern]) => pattern.test(code))?.[1]
  const isSaidByServer = isObject(error) && 'severity' in error && error instanceof Error
  const said = isSaidByServer ? `${error.message}, ${code}` : code
  // What else an error knows may hold the password.
  return new StoreError(
    `${name} ${reason ?? 'failed.'} (${said || 'no reason given'})`,
    isSaidByServer ? { cause: error } : {},
  )
}

/** See https://www.postgresql.org/docs/current/errcodes-appendix.html. */
const reasons: readonly (readonly [RegExp, string])[] = [
  [/^28/, 'does not let this user in. Look at user and password of its URL.'],
  [/^3D000$/, 'has no such database. Make it, or name another.'],
  [/^42501$/, 'does not let this user do what it must. It needs to own its schema.'],
  [/^25006$/, 'can only be read. Name the primary.'],
  [/^53100$/, 'has no space left on its disk.'],
  [/^57014$/, 'took too long and was stopped.'],
  [/^22P05$|^22021$/, 'cannot keep a character that it was given.'],
  [/^42P01$|^42883$|^3F000$/, 'lost its tables while it was in use. Start the server again.'],
  [broken, 'cannot be reached.'],
]

/** An SQLSTATE, or what the driver or the system calls it. */
export function codeOf(error: unknown): string {
  const code = isObject(error) ? error['code'] : undefined
  return typeof code === 'string' ? code : ''
}
