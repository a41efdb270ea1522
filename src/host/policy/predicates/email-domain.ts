import { hostTest, hosts } from '../host-name.ts'
import type { Predicate } from '../predicate.ts'

const predicate: Predicate = {
  name: 'email_domain',
  says: 'The text is one mail address in one of these domains; *.example.com stands for those below it.',
  schema: hosts,
  test(operand) {
    const fits = hostTest(operand)
    return (value) => {
      const domain = typeof value === 'string' ? address.exec(value)?.[1] : undefined
      return domain === undefined ? undefined : fits(domain.toLowerCase())
    }
  },
}

/** One plain address. Names, comments, quotes and lists are read differently by different programs. */
const address = /^[\w.!#$&'*+/=?^`{|}~-]+@((?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z\d-]*[a-z\d])$/i

export default predicate
