const label = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i
const dotAtom = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/
const quoted = /^"(?:[ !#-[\]-~]|\\[ -~])*"$/
const group = /^[\da-f]{1,4}$/i

/**
 * Labels of letters, digits and inner hyphens. What an `xn--` label stands for is not looked at; no other may look like one.
 * https://www.rfc-editor.org/rfc/rfc1123#section-2.1, https://www.rfc-editor.org/rfc/rfc5891#section-4.2.3.1
 */
export function isHostname(value: string): boolean {
  return value.length <= 253 && value.split('.').every((part) => label.test(part) && !/^(?!xn)..--/i.test(part))
}

/** https://www.rfc-editor.org/rfc/rfc5321#section-4.1.2 */
export function isEmail(value: string): boolean {
  const at = value.lastIndexOf('@')
  const local = value.slice(0, Math.max(at, 0))
  return (dotAtom.test(local) || quoted.test(local)) && isMailDomain(value.slice(at + 1))
}

/** Dotted decimals without leading zeros. https://www.rfc-editor.org/rfc/rfc2673#section-3.2 */
export function isIpv4(value: string): boolean {
  const parts = value.split('.')
  return parts.length === 4 && parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255)
}

/** https://www.rfc-editor.org/rfc/rfc4291#section-2.2 */
export function isIpv6(value: string): boolean {
  const halves = value.split('::')
  const [left = '', right] = halves
  const count = groupsIn(left, right === undefined) + groupsIn(right ?? '', true)
  if (halves.length > 2) return false
  return right === undefined ? count === 8 : count < 8
}

/** How many groups of 16 bits a half of an address writes out; NaN where it is none. An IPv4 address at the end counts as two. */
function groupsIn(half: string, isLast: boolean): number {
  if (half === '') return 0
  const parts = half.split(':')
  const last = parts.at(-1) ?? ''
  const hasIpv4 = isLast && isIpv4(last)
  const groups = hasIpv4 ? parts.slice(0, -1) : parts
  return groups.every((part) => group.test(part)) ? groups.length + (hasIpv4 ? 2 : 0) : Number.NaN
}

function isMailDomain(domain: string): boolean {
  const literal = /^\[(IPv6:)?(.*)\]$/i.exec(domain)
  if (literal === null) return isHostname(domain)
  return literal[1] === undefined ? isIpv4(literal[2] ?? '') : isIpv6(literal[2] ?? '')
}
