import { answerText, heldAnswer } from '../answer-text.ts'
import type { ModelTool } from '../parts.ts'
import type { Profile } from '../profile.ts'
import { cut, longestDescription } from '../schema/brief.ts'
import { keywordSet } from '../schema/keywords.ts'

const profile: Profile = {
  id: 'gemini',
  title: 'Gemini function declarations (`parameters`, the OpenAPI subset)',
  verified: '2026-12-01',
  sources: [
    'https://ai.google.dev/gemini-api/docs/function-calling',
    'https://ai.google.dev/api/caching#Schema',
    'https://github.com/anomalyco/opencode/issues/15795 (nothing stands beside anyOf)',
    'https://github.com/decolua/9router/issues/359 (enums are of strings)',
  ],
  mostTools: 128,
  schema: {
    keywords: keywordSet(
      'type format title description enum items minItems maxItems anyOf properties required minimum maximum minLength maxLength pattern',
    ),
    formats: ['date-time'],
    references: 'none',
    typeLists: false,
    enums: 'strings',
    lone: ['anyOf'],
    typed: true,
    objects: 'open',
    propertyName: /^[a-zA-Z_][a-zA-Z0-9_]{0,63}$/,
  },
  results: {
    images: { mimeTypes: ['image/jpeg', 'image/png', 'image/webp'], mostBytes: 7_000_000, most: 20 },
    documents: { mimeTypes: ['application/pdf'], mostBytes: 20_000_000, most: 5 },
    hasErrorFlag: true,
    errorsHoldMedia: true,
  },
  encodeTools: (tools) => (tools.length === 0 ? [] : [{ functionDeclarations: tools.map(declaration) }]),
  encodeAnswer(given) {
    const answer = heldAnswer(given)
    const text = answerText(answer)
    const media = answer.parts.flatMap((part) =>
      part.kind === 'text' ? [] : [{ inlineData: { mimeType: part.mimeType, data: part.data } }],
    )
    return {
      functionResponse: {
        ...(answer.id !== '' && { id: answer.id }),
        name: answer.name,
        response: answer.isError ? { error: text } : { output: text },
        ...(media.length > 0 && { parts: media }),
      },
    }
  },
}

export default profile

/** An object without properties is refused: the tool has no parameters then, and what they would say it says itself. */
function declaration({ name, description, inputSchema }: ModelTool): unknown {
  const hasParameters = Object.keys(inputSchema['properties'] ?? {}).length > 0
  const own = hasParameters ? undefined : inputSchema['description']
  const texts = [description, typeof own === 'string' ? cut(own, longestDescription) : '']
  const said = texts.filter((text) => text !== '').join('\n')
  return {
    name,
    description: said === '' ? name : said,
    ...(hasParameters && { parameters: inputSchema }),
  }
}
