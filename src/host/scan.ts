import { isObject } from '../tool/index.ts'

/** What a look at a definition found. It raises the risk and is shown; it proves nothing. */
export interface Finding {
  readonly code: 'hidden' | 'instructs' | 'secret-place' | 'odd-name' | 'names-other'
  /** For a person. Says nothing that the server wrote. */
  readonly text: string
}

export interface Scan {
  readonly findings: readonly Finding[]
  /** What could be the name of another tool: words with an underscore. */
  readonly mentions: readonly string[]
}

/** Few rules, each of which hardly ever speaks without cause. They see every string of a definition, names too. */
export function scanDefinition(definition: unknown, name: string): Scan {
  const text = stringsOf(definition).join('\n')
  const hidden = hiddenIn(text)
  const findings = [
    ...(hidden === 0 ? [] : [finding('hidden', `Its definition hides ${counted(hidden)}.`)]),
    ...(instructs.test(text) ? [finding('instructs', 'Its definition instructs the model.')] : []),
    ...(secretPlaces.test(text) ? [finding('secret-place', 'Its definition names a place where secrets lie.')] : []),
    ...(plainName.test(name) ? [] : [finding('odd-name', 'Its name has letters that look like others.')]),
  ]
  return { findings, mentions: [...new Set(text.match(/[A-Za-z][A-Za-z0-9]*_\w+/g) ?? [])] }
}

/** A definition that names tools of other servers may want to steer them. */
export function scanMentions(mentions: readonly string[], isForeign: (name: string) => boolean): readonly Finding[] {
  return mentions.some(isForeign) ? [finding('names-other', 'Its definition names a tool of another server.')] : []
}

const plainName = /^[\w./-]{1,128}$/
const instructs =
  /<\s*\/?\s*(?:important|system|instructions?|secret|hidden)\s*>|\b(?:do not|don't|never|without) (?:tell|mention|inform|telling|mentioning|informing)\b.{0,40}\buser\b|\bignore (?:all |any )?(?:previous|prior|other)\b.{0,20}\binstructions?\b|\bbefore (?:using|calling|invoking) (?:this|any(?: other)?) tools?\b.{0,80}\b(?:read|send|call|pass)\b/is
const secretPlaces =
  /(?:~|\$HOME|\/home\/\w+|\/root)?\/?\.(?:ssh|aws|gnupg|kube|docker)\/|\bid_(?:rsa|ed25519|ecdsa)\b|\/etc\/(?:passwd|shadow)\b|\.cursor\/mcp\.json|claude_desktop_config\.json/i

/** Controls, directions, tags and what has no width; joiners only where no word of another script needs them. */
const invisible =
  // oxlint-disable-next-line no-control-regex -- these are what is looked for
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u00AD\u115F\u1160\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\u{E0000}-\u{E007F}]|(?<=[\p{ASCII}])[\u200C\u200D]|[\u200C\u200D](?=[\p{ASCII}])/gu

function hiddenIn(text: string): number {
  return text.match(invisible)?.length ?? 0
}

function counted(count: number): string {
  return count === 1 ? 'a character' : `${count} characters`
}

function finding(code: Finding['code'], text: string): Finding {
  return { code, text }
}

/** Every string of a JSON value, names too. */
function stringsOf(value: unknown, found: string[] = []): readonly string[] {
  if (typeof value === 'string') found.push(value)
  else if (Array.isArray(value)) for (const item of value) stringsOf(item, found)
  else if (isObject(value)) {
    for (const key of Object.keys(value)) {
      found.push(key)
      stringsOf(value[key], found)
    }
  }
  return found
}
