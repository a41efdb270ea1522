import type { ToolRule } from '../rule.ts'
import { singular, wordsOf } from '../words/names.ts'
import { isEnglish } from '../words/text.ts'

const rule: ToolRule = {
  id: 'description-tautology',
  scope: 'tool',
  severity: 'warning',
  set: 'pedantic',
  kind: 'judged',
  says: 'A description only repeats the name.',
  because: 'It costs a model the time to read it and tells nothing that the name did not.',
  fix: 'Say what comes back, on what, and what it does not do.',
  good: [
    {
      title: 'more than the name',
      tools: [{ name: 'list_orders', description: 'List the open orders of a customer, newest first.' }],
    },
  ],
  bad: [{ title: 'the name again', tools: [{ name: 'list_orders', description: 'List orders.' }] }],
  *check({ name, title = '', description = '' }) {
    if (description.trim() === '' || !isEnglish(description)) return
    const known = new Set([...wordsOf(name), ...wordsOf(title)].map(singular))
    const told = wordsOf(description).filter((word) => !empty.has(word))
    if (told.some((word) => !known.has(singular(word)))) return
    yield { at: '/description', message: `${name} is described by its own name; a model learns nothing from it.` }
  },
}

const empty = new Set(
  'a an the of to in for and or by with from this that tool function it its is are all given specified'.split(' '),
)

export default rule
