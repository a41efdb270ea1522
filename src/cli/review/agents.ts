/** What programs that let a model act put into the environment of what they start. */
const markers = [
  'AGENT',
  'AI_AGENT',
  'ANTIGRAVITY_AGENT',
  'AUGMENT_AGENT',
  'CLAUDECODE',
  'CLAUDE_CODE_ENTRYPOINT',
  'CLINE_ACTIVE',
  'CODEX_SANDBOX',
  'CODEX_SANDBOX_NETWORK_DISABLED',
  'COPILOT_AGENT',
  'CURSOR_AGENT',
  'GEMINI_CLI',
  'GOOSE_TERMINAL',
  'OPENCODE',
  'REPLIT_AGENT',
  'ROO_ACTIVE',
] as const

/** The mark of an agent, by its name, where one is set. Against eagerness, not against attack. */
export function agentMarker(env: Readonly<Record<string, string>>): string | undefined {
  return markers.find((name) => (env[name] ?? '') !== '')
}
