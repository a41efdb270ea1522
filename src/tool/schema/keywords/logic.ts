import type { JsonSchema, SchemaObject } from '../schema.ts'
import type { Compiler, Keyword } from '../keyword.ts'
import { isSchema, isSchemaList, keyword } from '../keyword.ts'
import type { Check } from '../problem.ts'
import { refuse } from '../problem.ts'
import { every } from '../every.ts'

/** `then` and `else` mean something only beside `if`. https://json-schema.org/draft/2020-12/json-schema-core#section-10.2 */
export const logic: readonly Keyword[] = [
  keyword({
    name: 'allOf',
    accepts: isSchemaList,
    check: (list, _schema, compiler) => every(list.map((schema) => compiler.compile(schema))),
  }),
  keyword({ name: 'not', accepts: isSchema, check: not }),
  keyword({ name: 'if', accepts: isSchema, check: conditional }),
  keyword({ name: 'then', accepts: isSchema, check: () => undefined }),
  keyword({ name: 'else', accepts: isSchema, check: () => undefined }),
]

function not(refused: JsonSchema, schema: SchemaObject, compiler: Compiler): Check {
  const check = compiler.compile(refused)
  return (value, problems) =>
    !check(value) || (problems !== undefined && refuse(problems, { keyword: 'not', schema, value }))
}

function conditional(condition: JsonSchema, schema: SchemaObject, compiler: Compiler): Check {
  const test = compiler.compile(condition)
  const consequence = compiler.compile(isSchema(schema['then']) ? schema['then'] : true)
  const alternative = compiler.compile(isSchema(schema['else']) ? schema['else'] : true)
  return (value, problems) => (test(value) ? consequence(value, problems) : alternative(value, problems))
}
