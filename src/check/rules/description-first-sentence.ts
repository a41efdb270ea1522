import type { ToolRule } from '../rule.ts'
import { countWords, firstSentence, isEnglish } from '../words/text.ts'
import { quoted } from '../phrase.ts'

const rule: ToolRule = {
  id: 'description-first-sentence',
  scope: 'tool',
  severity: 'info',
  set: 'pedantic',
  kind: 'judged',
  says: 'The first sentence is too short, or talks about the tool instead of what it does.',
  because:
    'Searching hosts and people read the first sentence. By itself it finds the right tool nearly as often as the whole text, when it says what the tool does.',
  fix: 'Begin with a sentence that a person could act on: what it does, to what.',
  good: [{ title: 'a sentence', tools: [{ description: 'Look up one order by its id.' }] }],
  bad: [
    { title: 'two words', tools: [{ description: 'Order lookup.' }] },
    { title: 'about itself', tools: [{ description: 'This tool allows you to look up orders.' }] },
  ],
  *check({ name, description = '' }) {
    if (description.trim() === '' || !isEnglish(description)) return
    const first = firstSentence(description)
    const isAbout = /^(?:this|a|the) (?:tool|function|command|endpoint|api)\b/i.test(first)
    if (!isAbout && countWords(first) >= 3) return
    const fact = isAbout ? 'talks about the tool' : 'is too short to choose by'
    yield { at: '/description', message: `The first sentence of ${name} ${fact}: ${quoted(first)}.` }
  },
}

export default rule
