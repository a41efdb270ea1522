import { isEmail, isHostname, isIpv4, isIpv6 } from './formats-address.ts'
import { isDate, isDateTime, isDuration, isTime } from './formats-time.ts'
import { isUri, isUriReference } from './formats-uri.ts'

/** The formats that Verbnoun asserts. https://json-schema.org/draft/2020-12/json-schema-validation#section-7.3 */
export const formats: ReadonlyMap<string, (value: string) => boolean> = new Map([
  ['date-time', isDateTime],
  ['date', isDate],
  ['time', isTime],
  ['duration', isDuration],
  ['email', isEmail],
  ['hostname', isHostname],
  ['ipv4', isIpv4],
  ['ipv6', isIpv6],
  ['uri', isUri],
  ['uri-reference', isUriReference],
  ['uuid', (value) => /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i.test(value)],
  ['json-pointer', (value) => /^(?:\/(?:[^~/]|~[01])*)*$/.test(value)],
  ['regex', isRegex],
])

function isRegex(value: string): boolean {
  try {
    return new RegExp(value, 'u') instanceof RegExp
  } catch {
    return false
  }
}
