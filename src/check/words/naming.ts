import type { Subject, SubjectTool } from '../subject.ts'
import { wordsOf } from './names.ts'
import { classOfVerb } from './verbs.ts'
import type { VerbClass } from './verbs.ts'

/** What a name says that its tool does. */
export interface Action {
  readonly verb: string
  readonly kind: VerbClass
  /** The other words, without those that all tools of the server share. */
  readonly object: readonly string[]
}

/** How a server names its tools. */
export interface Naming {
  /** Where most of its names have their verb. */
  readonly order: 'verb first' | 'verb last'
  /** Words that most names begin with, and that say nothing of one tool. */
  readonly prefix: readonly string[]
  actionOf(tool: SubjectTool): Action | undefined
}

const shared = 0.6

export function namingOf(subject: Subject): Naming {
  const known = namings.get(subject)
  if (known !== undefined) return known
  const naming = learn(subject)
  namings.set(subject, naming)
  return naming
}

const namings = new WeakMap<Subject, Naming>()

function learn({ name: server, tools }: Subject): Naming {
  const names = tools.map(({ name }) => wordsOf(name))
  const prefix = prefixOf(names, new Set(wordsOf(server)))
  const bare = (words: readonly string[]): readonly string[] => {
    let from = 0
    while (from < words.length - 1 && words[from] === prefix[from]) from += 1
    return words.slice(from)
  }
  const firsts = names.filter((words) => classOfVerb(bare(words)[0] ?? '') !== undefined).length
  const lasts = names.filter((words) => words.length > 1 && classOfVerb(words.at(-1) ?? '') !== undefined).length
  const order = lasts > firsts ? 'verb last' : 'verb first'
  return {
    order,
    prefix,
    actionOf: ({ name }) => actionIn(bare(wordsOf(name)), order),
  }
}

/** Words that most names begin with, or a first word that is the server's. A verb is no prefix, and one name has none. */
function prefixOf(names: readonly (readonly string[])[], server: ReadonlySet<string>): string[] {
  const prefix: string[] = []
  for (let at = 0; at < 3; at += 1) {
    const counts = new Map<string, number>()
    for (const words of names) {
      const word = words.length > at + 1 ? words[at] : undefined
      if (word !== undefined && prefix.every((each, index) => words[index] === each))
        counts.set(word, (counts.get(word) ?? 0) + 1)
    }
    const [best] = [...counts].toSorted(([, a], [, b]) => b - a)
    if (best === undefined) break
    const [word, count] = best
    const isShared = names.length > 2 && count >= names.length * shared
    if (classOfVerb(word) !== undefined || !(isShared || server.has(word))) break
    prefix.push(word)
  }
  return prefix
}

function actionIn(words: readonly string[], order: Naming['order']): Action | undefined {
  // Behind the name of a service there may stand the verb: `mail_list_folders`.
  const ends = order === 'verb first' ? [0, words.length - 1] : [words.length - 1, 0]
  const places = words.length > 2 ? [...ends, 1] : ends
  for (const place of places) {
    const verb = words[place] ?? ''
    const kind = classOfVerb(verb)
    if (kind !== undefined) return { verb, kind, object: words.filter((_, index) => index !== place) }
  }
  return undefined
}
