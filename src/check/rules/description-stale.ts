import type { ToolRule } from '../rule.ts'
import { quoted } from '../phrase.ts'

const rule: ToolRule = {
  id: 'description-stale',
  scope: 'tool',
  severity: 'warning',
  set: 'pedantic',
  kind: 'judged',
  says: 'A description is unfinished or speaks of a tool that should no longer be used.',
  because: 'A model that reads TODO or deprecated cannot know what to use instead.',
  fix: 'Finish it; name the successor, or stop listing the tool.',
  good: [
    { title: 'a successor', tools: [{ description: 'Deprecated: use list_orders instead.' }] },
    { title: 'about todos', tools: [{ description: 'List the TODO comments of a file.' }] },
  ],
  bad: [
    { title: 'unfinished', tools: [{ description: 'TODO: describe.' }] },
    { title: 'no successor', tools: [{ description: 'Look up an order. Deprecated.' }] },
  ],
  *check({ name, description = '' }) {
    const unfinished =
      /^(?:TODO|FIXME|TBD|XXX)\b|\blorem ipsum\b|<description>|^(?:description|no description|n\/a)\.?$/i.exec(
        description.trim(),
      )?.[0]
    const isOld = /^\W*deprecated\b|\bdeprecated\.?$|\bthis (?:tool|function) is deprecated/i.test(description.trim())
    if (unfinished === undefined && (!isOld || /\b(?:use|instead|replaced|prefer|successor|see)\b/i.test(description)))
      return
    const fact =
      unfinished === undefined ? 'is deprecated and names no successor' : `is unfinished (${quoted(unfinished)})`
    yield { at: '/description', message: `${name} ${fact}; a model cannot tell what to use.` }
  },
}

export default rule
