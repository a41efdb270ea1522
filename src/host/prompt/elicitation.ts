import { isObject } from '../../tool/index.ts'
import type { UnknownObject } from '../../tool/index.ts'
import type { Request } from '../request.ts'
import { rank } from '../tier.ts'
import { argumentsBlock } from './block.ts'
import { lineText, nameText } from './escape.ts'
import { amountsIn, argumentText, earlierText, headline } from './facts.ts'
import type { Scene } from './render.ts'
import { wrap } from './wrap.ts'

/** The question that a host puts to a person for us. Hosts may render Markdown: what is not ours stands in a block. */
export function elicitationFor(
  request: Request,
  scene: Omit<Scene, 'width' | 'mayKeep'>,
): { readonly message: string; readonly requestedSchema: UnknownObject } {
  const { risk } = request
  const parts = [firstLine(request), blockOf(request, scene), reasonsOf(request), lastLine(request, scene)]
  const message = risk.tier === 'read' ? parts : parts.filter((part) => part !== '')
  return { message: message.join('\n\n'), requestedSchema: schemaFor(request) }
}

const width = 96

function firstLine(request: Request): string {
  const said = headline(request)
  const amounts = amountsIn(request.arguments).map(([name, amount]) => `, ${argumentText(name, amount, 30)}`)
  const call = `${said}${amounts.slice(0, 2).join('')}`
  switch (request.risk.tier) {
    case 'read':
      return `READ · ${said} · changes nothing.`
    case 'write':
      return `WRITE · ${call}. Nothing has run.`
    case 'destructive':
      return `HARD TO UNDO · ${call}. Nothing has run.`
    case 'destructive_open':
      return `DANGER · MAY DESTROY FOR GOOD, CANNOT BE UNDONE FROM HERE · ${call}. Nothing has run. If you did not ask for this yourself, decline.`
  }
}

const trustWords = { own: 'your own server', trusted: 'a server you trust', untrusted: 'UNTRUSTED server' }

function blockOf(request: Request, { earlier, now }: Pick<Scene, 'earlier' | 'now'>): string {
  const { server, tool, arguments: args } = request
  const place = `${nameText(server.key)} > ${nameText(tool.name)} (${trustWords[server.trust]}: ${lineText(server.command)})`
  const before = earlier === undefined ? [] : [`(${earlierText(args, earlier, now)})`]
  const ours = [place, ...before].map((line) => wrap(line, { first: '    ', rest: '    | ', width }))
  return [...(ours[0] ?? []), ...argumentsBlock(request, width), ...ours.slice(1).flat()].join('\n')
}

function reasonsOf({ risk, flow }: Request): string {
  const read = flow.length === 0 ? [] : ['This conversation has read what anybody may have written.']
  return [...risk.reasons.map(({ text }) => lineText(text)), ...read].join(' ')
}

function lastLine({ ref, expires, need, risk }: Request, { clock }: Pick<Scene, 'clock'>): string {
  const ends = `Ref ${ref}, denied by itself at ${clock(expires)}.`
  if (rank(risk.tier) < 3) return ends
  return `Type what stands here to allow this one call:\n\n    ${need.typed ?? 'yes'}\n\n${ends}`
}

const reason = { type: 'string', title: 'If not, why? The model reads it.' }
const yes = 'allow once'

/** Nothing in it is required and what is filled in beforehand denies: a host that accepts by itself says no. */
function schemaFor({ risk, need }: Request): UnknownObject {
  const answer =
    rank(risk.tier) < 3
      ? { answer: { type: 'string', title: 'Answer', enum: ['deny', yes], default: 'deny' } }
      : { confirm: { type: 'string', title: `Type ${need.typed ?? 'yes'} to allow it`, default: '' } }
  return { type: 'object', properties: { ...answer, reason } }
}

/** What came back from a host. */
export type Elicited =
  | { readonly kind: 'allow' }
  /** `by`: who said no. A reason of a person is for the model. */
  | { readonly kind: 'deny'; readonly by: 'person' | 'host'; readonly reason?: string }
  /** The person sent the question away. */
  | { readonly kind: 'dismissed' }

/** Sooner than this nobody has read the question, or typed the word. In milliseconds. */
const soonestYes = 500
const soonestWord = 1500

/** Reads a host's answer. Only one yes is a yes: the one that a person had to pick or type, and had the time to. */
export function readElicitation(request: Request, answer: unknown, tookMs: number): Elicited {
  const { action, content }: UnknownObject = isObject(answer) ? answer : {}
  const said: UnknownObject = isObject(content) ? content : {}
  if (action === 'cancel') return { kind: 'dismissed' }
  if (action === 'decline') return byPerson(said)
  if (action !== 'accept') return byHost('the host gave no answer that can be read')
  return readForm(request, said, tookMs)
}

function readForm({ risk, need }: Request, said: UnknownObject, tookMs: number): Elicited {
  const isWord = rank(risk.tier) > 2
  const given = isWord ? said['confirm'] : said['answer']
  const isUnanswered = given === undefined || given === ''
  if (isUnanswered && reasonIn(said) === undefined) return byHost(unanswered)
  const isYes = typeof given === 'string' && given.trim() === (isWord ? (need.typed ?? 'yes') : yes)
  if (!isYes) return byPerson(said)
  if (tookMs >= (isWord ? soonestWord : soonestYes)) return { kind: 'allow' }
  return byHost(`it was answered in ${Math.round(tookMs)} ms, and no person is so fast`)
}

function byPerson(said: UnknownObject): Elicited {
  const why = reasonIn(said)
  return { kind: 'deny', by: 'person', ...(why !== undefined && { reason: why }) }
}

function byHost(why: string): Elicited {
  return { kind: 'deny', by: 'host', reason: why }
}

function reasonIn({ reason: said }: UnknownObject): string | undefined {
  return typeof said === 'string' && said.trim() !== '' ? said.slice(0, 2000).toWellFormed() : undefined
}

const unanswered = `the host accepted without an answer to the question. Where it shows no form, the user can allow such calls by a rule in policy.yaml`
