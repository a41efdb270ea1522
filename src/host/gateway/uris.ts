/** URIs of many servers, told apart by their server: `gate://orders/shop://catalog`. Templates stay templates. */
const scheme = 'gate://'

export function uriFor(server: string, uri: string): string {
  return `${scheme}${server}/${uri}`
}

/** Whose URI it is; undefined for one that is not ours. */
export function readUri(uri: string): { readonly server: string; readonly uri: string } | undefined {
  const [, server, rest] = /^gate:\/\/([A-Za-z0-9_.-]+)\/(.+)$/s.exec(uri) ?? []
  return server === undefined || rest === undefined ? undefined : { server, uri: rest }
}

/** What clients may fetch by themselves: a link to it stays as it is, and is not fetched for anybody. */
export function isOutside(uri: string): boolean {
  return /^(?:https?|file|data|ftp):/i.test(uri)
}
