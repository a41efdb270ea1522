import { excuseFor, placeOf, stepsOf, wayTo } from '../effects.ts'
import type { ToolRule } from '../rule.ts'
import type { ReachedEffect } from '../subject.ts'

const write: ReachedEffect = {
  on: 'files',
  access: 'write',
  what: 'writeFileSync of node:fs',
  path: [
    { name: 'remember', file: 'notes.ts', line: 12 },
    { name: 'writeFileSync', file: 'store.ts', line: 8 },
  ],
}

const rule: ToolRule = {
  id: 'readonly-reaches-write',
  scope: 'tool',
  severity: 'error',
  set: 'default',
  kind: 'decided',
  says: 'A tool is marked @readonly and its code can reach a write.',
  because:
    'Hosts run read-only tools without asking. A log of queries, a cache on disk or a counter may be harmless; a person who was never asked cannot know. Only what was found is judged: calls into packages that nothing is known of count for nothing.',
  fix: 'Remove @readonly, or take the write out of its way; @verbnounIgnore readonly-reaches-write REASON beside the tool or the function on the way says why it is harmless.',
  good: [
    {
      title: 'it reads',
      tools: [{ annotations: { readOnlyHint: true }, source: { effects: [{ ...write, access: 'read' }] } }],
    },
    {
      title: 'nobody knows what it does',
      tools: [{ annotations: { readOnlyHint: true }, source: { effects: [{ ...write, access: 'unknown' }] } }],
    },
    {
      title: 'it does not claim to read',
      tools: [{ annotations: { destructiveHint: false }, source: { effects: [write] } }],
    },
  ],
  bad: [
    {
      title: 'it writes a file',
      tools: [{ name: 'find_note', annotations: { readOnlyHint: true }, source: { effects: [write] } }],
    },
  ],
  *check(tool) {
    if (tool.annotations?.readOnlyHint !== true) return
    for (const effect of tool.source?.effects ?? []) {
      if (effect.access !== 'write') continue
      yield {
        at: '/annotations/readOnlyHint',
        message: `${tool.name} is @readonly but writes: ${wayTo(effect, tool)}; hosts will run it unasked.`,
        related: stepsOf(effect),
        ...placeOf(effect),
        ...excuseFor('readonly-reaches-write', effect),
      }
    }
  },
}

export default rule
