/**
 * One name for who calls: the issuer, its subject and, where the server has tenants, the tenant. The same person in
 * another tenant is another caller, and no two callers share a name.
 */
export function callerOf(issuer: string, subject: string, tenant: string | undefined): string {
  return `${issuer}#${subject}${tenant === undefined ? '' : `@${encodeURIComponent(tenant.toWellFormed())}`}`
}

/** The tenant in the name of a caller that has one. */
export function tenantOf(caller: string): string {
  const at = caller.includes('#') ? caller.lastIndexOf('@') : -1
  return at === -1 ? '' : decodeURIComponent(caller.slice(at + 1))
}
