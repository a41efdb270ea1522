import type { AuthSettings } from './settings.ts'

/** What a client is told that has no right to what it asks for. */
export interface Challenge {
  readonly error?: 'invalid_token' | 'insufficient_scope'
  readonly says?: string
  /** What it should ask its authorization server for. */
  readonly scopes?: readonly string[]
}

const wellKnown = '/.well-known/oauth-protected-resource'

/** https://www.rfc-editor.org/rfc/rfc6750#section-3, https://www.rfc-editor.org/rfc/rfc9728#section-5.1 */
export function challengeText({ resource }: AuthSettings, { error, says, scopes = [] }: Challenge): string {
  const fields = {
    resource_metadata: metadataUrl(resource),
    ...(error !== undefined && { error }),
    ...(says !== undefined && { error_description: says.replaceAll(/["\\]|[^ -~]/g, "'") }),
    ...(scopes.length > 0 && { scope: scopes.join(' ') }),
  }
  return `Bearer ${Object.entries(fields)
    .map(([name, value]) => `${name}="${value}"`)
    .join(', ')}`
}

/** What there is to know of this server before one has a token. https://www.rfc-editor.org/rfc/rfc9728#section-2 */
export function metadataText({ issuer, resource }: AuthSettings, scopes: readonly string[]): string {
  return JSON.stringify({
    resource: bare(resource),
    authorization_servers: [issuer],
    ...(scopes.length > 0 && { scopes_supported: scopes }),
    bearer_methods_supported: ['header'],
  })
}

/** Whether a path is one under which the metadata is looked for, whatever path a proxy leaves of the resource's own. */
export function isMetadataPath(path: string): boolean {
  return path === wellKnown || path.startsWith(`${wellKnown}/`)
}

/** https://www.rfc-editor.org/rfc/rfc9728#section-3.1 */
function metadataUrl({ origin, pathname, search }: URL): string {
  return `${origin}${wellKnown}${pathname === '/' ? '' : pathname}${search}`
}

/** A URL without a path has no slash at its end. */
function bare({ href, pathname, search }: URL): string {
  return pathname === '/' && search === '' ? href.slice(0, -1) : href
}
