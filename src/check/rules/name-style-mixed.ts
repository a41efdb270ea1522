import type { ServerRule } from '../rule.ts'
import { joinOf } from '../words/names.ts'
import { listOf } from '../phrase.ts'

const rule: ServerRule = {
  id: 'name-style-mixed',
  scope: 'server',
  severity: 'info',
  set: 'pedantic',
  kind: 'judged',
  says: 'A server joins the words of its names in different ways.',
  because:
    'Names that keep to one form can be guessed, sorted and allowed by pattern; a permission for get_* misses getUser.',
  fix: 'Keep to one of snake_case, kebab-case and camelCase.',
  good: [{ title: 'one form', tools: [{ name: 'list_orders' }, { name: 'get_order' }, { name: 'search' }] }],
  bad: [{ title: 'two forms', tools: [{ name: 'list_orders' }, { name: 'get_order' }, { name: 'getUser' }] }],
  *check({ tools }) {
    const forms = new Map<string, string[]>()
    for (const { name } of tools) {
      const form = joinOf(name)
      if (form !== 'one word') forms.set(form, [...(forms.get(form) ?? []), name])
    }
    const [most, ...rest] = [...forms].toSorted(([, one], [, other]) => other.length - one.length)
    if (most === undefined || rest.length === 0) return
    const odd = rest.flatMap(([, names]) => names)
    yield {
      message: `${most[1].length} names are ${most[0]}, ${listOf(odd)} ${odd.length === 1 ? 'is' : 'are'} not; a pattern for one form misses the others.`,
    }
  },
}

export default rule
