import type { Profile } from '../profile.ts'

const profile: Profile = {
  id: 'claude-directory',
  title: 'Claude connectors directory',
  verified: '2026-12-01',
  sources: ['https://claude.com/docs/connectors/building/review-criteria'],
  toolName: /^[a-zA-Z0-9_-]{1,64}$/,
  hints: [['title'], ['readOnlyHint', 'destructiveHint']],
  refusesMixed: true,
}

export default profile
