import { excuseFor, placeOf, stepsOf, wayTo } from '../effects.ts'
import type { ToolRule } from '../rule.ts'
import type { ReachedEffect } from '../subject.ts'
import { claimsOf } from '../words/claims.ts'

const removal: ReachedEffect = {
  on: 'files',
  access: 'write',
  what: 'rm of node:fs/promises',
  path: [{ name: 'rm', file: 'notes.ts', line: 9 }],
}

const rule: ToolRule = {
  id: 'destruction-unsaid',
  scope: 'tool',
  severity: 'warning',
  set: 'default',
  kind: 'decided',
  says: 'The name or the code of a tool destroys something, and the source says neither @destructive nor @nondestructive.',
  because:
    'Silence counts as destructive for a careful host and as nothing for a careless one. The author knows; a tag makes the prompt as loud as it should be, and no louder for its neighbours.',
  fix: 'Add @destructive, or @nondestructive where nothing is lost.',
  see: 'https://modelcontextprotocol.io/specification/2025-11-25/schema#toolannotations',
  good: [
    {
      title: 'said',
      tools: [{ name: 'delete_note', annotations: { destructiveHint: true }, source: { effects: [removal] } }],
    },
    {
      title: 'denied, with the name on its side',
      tools: [{ name: 'sweep_drafts', annotations: { destructiveHint: false }, source: { effects: [] } }],
    },
    { title: 'seen from outside', tools: [{ name: 'delete_note', annotations: {} }] },
  ],
  bad: [
    {
      title: 'the code removes a file',
      tools: [{ name: 'sweep_notes', annotations: {}, source: { effects: [removal] } }],
    },
    { title: 'the name says so', tools: [{ name: 'delete_note', annotations: {}, source: { effects: [] } }] },
    {
      title: 'the code contradicts the tag',
      tools: [{ name: 'sweep_notes', annotations: { destructiveHint: false }, source: { effects: [removal] } }],
    },
  ],
  *check(tool, { subject }) {
    const { source, annotations: { readOnlyHint, destructiveHint } = {} } = tool
    if (source === undefined || destructiveHint === true || readOnlyHint === true) return
    const at = '/annotations/destructiveHint'
    const effect = source.effects.find(isDestructive)
    if (effect !== undefined) {
      const claim = destructiveHint === false ? 'is @nondestructive but destroys' : 'destroys without @destructive'
      yield {
        at,
        message: `${tool.name} ${claim}: ${wayTo(effect, tool)}; a person is not warned.`,
        related: stepsOf(effect),
        ...placeOf(effect),
        ...excuseFor('destruction-unsaid', effect),
      }
    } else if (destructiveHint === undefined && claimsOf(tool, subject).destroys) {
      yield {
        at,
        message: `${tool.name} is named for a destruction and has no tag for it; hosts must guess how loud to ask.`,
      }
    }
  },
}

const destructive =
  /^(?:rm|rmSync|rmdir|rmdirSync|unlink|unlinkSync|truncate|truncateSync|ftruncate)\b|^(?:DELETE|DROP|TRUNCATE)\b/

function isDestructive({ access, what }: ReachedEffect): boolean {
  return access === 'write' && destructive.test(what)
}

export default rule
