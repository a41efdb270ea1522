import { changesOf } from '../lock/changes.ts'
import type { ServerRule } from '../rule.ts'

const rule: ServerRule = {
  id: 'surface-broken',
  scope: 'server',
  severity: 'error',
  set: 'default',
  kind: 'decided',
  says: 'A tool is gone, takes less, gives less, or has other hints than when it was accepted. Needs --locked.',
  because:
    'Prompts, code and permissions were written for the tool as it was. A hint that changed is worse than a parameter that did: whoever allowed a read now allows a write, and no host tells.',
  fix: 'Keep the old form beside the new one; or accept the change: verbnoun check --lock.',
  see: 'verbnoun.lock, as it was accepted',
  good: [
    { title: 'as it was', locked: [{ name: 'list_orders' }], tools: [{ name: 'list_orders' }] },
    { title: 'never accepted', tools: [{ name: 'list_orders' }] },
  ],
  bad: [
    { title: 'a tool is gone', locked: [{ name: 'list_orders' }], tools: [] },
    {
      title: 'a hint was turned',
      locked: [{ annotations: { destructiveHint: true } }],
      tools: [{ annotations: { readOnlyHint: true } }],
    },
    {
      title: 'a parameter became required',
      locked: [{ inputSchema: { type: 'object', properties: { id: { type: 'string' } } } }],
      tools: [{ inputSchema: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] } }],
    },
  ],
  *check({ tools, locked }) {
    if (locked === undefined) return
    for (const { tool: name, at, what } of changesOf(locked, tools).filter(({ kind }) => kind === 'broken')) {
      const tool = tools.find((each) => each.name === name)
      yield {
        ...(tool !== undefined && { tool }),
        at,
        message: `${name} ${what}; what was written for it before fails or is trusted for what it no longer is.`,
      }
    }
  },
}

export default rule
