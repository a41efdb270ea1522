import { hostTest, hosts } from '../host-name.ts'
import type { Predicate } from '../predicate.ts'

const predicate: Predicate = {
  name: 'host',
  says: 'The text is a URL at one of these hosts; *.example.com stands for those below it.',
  schema: hosts,
  test(operand) {
    const fits = hostTest(operand)
    return (value) => {
      const host = typeof value === 'string' ? hostOf(value) : undefined
      return host === undefined ? undefined : fits(host)
    }
  },
}

/** What programs read differently has no host that is known. */
const ambiguous = /[\s\\@]|[^\u0021-\u007E]/

function hostOf(text: string): string | undefined {
  if (ambiguous.test(text) || !/^[a-z][a-z\d+.-]*:\/\//i.test(text) || !URL.canParse(text)) return undefined
  const { hostname } = new URL(text)
  return hostname === '' ? undefined : hostname.replace(/\.$/, '')
}

export default predicate
