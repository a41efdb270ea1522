import type { Tool, UnknownObject } from '../../tool/index.ts'

/** What a caller may do, and what was said of it by whoever vouched for it. */
export interface Rights {
  readonly scopes: ReadonlySet<string>
  readonly claims: UnknownObject
}

/** The rights of a caller whom nobody vouched for. */
export const noRights: Rights = { scopes: new Set(), claims: {} }

/** Whether a text can name a scope. https://www.rfc-editor.org/rfc/rfc6749#section-3.3 */
export function isScope(text: string): boolean {
  return /^[!#-[\]-~]+$/.test(text)
}

/** Whether a caller may know of a tool, and call it. Without rights, nothing is asked: the caller is of this machine. */
export function mayUse(rights: Rights | undefined, { scopes = [] }: Tool): boolean {
  return rights === undefined || scopes.every((scope) => rights.scopes.has(scope))
}

/** What a caller is told that may not use these tools. */
export function needText(tools: readonly Tool[]): string {
  const wants = tools.map(({ name, scopes = [] }) => `${name} needs ${scopes.join(' ')}`)
  return `Insufficient scope: ${wants.join(', ')}.`
}

/** The scopes that a token names, with all that these contain. */
export function scopesIn(claims: UnknownObject, implied: Readonly<Record<string, readonly string[]>>): Set<string> {
  const scopes = new Set([...textsOf(claims['scope']), ...textsOf(claims['scp'])])
  for (const scope of scopes) {
    const contained = Object.hasOwn(implied, scope) ? implied[scope] : undefined
    for (const each of contained ?? []) scopes.add(each)
  }
  return scopes
}

/** Issuers write them as one text or as a list. */
function textsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.filter((each) => typeof each === 'string')
  return typeof value === 'string' ? value.split(' ').filter((each) => each !== '') : []
}
