import { isIpv4, isIpv6 } from './formats-address.ts'

const parts = /^(?:([^:/?#]+):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s
const scheme = /^[a-z][a-z\d+.-]*$/i
const path = /^(?:[\w.~!$&'()*+,;=:@/-]|%[\da-f]{2})*$/i
const query = /^(?:[\w.~!$&'()*+,;=:@/?-]|%[\da-f]{2})*$/i
const userInfo = /^(?:[\w.~!$&'()*+,;=:-]|%[\da-f]{2})*$/i
const name = /^(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})*$/i
const future = /^v[\da-f]+\.[\w.~!$&'()*+,;=:-]+$/i

/** With a scheme. https://www.rfc-editor.org/rfc/rfc3986#section-3 */
export function isUri(value: string): boolean {
  const match = parts.exec(value)
  return match !== null && scheme.test(match[1] ?? '') && areSound(match)
}

/** A URI, or what is relative to one. https://www.rfc-editor.org/rfc/rfc3986#section-4.1 */
export function isUriReference(value: string): boolean {
  const match = parts.exec(value)
  if (match === null) return false
  return (match[1] === undefined || scheme.test(match[1])) && areSound(match)
}

function areSound([, , authority, rest = '', search = '', fragment = '']: RegExpExecArray): boolean {
  return (
    (authority === undefined || isAuthority(authority)) && path.test(rest) && query.test(search) && query.test(fragment)
  )
}

function isAuthority(authority: string): boolean {
  const at = authority.indexOf('@')
  const match = /^(\[.*\]|[^:[\]]*)(?::\d*)?$/.exec(authority.slice(at + 1))
  return userInfo.test(authority.slice(0, Math.max(at, 0))) && match !== null && isHost(match[1] ?? '')
}

function isHost(host: string): boolean {
  if (!host.startsWith('[')) return isIpv4(host) || name.test(host)
  const literal = host.slice(1, -1)
  return isIpv6(literal) || future.test(literal)
}
