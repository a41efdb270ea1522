import type { Profile } from '../profile.ts'

const profile: Profile = {
  id: 'openai-directory',
  title: 'ChatGPT apps directory',
  verified: '2026-12-01',
  sources: ['https://developers.openai.com/apps-sdk/app-submission-guidelines'],
  toolName: /^[a-zA-Z0-9_-]{1,64}$/,
  hints: [['readOnlyHint'], ['openWorldHint'], ['destructiveHint']],
}

export default profile
