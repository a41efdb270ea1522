import any from './any.ts'
import array from './array.ts'
import bigint from './bigint.ts'
import brand from './brand.ts'
import bytes from './bytes.ts'
import date from './date.ts'
import type { Kind } from './kind.ts'
import literal from './literal.ts'
import map from './map.ts'
import object from './object.ts'
import opaque from './opaque.ts'
import primitive from './primitive.ts'
import set from './set.ts'
import template from './template.ts'
import tuple from './tuple.ts'
import url from './url.ts'
import wrapper from './wrapper.ts'

/** Every kind of type that has a schema. The first that knows a type gives it; the widest comes last. */
export const kinds: readonly Kind[] = [
  any,
  primitive,
  wrapper,
  literal,
  template,
  bigint,
  date,
  url,
  bytes,
  map,
  set,
  opaque,
  array,
  tuple,
  brand,
  object,
]
