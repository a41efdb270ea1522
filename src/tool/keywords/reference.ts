import type { Check } from '../validate-problem.ts'
import type { Keyword } from '../validate-keyword.ts'
import { isString, keyword } from '../validate-keyword.ts'

/** Followed when it is first met, so that a schema may refer to itself. https://json-schema.org/draft/2020-12/json-schema-core#section-8.2.3.1 */
export const reference: Keyword = keyword({
  name: '$ref',
  accepts: isString,
  check: (target, _schema, compiler) => {
    let check: Check | undefined
    return (value, problems) => {
      check ??= compiler.compile(compiler.resolve(target))
      return check(value, problems)
    }
  },
})
