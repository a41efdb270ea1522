import type { KeptDraft } from '../../ledger/index.ts'
import { visible } from '../../tool/index.ts'
import { timeText } from '../time-text.ts'

/** What the page shows. */
export interface PageView {
  readonly title: string
  readonly person: string
  /** What lets this page's own style apply. */
  readonly nonce: string
  /** What went wrong with what was wanted. */
  readonly says: string | undefined
  readonly now: number
  readonly waiting: readonly { readonly draft: KeptDraft; readonly token: string }[]
  readonly done: readonly KeptDraft[]
}

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem }
article { border: 1px solid; border-radius: .5rem; padding: 0 1rem 1rem; margin: 1.5rem 0 }
pre, textarea { font: 14px/1.5 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere }
pre { border-left: 3px solid; padding-left: 1rem }
textarea { width: 100%; box-sizing: border-box }
dt { font-weight: 600 }
[role=alert] { border: 2px solid #b00020; padding: .5rem 1rem }
`

/** The whole page. Whatever a tool or a model wrote stands in it as text, with nothing hidden. */
export function pageText({ title, person, nonce, says, now, waiting, done }: PageView): string {
  const count = waiting.length === 1 ? '1 draft waits' : `${waiting.length} drafts wait`
  return page(title, [
    `<style nonce="${nonce}">${style}</style>`,
    `<h1>${shown(title)}: ${count}</h1>`,
    `<p>You decide as <strong>${shown(person)}</strong>.</p>`,
    ...(says === undefined ? [] : [`<p role="alert">${shown(says)}</p>`]),
    ...waiting.map(({ draft, token }) => article(draft, token, now)),
    ...(done.length === 0 ? [] : ['<h2>Settled</h2>', `<ul>${done.map((draft) => settled(draft, now)).join('')}</ul>`]),
  ])
}

/** A page that says one thing. */
export function bareText(says: string): string {
  return page('Review', [`<p>${shown(says)}</p>`])
}

function page(title: string, body: readonly string[]): string {
  return [
    '<!doctype html>',
    `<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">`,
    `<title>${shown(title)}</title></head><body><main>`,
    ...body,
    '</main></body></html>',
    '',
  ].join('\n')
}

const states: Readonly<Record<KeptDraft['state'], string>> = {
  open: 'open',
  approved: 'approved, not sent yet',
  sending: 'being sent',
  sent: 'sent',
  failed: 'not sent: it failed, and waits again',
  unknown: 'may have been sent: nobody knows',
  discarded: 'discarded',
}

function article(draft: KeptDraft, token: string, now: number): string {
  const { ref, state, record } = draft
  const { kind, tool, caller, args, data, text, drafted, edits, note } = record
  const edited = edits.at(-1)
  const by = edited === undefined ? '' : `, edited by ${shown(edited.by)} at ${timeText(edited.at, now)}`
  return [
    `<article aria-labelledby="d-${ref}"><h2 id="d-${ref}">${shown(kind)} ${ref}: ${states[state]}</h2>`,
    `<p>Written by ${shown(tool)} for ${shown(caller)} at ${timeText(drafted, now)}${by}.</p>`,
    `<dl><dt>Called with</dt><dd>${shown(JSON.stringify(args))}</dd>`,
    `<dt>Data, which stays as it is</dt><dd>${shown(JSON.stringify(data))}</dd></dl>`,
    `<pre>${text.split('\n').map(shown).join('\n')}</pre>`,
    ...(note === undefined ? [] : [`<p>What came of it: ${shown(note)}</p>`]),
    ...formsFor(draft, token),
    '</article>',
  ].join('\n')
}

function formsFor({ ref, state, record: { kind, text } }: KeptDraft, token: string): string[] {
  const form = (inside: string): string =>
    `<form method="post" action="?"><input type="hidden" name="token" value="${escape(token)}">${inside}</form>`
  if (state === 'unknown') return [form(`${button('sent', 'It was sent')} ${button('not-sent', 'It was not sent')}`)]
  if (state === 'sending') return []
  const word = `<label>Type ${shown(kind)} to send it: <input name="word" autocomplete="off" aria-describedby="d-${ref}"></label>`
  // The first line end behind the tag is not the text's.
  const edit = `<textarea name="text" rows="12" aria-label="Text">\n${escape(text)}</textarea>`
  return [
    form(`${word} ${button('send', 'Send')}`),
    `<details><summary>Edit</summary>${form(`${edit}${button('edit', 'Keep this text')}`)}</details>`,
    form(button('discard', 'Discard')),
  ]
}

function button(value: string, label: string): string {
  return `<button name="do" value="${value}">${label}</button>`
}

function settled({ ref, state, record: { kind, decided, ended } }: KeptDraft, now: number): string {
  const at = ended === undefined ? '' : ` at ${timeText(ended, now)}`
  return `<li>${shown(kind)} ${ref}: ${states[state]}${at}${decided === undefined ? '' : ` by ${shown(decided.by)}`}</li>`
}

function shown(text: string): string {
  return escape(visible(text))
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '')
}
