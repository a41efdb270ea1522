import { arrays } from './keywords/array.ts'
import { contains } from './keywords/contains.ts'
import { content } from './keywords/content.ts'
import { constant, enumeration } from './keywords/enum.ts'
import { format } from './keywords/format.ts'
import { logic } from './keywords/logic.ts'
import { numbers } from './keywords/number.ts'
import { objects } from './keywords/object.ts'
import { properties } from './keywords/properties.ts'
import { references } from './keywords/reference.ts'
import { strings } from './keywords/string.ts'
import { type } from './keywords/type.ts'
import { unions } from './keywords/union.ts'
import type { Keyword } from './keyword.ts'

/** The keywords that assert something, in the order in which they are checked. */
const assertions: readonly Keyword[] = [
  type,
  enumeration,
  constant,
  ...numbers,
  ...strings,
  format,
  ...content,
  ...arrays,
  ...contains,
  ...objects,
  ...properties,
  ...references,
  ...logic,
  ...unions,
]

export const keywords: ReadonlyMap<string, Keyword> = new Map(assertions.map((keyword) => [keyword.name, keyword]))

/** The keywords that assert nothing. https://json-schema.org/draft/2020-12/json-schema-validation#section-9 */
export const annotations: ReadonlySet<string> = new Set([
  '$schema',
  '$id',
  '$anchor',
  '$comment',
  'title',
  'description',
  'default',
  'deprecated',
  'readOnly',
  'writeOnly',
  'examples',
  'contentMediaType',
  'contentSchema',
  'x-fill',
])
