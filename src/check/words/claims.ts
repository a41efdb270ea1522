import type { Subject, SubjectTool } from '../subject.ts'
import { wordsOf } from './names.ts'
import { namingOf } from './naming.ts'

/** What the name of a tool says that it does to the world. */
export interface Claims {
  /** Something lasting is another afterwards. */
  readonly changes: boolean
  /** Something that existed is gone. */
  readonly destroys: boolean
}

/** Verbs that leave nothing behind but a change, whatever their object. */
const changing = new Set(
  'create add update edit insert write save upload rename push append modify enable disable upsert delete remove destroy drop purge wipe erase truncate revoke send post publish pay refund transfer email tweet'.split(
    ' ',
  ),
)
const destroying = new Set('delete destroy drop purge wipe erase truncate uninstall'.split(' '))

/** What is made anew and given back, and changes nothing that was there before. */
const made = new Set(
  `chart graph plot diagram image picture drawing screenshot preview draft summary report prompt plan link url uri uuid
  id hash token qr code query sql embedding embeddings completion completions estimate example sample template mock
  thumbnail svg pdf page snapshot session text markdown table hint watermark background noise duplicates whitespace
  color formatting spaces tags emoji outlier outliers message messages`.split(/\s+/),
)
/** Words that take back what the verb says. */
const soft = new Set(
  'dry run preview draft plan simulate validate check test status history log logs guide guidance help docs instructions request policy requirements schema example'.split(
    ' ',
  ),
)
const madeBy = new Set(['create', 'write', 'add', 'edit', 'insert', 'remove', 'drop', 'erase'])

/** Judged by the name alone, and careful: a verb that may only look so says nothing. */
export function claimsOf(tool: SubjectTool, subject: Subject): Claims {
  const action = namingOf(subject).actionOf(tool)
  const nothing = { changes: false, destroys: false }
  if (action === undefined || wordsOf(tool.name).some((word) => soft.has(word))) return nothing
  const { verb, object } = action
  if (madeBy.has(verb) && object.some((word) => made.has(word))) return nothing
  return { changes: changing.has(verb), destroys: destroying.has(verb) }
}
