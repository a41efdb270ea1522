import { isObject, parseJson } from '../../tool/index.ts'
import type { UnknownObject } from '../../tool/index.ts'
import type { Request } from '../request.ts'
import { rank } from '../tier.ts'
import { dataLines } from './block.ts'
import type { Line } from './line.ts'
import { renderRequest } from './render.ts'
import type { Scene } from './render.ts'
import { ruleFor } from './rule.ts'
import { typeKey, typeLine } from './typing.ts'
import type { Keys, Typed, Typing } from './typing.ts'
import { wrapWords } from './wrap.ts'

/** The terminal that a person sits at. */
export interface Desk {
  /** Prints lines; of those that are open, the answer is typed at the end of the last. */
  readonly show: (lines: readonly Line[], end: 'closed' | 'open') => void
  /** All keys that have not been read yet, and those that are pressed from here on. */
  readonly keys: () => Keys
  readonly echo: (text: string) => void
  /** Has a text edited. Undefined where that fails. */
  readonly edit: (text: string) => Promise<string | undefined>
}

export interface Asking {
  readonly desk: Desk
  readonly scene: Omit<Scene, 'now'>
  readonly now: () => number
  /** The request as it would be with other arguments, or what is wrong with them. */
  readonly reconsider: (args: UnknownObject) => Request | string
  /** Hears of Ctrl-C, which denies. */
  readonly onInterrupt?: () => void
}

/** What a person said. */
export type Said =
  | { readonly kind: 'allow'; readonly arguments?: UnknownObject }
  /** From here on by a rule, which was shown. */
  | { readonly kind: 'always'; readonly rule: string; readonly arguments?: UnknownObject }
  | { readonly kind: 'deny'; readonly reason?: string }
  /** Nothing in time. */
  | { readonly kind: 'nothing' }

/** What is pressed so soon was not meant for a question that has just come up. In milliseconds. */
const deafMs = 500
/** The same behind an editor: what was typed there or meanwhile comes at once. */
const deafAfterEditorMs = 100

/** Asks a person at a terminal about a call. Whatever is not a clear yes is a no. */
export async function askAtDesk(first: Request, asking: Asking): Promise<Said> {
  let request = first
  let deaf = deafMs
  for (;;) {
    asking.desk.show(renderRequest(request, { ...asking.scene, now: asking.now() }), 'open')
    const typing = typingFor(request, asking, deaf)
    const step = await (rank(request.risk.tier) > 2 ? askWord : askKey)(request, asking, typing)
    const edited = request === first ? {} : { arguments: request.arguments }
    deaf = step === 'edit' ? deafAfterEditorMs : 0
    if (step === 'edit') request = (await edit(request, asking)) ?? request
    else if (step === 'again') continue
    else return step.kind === 'allow' || step.kind === 'always' ? { ...step, ...edited } : step
  }
}

type Step = Said | 'edit' | 'again'

/** What follows a key that was pressed in the same dialog is meant: nobody is deaf to it. */
function typingFor({ expires }: Request, { desk, now }: Asking, deaf = 0): Typing {
  return { keys: desk.keys(), echo: desk.echo, now, from: now() + deaf, until: expires }
}

async function askKey(request: Request, asking: Asking, typing: Typing): Promise<Step> {
  const typed = await typeKey(typing, (key) => stepOf(key, request, asking) !== undefined)
  const step = typed.kind === 'typed' ? stepOf(typed.text, request, asking) : undefined
  if (typed.kind !== 'typed' || step === undefined) return over(typed, asking)
  say(asking, typed.text.trim())
  if (step === 'why') return await askWhy(request, asking)
  if (step === 'always') return await askAlways(request, asking)
  return step === 'info' ? showData(request, asking) : step
}

type Meaning = Step | 'why' | 'always' | 'info'

