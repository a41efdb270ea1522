import type { Request } from '../request.ts'
import { rank } from '../tier.ts'
import type { Tier, Trust } from '../tier.ts'
import { argumentsBlock } from './block.ts'
import { lineText, nameText, valueText } from './escape.ts'
import { agoText, amountsIn, argumentText, earlierText, headline } from './facts.ts'
import type { EarlierCall } from './facts.ts'
import type { Line, Tone } from './line.ts'
import { columnsIn, wrap, wrapWords } from './wrap.ts'

/** What a prompt needs to know beside the request. */
export interface Scene {
  /** Of the terminal, in columns. */
  readonly width: number
  /** In milliseconds since 1970, as all times here. */
  readonly now: number
  /** A time as the person's clocks show it: `14:37`. */
  readonly clock: (time: number) => string
  /** When its server was accepted. */
  readonly since?: number | undefined
  readonly earlier?: EarlierCall | undefined
  /** Whether a rule can be made of the answer. */
  readonly mayKeep?: boolean | undefined
}

const tones: Readonly<Record<Tier, Tone>> = {
  read: 'plain',
  write: 'bold',
  destructive: 'yellow',
  destructive_open: 'red',
}

/**
 * What a person at a terminal sees of a request, up to the line where the answer is typed. Louder the worse it could
 * be. All that a server or a model wrote stands behind four spaces, in quotes, or in a name of plain letters.
 */
export function renderRequest(request: Request, scene: Scene): readonly Line[] {
  const { tier } = request.risk
  const short = tier === 'read' ? inOneLine(request, scene) : undefined
  if (short !== undefined) return [{ text: short, tone: 'plain' }]
  const block = argumentsBlock(request, scene.width).map((text): Line => ({ text, tone: 'plain' }))
  return [...head(request, scene), ...block, ...reasons(request, scene), ...choices(request, scene)]
}

const label: Readonly<Record<Tier, string>> = {
  read: '1 read',
  write: '2 WRITE',
  destructive: '3 ▲ HARD TO UNDO',
  destructive_open: '4 ███ DANGER · MAY DESTROY FOR GOOD · ACTS OUTSIDE THIS MACHINE ███',
}

function inOneLine(request: Request, { width }: Scene): string | undefined {
  const { server, tool, arguments: args } = request
  const said = Object.entries(args).map(([name, value]) => `${nameText(name)} ${valueText(value)}`)
  const place = `${nameText(server.key)} > ${nameText(tool.name)}`
  const line = [
    label.read,
    place,
    ...said,
    `changes nothing (${server.trust === 'own' ? 'own server' : trustText(server.trust)})`,
  ].join(' · ')
  const whole = `${line}    Run? [Y/n] `
  return columnsIn(whole) <= width ? whole : undefined
}

function trustText(trust: Trust): string {
  if (trust === 'own') return 'your own server'
  return trust === 'trusted' ? 'a server you trust' : 'UNTRUSTED server'
}

/** What is done to what, and by whom: on one line where there is room. */
function head(request: Request, scene: Scene): readonly Line[] {
  const { server, tool, risk, client } = request
  const tone = tones[risk.tier]
  const place = `${nameText(server.key)} > ${nameText(tool.name)}`
  const by = server.trust === 'own' ? `${place} · ${trustText('own')}` : place
  const said = headline(request) + amountText(request)
  const lines =
    risk.tier === 'destructive_open'
      ? [...ourLines(label[risk.tier], scene), ...spread(`  ${said}`, by, scene)]
      : spread(`${label[risk.tier]}  ${said}`, by, scene)
  const whose =
    server.trust === 'own' ? [] : [`${trustText(server.trust)}: ${lineText(server.command)}${sinceText(scene)}`]
  const asking = client.name === 'unknown' ? [] : [`Asked by ${nameText(client.name)}, as it calls itself.`]
  return [
    ...lines.map((text): Line => ({ text, tone })),
    ...[...whose, ...asking].flatMap((text) => indented(text, scene)).map((text): Line => ({ text, tone: 'plain' })),
  ]
}

