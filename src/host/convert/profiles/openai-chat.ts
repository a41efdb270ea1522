import { flaggedText, heldAnswer } from '../answer-text.ts'
import { noMedia } from '../profile.ts'
import type { Profile } from '../profile.ts'
import { openAiSources, openAiStrictSchema } from '../schema/openai.ts'
import { standardSchema } from '../schema/standard.ts'

const profile: Profile = {
  id: 'openai-chat',
  title: 'OpenAI Chat Completions',
  verified: '2026-12-01',
  sources: [...openAiSources, 'https://platform.openai.com/docs/api-reference/chat/create'],
  mostTools: 128,
  schema: standardSchema,
  strict: { schema: openAiStrictSchema },
  results: { images: noMedia, documents: noMedia, hasErrorFlag: false, errorsHoldMedia: false },
  encodeTools: (tools) =>
    tools.map(({ name, description, inputSchema, strict }) => ({
      type: 'function',
      function: {
        name,
        ...(description !== '' && { description }),
        parameters: inputSchema,
        ...(strict === true && { strict }),
      },
    })),
  encodeAnswer: (answer) => ({
    role: 'tool',
    tool_call_id: answer.id,
    content: flaggedText(heldAnswer(answer, false)),
  }),
}

export default profile
