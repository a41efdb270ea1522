import type { SchemaRules } from '../schema-rules.ts'
import { keywordSet } from './keywords.ts'
import { standardSchema } from './standard.ts'

export const openAiSources: readonly string[] = [
  'https://platform.openai.com/docs/guides/function-calling',
  'https://platform.openai.com/docs/guides/structured-outputs#supported-schemas',
  'https://github.com/langchain-ai/langchainjs/issues/9804 (no composition, enum or not at the root)',
  'https://github.com/streamnative/streamnative-mcp-server/issues/26 (lists must say what is in them)',
]

export const openAiStrictSchema: SchemaRules = {
  ...standardSchema,
  keywords: keywordSet(
    '$ref title description type enum const anyOf pattern format minimum maximum exclusiveMinimum exclusiveMaximum multipleOf items minItems maxItems properties required additionalProperties',
  ),
  formats: ['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uuid'],
  refusedPattern: /\(\?[=!<]|\\[1-9bB]/,
  enums: 'scalars',
  lone: ['$ref'],
  typed: true,
  objects: 'required',
  limits: { properties: 5000, levels: 10, characters: 120_000, enumValues: 1000, longestEnum: 15_000 },
}
