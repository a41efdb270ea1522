import { answerQuestion } from '../../ledger/index.ts'
import type { KeptQuestion, PersonsAnswer } from '../../ledger/index.ts'
import { isObject, parseJson, problemsOf, tellProblem, visible } from '../../tool/index.ts'
import type { JsonSchema, ObjectSchema, UnknownObject } from '../../tool/index.ts'
import { questionLines } from './render.ts'
import type { Review } from './review.ts'

/** Shows a question and takes a person's answer. Returns whether to go on to what else waits. */
export async function reviewQuestion(kept: KeptQuestion, review: Review): Promise<boolean> {
  const { terminal, store, person } = review
  for (const line of questionLines(kept, await review.now())) terminal.say(line)
  const answer = await askAnswer(kept.question.schema, review)
  if (answer === 'quit') return false
  if (answer === undefined) return true
  const isTaken = await answerQuestion(kept, { answer, by: person }, { store, newId: () => crypto.randomUUID() })
  if (isTaken)
    terminal.say(`  Answered. It counts when ${visible(kept.question.tool)} is called again with these arguments.`)
  else terminal.say(`  ${kept.ref} has been answered or withdrawn meanwhile.`)
  return true
}

export type Given = PersonsAnswer | 'quit' | undefined

/** Takes a person's answer to a question with such a form. Undefined: none yet. */
export async function askAnswer(schema: ObjectSchema, at: Pick<Review, 'terminal'>): Promise<Given> {
  return isConfirm(schema) ? await askYes(at) : await askForm(schema, at)
}

/** The form of `ctx.confirm`. */
function isConfirm({ properties = {} }: ObjectSchema): boolean {
  const names = Object.keys(properties).toSorted()
  return names.length <= 2 && names[0] === 'approve' && [undefined, 'reason'].includes(names[1])
}

async function askYes({ terminal }: Pick<Review, 'terminal'>): Promise<Given> {
  const typed = await terminal.ask('  Type yes, no or quit; Enter leaves it open > ')
  if (typed === undefined || typed === 'quit') return 'quit'
  if (typed === 'yes') return { action: 'accept', content: { approve: true } }
  if (typed !== 'no') return undefined
  const reason = await terminal.ask('  Why not? Enter gives no reason > ')
  return { action: 'accept', content: { approve: false, ...(reason && { reason }) } }
}

async function askForm(schema: ObjectSchema, { terminal }: Pick<Review, 'terminal'>): Promise<Given> {
  const content: Record<string, unknown> = {}
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const typed = await terminal.ask(`  ${visible(name)}${hint(property)} > `)
    if (typed === undefined) return 'quit'
    const value = typed === '' ? defaultOf(property) : read(typed, property)
    if (value !== undefined) content[name] = value
  }
  const problems = problemsOf(schema, content).map((problem) => tellProblem(problem, schema, 'the answer'))
  if (problems.length > 0) {
    terminal.say(
      ['  That is no answer, and it stays open:', ...problems.map((each) => `    ${visible(each)}`)].join('\n'),
    )
    return undefined
  }
  const typed = await terminal.ask('  Type answer to give that, decline to refuse it, or quit; Enter leaves it open > ')
  if (typed === undefined || typed === 'quit') return 'quit'
  if (typed === 'answer') return { action: 'accept', content }
  return typed === 'decline' ? { action: 'decline' } : undefined
}

function hint(property: JsonSchema): string {
  if (!isObject(property)) return ''
  const { title, description, enum: choices, type } = property
  const says = [title, description, choices === undefined ? type : choices.map(String).join(' | ')]
    .filter((part) => part !== undefined)
    .map(String)
  const preset = defaultOf(property)
  const usual = preset === undefined ? '' : ` [${JSON.stringify(preset)}]`
  return visible(` (${says.join('; ')})${usual}`)
}

function defaultOf(property: JsonSchema): unknown {
  return isObject(property) ? property.default : undefined
}

const spellings: UnknownObject = { yes: true, no: false, true: true, false: false }

/** A text where a text is wanted, else the JSON that was typed; of a list the parts between commas. */
function read(typed: string, property: JsonSchema): unknown {
  const type = isObject(property) ? property.type : undefined
  if (type === 'boolean') return spellings[typed] ?? typed
  if (type === 'array') return typed.split(',').map((part) => part.trim())
  return type === 'string' ? typed : (parseJson(typed) ?? typed)
}
