import {
  approveDraft,
  type Decided,
  type Deciding,
  discardDraft,
  editDraft,
  getDraft,
  type KeptDraft,
  listDrafts,
  moduleOf,
  settleDraft,
} from '../../ledger/index.ts'
import { isObject, parseJson } from '../../tool/index.ts'
import type { Core } from '../core.ts'
import type { HttpReply, HttpRequest } from '../http/message.ts'
import { bareText, pageText } from './page-text.ts'
import { sendApproved } from './send.ts'

/** Who looks at the page, and what a request asks of it. */
interface Visit {
  readonly core: Core
  readonly request: HttpRequest
  readonly person: string
}

/**
 * The page on which people who have signed in decide on drafts. GET only shows. POST acts where it comes from this very
 * page: from the same origin, with a token that is sealed for this person, this draft and the state that was seen.
 */
export async function reviewPage(core: Core, request: HttpRequest, person: string | undefined): Promise<HttpReply> {
  if (person === undefined || person === '') return bare(401, 'Sign in first: this page is for reviewers.')
  const visit = { core, request, person }
  switch (request.method) {
    case 'GET':
      return await show(visit)
    case 'POST':
      return await act(visit)
    default:
      return bare(405, 'This page takes GET and POST.', { allow: 'GET, POST' })
  }
}

const tokenMs = 3_600_000
const shownDone = 20
const done = ['sent', 'discarded'] as const

async function show(visit: Visit, says?: string): Promise<HttpReply> {
  const { core, person } = visit
  const ours = moduleOf(core.origin)
  const mine = async (states?: readonly string[]): Promise<KeptDraft[]> =>
    (await listDrafts(core.ledger, states)).filter(({ record }) => moduleOf(record.origin) === ours)
  const waiting = await mine()
  const nonce = crypto.randomUUID()
  const tokens = new Map(
    await Promise.all(waiting.map(async (draft) => [draft.id, await tokenOf(draft, visit)] as const)),
  )
  const text = pageText({
    title: core.info.title ?? core.info.name,
    person,
    nonce,
    says,
    now: (await core.ledger.read([])).now,
    waiting: waiting.map((draft) => ({ draft, token: tokens.get(draft.id) ?? '' })),
    done: (await mine(done)).slice(-shownDone).toReversed(),
  })
  return { kind: 'text', status: says === undefined ? 200 : 409, headers: headersFor(nonce), text }
}

function headersFor(nonce: string): Record<string, string> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    // Not "no-referrer": then browsers say of the forms of this page that they come from nowhere.
    'referrer-policy': 'same-origin',
  }
}

function bare(status: number, says: string, headers: Record<string, string> = {}): HttpReply {
  return { kind: 'text', status, headers: { ...headersFor('none'), ...headers }, text: bareText(says) }
}

async function tokenOf({ id, version }: KeptDraft, { core, person }: Visit): Promise<string> {
  return await core.sealer.seal(JSON.stringify({ for: 'review', person, id, version, until: core.now() + tokenMs }))
}

async function act(visit: Visit): Promise<HttpReply> {
  const { core, request, person } = visit
  if (!isFromHere(request)) return bare(403, 'A decision is made on this page, and from nowhere else.')
  const body = await request.body()
  if (body === undefined) return bare(413, 'The form is too long.')
  const form = new URLSearchParams(body.toString('utf8'))
  const token = parseJson((await core.sealer.open(form.get('token') ?? '')) ?? '')
  if (
    !isObject(token) ||
    token['for'] !== 'review' ||
    token['person'] !== person ||
    Number(token['until']) < core.now()
  )
    return await show(visit, 'This page was too old. Nothing was done.')
  const draft = await getDraft(core.ledger, String(token['id']))
  if (draft === undefined || draft.version !== token['version'])
    return await show(visit, 'The draft has changed meanwhile. Nothing was done: look at it again.')
  const refusal = await decide(draft, form, visit)
  if (refusal !== undefined) return await show(visit, refusal)
  return { kind: 'text', status: 303, headers: { ...headersFor('none'), location: '?' }, text: '' }
}

/** Browsers say where a form comes from. */
function isFromHere({ header }: HttpRequest): boolean {
  const origin = header('origin') ?? ''
  const site = header('sec-fetch-site') ?? 'same-origin'
  return site === 'same-origin' && URL.canParse(origin) && new URL(origin).host === header('host')
}

/** Does what a form wants. Gives why not, where it does not. */
async function decide(draft: KeptDraft, form: URLSearchParams, { core, person }: Visit): Promise<string | undefined> {
  const deciding: Deciding = { store: core.ledger, by: person, newId: () => crypto.randomUUID() }
  const wanted = form.get('do') ?? ''
  if (wanted === 'send') return await send(draft, { core, deciding, word: form.get('word')?.trim() })
  if (wanted === 'edit') return refusalOf(await editDraft(draft, plainLines(form.get('text') ?? ''), deciding))
  if (wanted === 'discard') return refusalOf(await discardDraft(draft, deciding))
  if (wanted === 'sent' || wanted === 'not-sent') return refusalOf(await settleDraft(draft, wanted, deciding))
  return 'Nothing was done: the form says nothing that this page knows.'
}

function refusalOf(decided: Decided): string | undefined {
  return decided.kind === 'refused' ? decided.says : undefined
}

/** Forms end lines with both. */
function plainLines(text: string): string {
  return text.replaceAll('\r\n', '\n')
}

interface ToSend {
  readonly core: Core
  readonly deciding: Deciding
  readonly word: string | undefined
}

async function send(draft: KeptDraft, { core, deciding, word }: ToSend): Promise<string | undefined> {
  const { ref, record } = draft
  if (word !== record.kind) return `${ref} was not sent: type ${record.kind} to send it.`
  if (core.missing.length > 0)
    return `${ref} was not sent, and stays open: this server lacks ${core.missing.join(', ')}.`
  const refusal = refusalOf(await approveDraft(draft, deciding))
  if (refusal !== undefined) return refusal
  const outcome = (await sendApproved(core)).get(draft.id)
  if (outcome === 'sent' || outcome === 'taken') return undefined
  return outcome === 'failed' ? `${ref} was not sent, and waits again.` : `Nobody knows whether ${ref} was sent.`
}
