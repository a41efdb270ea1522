const date = /^(\d{4})-(\d\d)-(\d\d)$/
const time = /^(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:z|([+-])(\d\d):(\d\d))$/i
const duration =
  /^P(?:\d+W|(?:\d+Y(?:\d+M(?:\d+D)?)?|\d+M(?:\d+D)?|\d+D)(?:T(?:\d+H(?:\d+M(?:\d+S)?)?|\d+M(?:\d+S)?|\d+S))?|T(?:\d+H(?:\d+M(?:\d+S)?)?|\d+M(?:\d+S)?|\d+S))$/
const days = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** https://www.rfc-editor.org/rfc/rfc3339#section-5.6 */
export function isDate(value: string): boolean {
  const match = date.exec(value)
  if (match === null) return false
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  const last = month === 2 && isLeap(year) ? 29 : (days[month - 1] ?? 0)
  return day >= 1 && day <= last
}

/** A full time with its offset; second 60 only where a leap second can be, at the end of a day in UTC. */
export function isTime(value: string): boolean {
  const match = time.exec(value)
  if (match === null) return false
  const [hour, minute, second] = [Number(match[1]), Number(match[2]), Number(match[3])]
  const [offsetHour, offsetMinute] = [Number(match[5] ?? 0), Number(match[6] ?? 0)]
  if (hour > 23 || minute > 59 || second > 60 || offsetHour > 23 || offsetMinute > 59) return false
  const offset = (offsetHour * 60 + offsetMinute) * (match[4] === '-' ? -1 : 1)
  return second < 60 || (hour * 60 + minute - offset + 2880) % 1440 === 1439
}

export function isDateTime(value: string): boolean {
  return /^t$/i.test(value.charAt(10)) && isDate(value.slice(0, 10)) && isTime(value.slice(11))
}

/** https://www.rfc-editor.org/rfc/rfc3339#appendix-A */
export function isDuration(value: string): boolean {
  return duration.test(value)
}

function isLeap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
}
