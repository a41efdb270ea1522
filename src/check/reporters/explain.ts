import type { Profile } from '../profile.ts'
import type { Example, Rule } from '../rule.ts'
import { showHidden } from '../words/hidden.ts'

const sets = {
  default: 'asked always',
  pedantic: 'asked with --pedantic',
  target: 'asked with --target',
}
const kinds = {
  decided: 'decided: a specification, a provider or the author says so',
  judged: 'judged: its precision on real servers is measured',
}

/** Everything a rule says of itself, as Markdown: what `verbnoun explain` prints and what stands in the docs. */
export function explainRule(rule: Rule, profiles: readonly Profile[]): string {
  const sources = rule.set === 'target' ? profiles.map(sourcesOf) : []
  return [
    `# ${rule.id}`,
    rule.says,
    `${capital(rule.severity)}, ${sets[rule.set]}; ${kinds[rule.kind]}.`,
    `## Why`,
    rule.because,
    `## Fix`,
    rule.fix,
    ...(rule.see === undefined ? [] : ['## Source', rule.see, ...sources]),
    '## Good',
    ...rule.good.map(exampleText),
    '## Bad',
    ...rule.bad.map(exampleText),
  ].join('\n\n')
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

function sourcesOf({ title, verified, sources }: Profile): string {
  return [`${title}, verified ${verified}:`, ...sources.map((source) => `- ${source}`)].join('\n')
}

const longest = 600

function exampleText({ title, ...example }: Example): string {
  const shown = Object.entries(example).map(
    ([part, tools]) => `${part === 'tools' ? '' : `${part}: `}${shownJson(tools)}`,
  )
  return `${capital(title)}:\n\n\`\`\`json\n${shown.join('\n')}\n\`\`\``
}

/** Each tool on a line; what cannot be seen is written out. */
function shownJson(value: unknown): string {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value]
  const lines = list.map((item) => JSON.stringify(item) ?? 'null')
  const text = list.length > 5 ? [...lines.slice(0, 3), `… ${lines.length - 3} more`].join('\n') : lines.join('\n')
  return showHidden(text.length > longest ? `${text.slice(0, longest)}…` : text)
}