const meanings: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  ['o', { kind: 'allow' }],
  ['d', { kind: 'deny' }],
  ['n', { kind: 'deny' }],
  ['e', 'edit'],
  ['a', 'always'],
  ['r', 'why'],
  ['i', 'info'],
])
const shortcuts: ReadonlyMap<string, string> = new Map([
  ['y', 'o'],
  ['\n', 'o'],
])

/** What a key stands for; undefined: nothing. Only what changes nothing runs by Enter. */
function stepOf(key: string, { risk, choices }: Request, { scene }: Asking): Meaning | undefined {
  const meaning = meanings.get(risk.tier === 'read' ? (shortcuts.get(key) ?? key) : key)
  if (meaning === 'edit' && !choices.includes('edit')) return undefined
  if (meaning === 'always' && (scene.mayKeep !== true || !choices.includes('always'))) return undefined
  return meaning
}

async function askWord(request: Request, asking: Asking, typing: Typing): Promise<Step> {
  const typed = await typeLine(typing)
  if (typed.kind !== 'typed') return over(typed, asking)
  if (typed.text === (request.need.typed ?? 'yes')) return { kind: 'allow' }
  if (typed.text === 'info') return showData(request, asking)
  if (typed.text === 'edit' && request.choices.includes('edit')) return 'edit'
  return await askWhy(request, asking)
}

/** Time that is over says nothing; a person who leaves says no. */
function over({ kind }: Typed, asking: Asking): Said {
  say(asking, '')
  if (kind === 'late') {
    say(asking, '  Nobody answered: denied.')
    return { kind: 'nothing' }
  }
  if (kind === 'interrupted' && asking.onInterrupt !== undefined) asking.onInterrupt()
  else say(asking, '  Denied.')
  return { kind: 'deny' }
}

async function askWhy(request: Request, asking: Asking): Promise<Said> {
  ask(asking, 'Denied. Why? The model reads it; Enter says nothing > ')
  const typed = await typeLine(typingFor(request, asking))
  if (typed.kind === 'typed') return { kind: 'deny', ...(typed.text !== '' && { reason: typed.text }) }
  say(asking, '')
  if (typed.kind === 'interrupted') asking.onInterrupt?.()
  return { kind: 'deny' }
}

async function askAlways(request: Request, asking: Asking): Promise<Step> {
  const rule = ruleFor(request, asking.now())
  if (rule === undefined) {
    say(asking, '  No rule can name this tool.')
    return 'again'
  }
  const { width } = asking.scene
  say(asking, '  This would stand in your policy.yaml:')
  for (const line of wrapWords(rule, { first: '    - ', rest: '      ', width })) say(asking, line)
  ask(asking, 'Type always and Enter to have it so, anything else goes back > ')
  const typed = await typeLine(typingFor(request, asking))
  if (typed.kind !== 'typed') return over(typed, asking)
  return typed.text === 'always' ? { kind: 'always', rule } : 'again'
}

function showData(request: Request, { desk, scene }: Asking): 'again' {
  desk.show(
    dataLines(request, scene.width).map((text) => ({ text, tone: 'quiet' })),
    'closed',
  )
  return 'again'
}

/** The request with other arguments, which may be worse than before; undefined where it stays as it was. */
async function edit(request: Request, asking: Asking): Promise<Request | undefined> {
  const text = await asking.desk.edit(`${JSON.stringify(request.arguments, undefined, 2)}\n`)
  const args = text === undefined ? undefined : parseJson(text)
  const found = isObject(args) ? asking.reconsider(args) : 'What was edited is no JSON object.'
  if (typeof found !== 'string') return found
  asking.desk.show(
    found.split('\n').map((line) => ({ text: `  ${line}`, tone: 'yellow' })),
    'closed',
  )
  return undefined
}

function say({ desk }: Asking, text: string): void {
  desk.show([{ text, tone: 'plain' }], 'closed')
}

function ask({ desk, scene: { width } }: Asking, text: string): void {
  const lines = wrapWords(text, { first: '  ', rest: '      ', width })
  desk.show(
    lines.map((line) => ({ text: line, tone: 'plain' })),
    'open',
  )
}
