import type { ServerRule } from '../rule.ts'
import { listOf } from '../phrase.ts'

const rule: ServerRule = {
  id: 'language-mixed',
  scope: 'server',
  severity: 'info',
  set: 'pedantic',
  kind: 'judged',
  says: 'Descriptions of one server are in different scripts.',
  because: 'Searching by words finds only the tools in the language of the request.',
  fix: 'Keep to one language in all descriptions; examples may be in any.',
  good: [{ title: 'one language', tools: [{ description: '搜索航班' }, { description: '获取天气' }] }],
  bad: [{ title: 'two', tools: [{ description: '搜索航班信息列表' }, { description: 'Get the weather of a city.' }] }],
  *check({ tools }) {
    const dense = tools.filter(({ description = '' }) => isDense(description))
    const other = tools.filter(({ description = '' }) => description !== '' && !isDense(description))
    if (dense.length === 0 || other.length === 0) return
    const odd = dense.length < other.length ? dense : other
    yield {
      message: `${listOf(odd.map(({ name }) => name))} are described in another script than the rest; searching by words finds only a part.`,
    }
  },
}

function isDense(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  const dense = text.match(
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Cyrillic}\p{Script=Arabic}]/gu,
  )
  return letters > 0 && (dense?.length ?? 0) > letters * 0.3
}

export default rule
