import { heldAnswer } from '../answer-text.ts'
import type { ModelPart } from '../parts.ts'
import type { Profile } from '../profile.ts'
import { keywordSet } from '../schema/keywords.ts'
import { standardSchema } from '../schema/standard.ts'
import type { SchemaRules } from '../schema-rules.ts'

const schema: SchemaRules = { ...standardSchema, propertyName: /^[a-zA-Z0-9_.-]{1,64}$/ }

const profile: Profile = {
  id: 'anthropic',
  title: 'Anthropic Messages API',
  verified: '2026-12-01',
  sources: [
    'https://platform.claude.com/docs/en/agents-and-tools/tool-use/define-tools',
    'https://platform.claude.com/docs/en/build-with-claude/structured-outputs#json-schema-limitations',
    'https://github.com/anthropics/claude-code/issues/5319 (no composition at the root)',
    'https://github.com/ComposioHQ/composio/issues/3500 (names of properties)',
    'https://github.com/camel-ai/camel/pull/4171 (20 strict tools, 24 optional, 16 unions a request)',
  ],
  schema,
  strict: {
    schema: {
      ...schema,
      keywords: keywordSet(
        '$ref title description default type enum const format minItems items properties required additionalProperties anyOf',
      ),
      formats: ['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'uri', 'ipv4', 'ipv6', 'uuid'],
      references: 'acyclic',
      enums: 'scalars',
      typed: true,
      objects: 'closed',
      mostMinItems: 1,
    },
    mostTools: 20,
    mostOptional: 24,
    mostUnions: 16,
  },
  results: {
    images: {
      mimeTypes: ['image/jpeg', 'image/png', 'image/gif', 'image/webp'],
      mostBytes: 3_750_000,
      mostPixels: 8000,
      most: 20,
    },
    documents: { mimeTypes: ['application/pdf'], mostBytes: 20_000_000, most: 5 },
    hasErrorFlag: true,
    errorsHoldMedia: false,
  },
  callIds: /^[a-zA-Z0-9_-]+$/,
  encodeTools: (tools) =>
    tools.map(({ name, description, inputSchema, strict }) => ({
      name,
      ...(description !== '' && { description }),
      input_schema: inputSchema,
      ...(strict === true && { strict }),
    })),
  encodeAnswer(answer) {
    const { id, isError, parts } = heldAnswer(answer, !answer.isError)
    const content = parts.map(encodePart)
    return { type: 'tool_result', tool_use_id: id, content, ...(isError && { is_error: true }) }
  },
}

export default profile

function encodePart(part: ModelPart): unknown {
  if (part.kind === 'text') return { type: 'text', text: part.text }
  const source = { type: 'base64', media_type: part.mimeType, data: part.data }
  return part.kind === 'image' ? { type: 'image', source } : { type: 'document', source, title: part.name }
}
