import type { Profile } from '../profile.ts'

const profile: Profile = {
  id: 'gemini',
  title: 'Gemini function declarations (`parameters`, the OpenAPI subset)',
  verified: '2026-12-01',
  sources: [
    'https://ai.google.dev/gemini-api/docs/function-calling',
    'https://github.com/anomalyco/opencode/issues/14234',
    'https://github.com/promptfoo/promptfoo/issues/6902',
  ],
  toolName: /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$/,
  propertyName: /^[a-zA-Z_][a-zA-Z0-9_]{0,63}$/,
  tools: { most: 128 },
  keywords: ['$ref', 'const', 'exclusiveMinimum', 'exclusiveMaximum', 'patternProperties', 'oneOf', 'allOf', 'not'],
  typeLists: false,
}

export default profile
