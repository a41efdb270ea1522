import type { Profile } from '../profile.ts'

const profile: Profile = {
  id: 'openai',
  title: 'OpenAI function calling',
  verified: '2026-12-01',
  sources: [
    'https://platform.openai.com/docs/guides/function-calling',
    'https://github.com/cyanheads/git-mcp-server/issues/47 (format "uri" is refused)',
  ],
  toolName: /^[a-zA-Z0-9_-]{1,64}$/,
  tools: { most: 128, advised: 20 },
  descriptionLength: 1024,
  formats: ['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uuid'],
}

export default profile
