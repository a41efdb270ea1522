import { isBase64 } from '../../codec/bytes.ts'
import { readers } from '../../codec/kinds.ts'
import type { Codec } from '../schema.ts'
import type { Keyword } from '../keyword.ts'
import { assertion, isString, keyword } from '../keyword.ts'

/** An annotation, save where the function is to receive the bytes. https://json-schema.org/draft/2020-12/json-schema-validation#section-8.3 */
export const content: readonly Keyword[] = [
  keyword({
    name: 'contentEncoding',
    accepts: isString,
    check: (_encoding, schema) =>
      schema['x-codec'] === undefined
        ? undefined
        : assertion('contentEncoding', schema, (value) => typeof value !== 'string' || isBase64(value)),
  }),
  keyword({ name: 'x-codec', accepts: isCodec, check: () => undefined }),
]

function isCodec(value: unknown): value is Codec {
  return isString(value) && Object.hasOwn(readers, value)
}
