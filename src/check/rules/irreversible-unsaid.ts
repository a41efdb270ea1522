import type { ToolRule } from '../rule.ts'
import { isEnglish } from '../words/text.ts'
import { namingOf } from '../words/naming.ts'

const rule: ToolRule = {
  id: 'irreversible-unsaid',
  scope: 'tool',
  severity: 'warning',
  set: 'default',
  kind: 'judged',
  says: 'A tool deletes something and does not say whether that can be undone.',
  because:
    'Whether a deleted thing can be brought back decides if a model should ask first, and what a person is told. Of real tools that delete, one in ten says so.',
  fix: 'Say "This cannot be undone", or how to bring it back.',
  good: [
    { title: 'it says so', tools: [{ name: 'delete_user', description: 'Delete a user. This cannot be undone.' }] },
    {
      title: 'a way back',
      tools: [{ name: 'delete_note', description: 'Move a note to the trash, where it stays for 30 days.' }],
    },
    {
      title: 'nothing lasting',
      tools: [{ name: 'drop_file', description: 'Drop a file onto an element of the page.' }],
    },
    { title: 'only a relation', tools: [{ name: 'delete_label', description: 'Remove a label from an issue.' }] },
  ],
  bad: [
    { title: 'a deletion', tools: [{ name: 'delete_user', description: 'Delete a user by id.' }] },
    { title: 'a noun first', tools: [{ name: 'queue_purge', description: 'Purge all messages of a queue.' }] },
  ],
  *check(tool, { subject }) {
    const { description = '', name, annotations } = tool
    const action = namingOf(subject).actionOf(tool)
    if (annotations?.readOnlyHint === true || action === undefined || !final.has(action.verb)) return
    if (action.object.some((word) => passing.has(word)) || !isSilent(description)) return
    yield {
      at: '/description',
      message: `${name} does not say whether it can be undone; neither a model nor a person knows how careful to be.`,
    }
  },
}

/** Whether a description speaks of a deletion, and not of its end. */
function isSilent(description: string): boolean {
  if (!isEnglish(description) || !confirms.test(description)) return false
  return ![says, relation, /\bHTTP\b/].some((pattern) => pattern.test(description.trim()))
}

const final = new Set('delete destroy drop purge wipe erase truncate'.split(' '))
/** The description must speak of it too: a verb in a name alone may mean something else. */
const confirms =
  /\b(?:delet|destroy|drop(?:s|ping)? (?:a |an |the |all )?\w*\s?(?:table|database|collection|index|schema|view|column)|purg|wip(?:e|es|ing)\b|eras|truncat|remov)/i
const says =
  /irrevers|permanent|undo|undone|revert|recover|restor|trash|recycle|soft.?delet|cannot be (?:re|un)|can't be (?:re|un)|forever|archiv|backup|back(?:ed)? up|reversib|irrevoc|unrecover|no longer (?:be )?(?:accessible|available)|dry.?run|destructive|caution|warning|careful|confirm/i
/** What ends is that one thing belongs to another; both stay. */
const relation =
  /^(?:remove|unassign|detach|unlink|disconnect)s? [^.]{0,30}\b(?:users?|members?|issues?|tags?|labels?|permissions?|assignments?|attachments?)\b[^.]* from |^unassign/i
/** What lasts no longer than the work on it, or is made again at once. */
const passing = new Set(
  'cookie cookies cache session sessions breakpoint breakpoints selection highlight filter temp temporary element elements layer shape slide row rows column paragraph cell cells'.split(
    ' ',
  ),
)

export default rule
