import { wordsOf } from '../words/names.ts'
import { classOfVerb } from '../words/verbs.ts'
import { choicesOf, topParametersOf, typesOf } from './walk.ts'

/** One value of a parameter that chooses what a tool does. */
export interface Choice {
  readonly word: string
  /** Whether it destroys. */
  readonly isWorse: boolean
}

/** A parameter that chooses what a tool does. */
export interface ActionParameter {
  readonly property: string
  readonly at: string
  readonly reads: readonly Choice[]
  readonly changes: readonly Choice[]
  /** How many of the values are verbs. */
  readonly verbs: number
}

const actionName =
  /^(?:action|method|operation|op|command|cmd|verb|mode|sub_?command|action_?type|operation_?type|http_?method)$/i
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])
const unsafeMethods = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/** The parameters of a tool that choose between verbs. */
export function actionParametersOf(inputSchema: unknown): ActionParameter[] {
  return topParametersOf(inputSchema)
    .filter(({ property = '' }) => actionName.test(property))
    .map(({ property = '', at, schema }) => ({ property, at, ...sortChoices(choicesOf(schema)) }))
    .filter(({ verbs }) => verbs > 1)
}

/** Parameters that name an action and take any text. */
export function freeActionsOf(inputSchema: unknown): { readonly property: string; readonly at: string }[] {
  return topParametersOf(inputSchema)
    .filter(({ property = '', schema }) => {
      const isFree = choicesOf(schema).length === 0 && schema['const'] === undefined && schema['anyOf'] === undefined
      return /^(?:action|operation)$/i.test(property) && isFree && typesOf(schema).includes('string')
    })
    .map(({ property = '', at }) => ({ property, at }))
}

function sortChoices(choices: readonly string[]): Pick<ActionParameter, 'reads' | 'changes' | 'verbs'> {
  const isHttp = choices.every((choice) => safeMethods.has(choice) || unsafeMethods.has(choice))
  const classes = choices.map((word) => ({ word, kind: isHttp ? httpClass(word) : classOf(word) }))
  return {
    reads: classes.filter(({ kind }) => kind === 'read').map(({ word }) => ({ word, isWorse: false })),
    changes: classes
      .filter(({ kind }) => kind === 'write' || kind === 'destroy' || kind === 'send')
      .map(({ word, kind }) => ({ word, isWorse: kind === 'destroy' })),
    verbs: classes.filter(({ kind }) => kind !== undefined).length,
  }
}

function httpClass(method: string): 'read' | 'write' | 'destroy' {
  if (safeMethods.has(method)) return 'read'
  return method === 'DELETE' ? 'destroy' : 'write'
}

function classOf(choice: string): ReturnType<typeof classOfVerb> {
  const words = wordsOf(choice)
  return classOfVerb(words[0] ?? '') ?? classOfVerb(words.at(-1) ?? '')
}
