import type { Profile } from '../profile.ts'

const profile: Profile = {
  id: 'anthropic',
  title: 'Anthropic Messages API',
  verified: '2026-12-01',
  sources: [
    'https://docs.anthropic.com/en/docs/agents-and-tools/tool-use/implement-tool-use',
    'https://github.com/makenotion/notion-mcp-server/issues/340 (2026-08-05: a root anyOf is answered with 400)',
  ],
  toolName: /^[a-zA-Z0-9_-]{1,64}$/,
  propertyName: /^[a-zA-Z0-9_.-]{1,64}$/,
}

export default profile
