import { base64Of } from './codec/bytes.ts'
import { isObject } from './json.ts'

/** What must not leave, and what may. */
export interface Redaction {
  /** Values that are masked wherever they stand: those of secret environment variables. */
  readonly secrets: readonly string[]
  /** Strings that the caller itself sent: it knows them, and an error that hides them helps nobody. */
  readonly sent: readonly string[]
}

const mask = '[redacted]'

/** Shorter ones are ordinary words as well. */
const shortestSecret = 6

/**
 * The shapes of credentials, each with a group for what comes before the part that is secret. Each begins where a word
 * does and has an end, so that no text makes them go over it more than once.
 */
const credentials: readonly RegExp[] = [
  /()-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]{0,40}PRIVATE KEY-----|$)/g,
  token(String.raw`eyJ[\w-]{8,4000}\.eyJ[\w-]{8,8000}\.[\w-]{0,4000}`),
  token(String.raw`(?:sk|rk|pk|whsec)[_-](?:live|test|proj|ant|or|svcacct)?[\w-]{16,400}`),
  token(String.raw`(?:gh[a-z]_\w{20,400}|github_pat_\w{20,400}|glpat-[\w-]{16,400}|npm_\w{30,400}|hf_\w{20,400})`),
  token(String.raw`xox[a-z]-[\w-]{10,400}`),
  token(String.raw`(?:AKIA|ASIA)[A-Z0-9]{16}\b`),
  token(String.raw`AIza[\w-]{30,400}`),
  token(String.raw`ya29\.[\w-]{20,4000}`),
  token(String.raw`SG\.[\w-]{16,400}\.[\w-]{16,400}`),
  /(\b(?:bearer|basic)\s{1,8})[\w+/.=~-]{12,8000}/gi,
  /((?<![a-z0-9+.-])[a-z][a-z0-9+.-]{0,30}:\/\/[^\s/:@]{0,200}:)[^\s@/]{1,400}(?=@)/gi,
  assignment(String.raw`["']?\s{0,8}=\s{0,8}["']?|["']?\s{0,8}:\s{0,8}["']`, ''),
  assignment(String.raw`:\s{1,8}`, String.raw`(?=[^\s"',;&})]{0,400}\d)`),
]

function token(shape: string): RegExp {
  return new RegExp(String.raw`()(?<![\w-])${shape}`, 'g')
}

/** A word for a secret, how it is given a value, and the value; in prose only a value with a digit in it. */
function assignment(sign: string, shape: string): RegExp {
  const words = '(?:password|passwd|pwd|secret|token|api[_-]?key|access[_-]?key|client[_-]?secret|credential)s?'
  return new RegExp(String.raw`(${words}(?:${sign}))${shape}[^\s"',;&})]{4,8000}`, 'gi')
}

/** Two steps at least, so that `and/or` and a lone `/` stay. URLs of the web have two slashes before them. */
const absolutePaths: readonly RegExp[] = [
  /(?:file:\/\/|(?<![\w/.\\-])(?!\/\/))\/(?:[^\s/'"`:;,()<>|]+\/)+([^\s/'"`:;,()<>|]*)/g,
  /(?<![\w\\])(?:[A-Za-z]:[\\/]|\\\\)(?:[^\s\\/'"`:;,()<>|]+[\\/])*([^\s\\/'"`:;,()<>|]*)/g,
]

/** A text without the values of secrets and without what looks like a credential. */
export function redactCredentials(text: string, { secrets, sent }: Redaction): string {
  const known = sent.join('\n')
  const hide = (found: string, before: string): string =>
    known.includes(found.slice(before.length)) ? found : before + mask
  return credentials.reduce((rest, shape) => rest.replace(shape, hide), redactNamed(text, secrets, known))
}

/** A text without the values of secrets, as they are and as JSON or base64 writes them. */
export function redactSecrets(text: string, secrets: readonly string[]): string {
  return redactNamed(text, secrets, '')
}

/** The longest first, so that no rest of a secret stays that holds another. */
function redactNamed(text: string, secrets: readonly string[], known: string): string {
  return secrets
    .filter((secret) => secret.length >= shortestSecret && !known.includes(secret))
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1), base64Of(new TextEncoder().encode(secret))])
    .toSorted((one, other) => other.length - one.length)
    .reduce((rest, spelling) => rest.replaceAll(spelling, mask), text)
}

/** A text whose absolute paths are cut to their last step. */
export function redactPaths(text: string, { sent }: Redaction): string {
  const known = sent.join('\n')
  const cut = (found: string, last: string): string => (known.includes(found) ? found : `…/${last}`)
  return absolutePaths.reduce((rest, shape) => rest.replace(shape, cut), text)
}

/** Data without the values of secrets and without what looks like a credential, in its texts and in its names. */
export function redactData(data: unknown, redaction: Redaction): unknown {
  return mapStrings(data, (text) => redactCredentials(text, redaction))
}

/** A copy of a JSON value with each string changed, also where it names a member. */
export function mapStrings<Value>(value: Value, change: (text: string) => string): Value
export function mapStrings(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((item) => mapStrings<unknown>(item, change))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [change(key), mapStrings(member, change)]))
}

/** Beyond this nobody looks for what a caller has sent, in characters. */
const rememberedLength = 100_000

/** The strings in what a caller sent, names too; of much the beginning. */
export function stringsIn(value: unknown): string[] {
  const found: string[] = []
  const open: unknown[] = [value]
  for (let length = 0; open.length > 0 && length < rememberedLength; length += 1) {
    const next = open.pop()
    if (typeof next === 'string') {
      found.push(next.slice(0, rememberedLength))
      length += next.length
    } else if (typeof next === 'object' && next !== null) {
      for (const [key, member] of Object.entries(next).slice(0, rememberedLength)) open.push(member, key)
    }
  }
  return found
}