function amountText({ risk, arguments: args }: Request): string {
  if (risk.tier !== 'destructive') return ''
  return amountsIn(args)
    .slice(0, 2)
    .map(([name, amount]) => ` · ${argumentText(name, amount, 30)}`)
    .join('')
}

function sinceText({ since, now }: Scene): string {
  if (since === undefined) return ''
  return now - since < 86_400_000 ? ', first seen today' : `, first seen ${agoText(now - since)}`
}

/** Two texts at the two ends of a line, or on two lines. */
function spread(left: string, right: string, scene: Scene): string[] {
  const gap = scene.width - columnsIn(left) - columnsIn(right)
  if (gap >= 4) return [left + ' '.repeat(Math.min(gap, 8)) + right]
  return [...wrap(left, { first: '', rest: '      ', width: scene.width }), ...indented(right, scene)]
}

function ourLines(text: string, { width }: Scene): string[] {
  return wrap(text, { first: '', rest: '  ', width })
}

function indented(text: string, { width }: Scene): string[] {
  return wrap(text, { first: '  ', rest: '      ', width })
}

/** Why it is as bad as it is, what has been read before, and what was allowed before. */
function reasons(request: Request, scene: Scene): readonly Line[] {
  const { risk, flow, arguments: args } = request
  const amounts = amountsIn(args).map(([name]) => nameText(name))
  const moved = amounts.length === 0 ? '' : ` Moves money: ${amounts.join(', ')}.`
  const earlier = scene.earlier === undefined ? [] : [earlierText(args, scene.earlier, scene.now)]
  const read = flow.map((step) => `This conversation has read ${lineText(step)}.`)
  const said = [...risk.reasons.map(({ text }) => lineText(text)), ...read, ...earlier]
  const [first = '', ...rest] = said
  const lines = rank(risk.tier) < 3 && rest.length === 0 ? [`${first}${moved}`] : said.map((text) => `- ${text}`)
  const last = rank(risk.tier) < 3 || moved === '' ? [] : [`-${moved}`]
  return [...lines, ...last].flatMap((text) => indented(text, scene)).map((text) => ({ text, tone: 'plain' as const }))
}

/** What can be answered, ending where it is typed. */
function choices(request: Request, scene: Scene): readonly Line[] {
  const { tier } = request.risk
  const ends = `Denied by itself at ${scene.clock(request.expires)}.`
  const lines = tier === 'read' || tier === 'write' ? keyLines(request, scene, ends) : wordLines(request, scene, ends)
  return lines.map((text) => ({ text, tone: rank(tier) > 2 ? tones[tier] : 'plain' }))
}

function keyLines({ choices: may, risk }: Request, scene: Scene, ends: string): string[] {
  const keys = [
    '[o] once',
    ...(may.includes('edit') ? ['[e] edit'] : []),
    ...(may.includes('always') && scene.mayKeep === true ? ['[a] always, shows the rule'] : []),
    '[d] deny',
    '[r] deny, say why',
    '[i] info',
  ]
  const enter = risk.tier === 'read' ? 'Enter runs it.' : 'Enter does nothing.'
  return [...indented(`${enter} ${ends}`, scene), ...indented(`${keys.join('  ')} > `, scene)]
}

function wordLines({ choices: may, risk, need }: Request, scene: Scene, ends: string): string[] {
  const word = need.typed ?? 'yes'
  const edits = may.includes('edit') ? ', edit to change it' : ''
  const [warning, rule] =
    risk.tier === 'destructive_open'
      ? ['If you did not ask for this yourself, deny. ', 'No rule can be made. ']
      : ['', '']
  return [
    ...indented(`${warning}${rule}${ends}`, scene),
    ...indented(`Type info to see all of it as data${edits}.`, scene),
    ...wrapWords(`To allow this one call type ${word} and Enter; anything else denies > `, {
      first: '  ',
      rest: '      ',
      width: scene.width,
    }),
  ]
}
