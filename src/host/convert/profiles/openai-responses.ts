import { flaggedText, heldAnswer } from '../answer-text.ts'
import type { ModelPart } from '../parts.ts'
import type { Profile } from '../profile.ts'
import { openAiSources, openAiStrictSchema } from '../schema/openai.ts'
import { standardSchema } from '../schema/standard.ts'

const profile: Profile = {
  id: 'openai-responses',
  title: 'OpenAI Responses API',
  verified: '2026-12-01',
  sources: [...openAiSources, 'https://platform.openai.com/docs/api-reference/responses/create'],
  mostTools: 128,
  schema: standardSchema,
  strict: { schema: openAiStrictSchema, isDefault: true },
  results: {
    images: {
      mimeTypes: ['image/jpeg', 'image/png', 'image/gif', 'image/webp'],
      mostBytes: 20_000_000,
      most: 20,
    },
    documents: { mimeTypes: ['application/pdf'], mostBytes: 20_000_000, most: 5 },
    hasErrorFlag: false,
    errorsHoldMedia: true,
  },
  callIds: /^.{1,64}$/s,
  // Without a word on it, this API takes a tool as strict.
  encodeTools: (tools) =>
    tools.map(({ name, description, inputSchema, strict = false }) => ({
      type: 'function',
      name,
      ...(description !== '' && { description }),
      parameters: inputSchema,
      strict,
    })),
  encodeAnswer(given) {
    const answer = heldAnswer(given)
    const media = answer.parts.filter((part) => part.kind !== 'text')
    const text = flaggedText(answer)
    return {
      type: 'function_call_output',
      call_id: answer.id,
      output: media.length === 0 ? text : [{ type: 'input_text', text }, ...media.map(encodeMedia)],
    }
  },
}

export default profile

function encodeMedia(part: Exclude<ModelPart, { readonly kind: 'text' }>): unknown {
  const url = `data:${part.mimeType};base64,${part.data}`
  return part.kind === 'image'
    ? { type: 'input_image', image_url: url, detail: 'auto' }
    : { type: 'input_file', filename: part.name, file_data: url }
}
