import type { ToolResult } from './results/content.ts'
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

/** The shapes of credentials, each with a group for what comes before the part that is secret. */
const credentials: readonly RegExp[] = [
  /()-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  /()\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]*/g,
  /()\b(?:sk|rk|pk|whsec)[_-](?:live|test|proj|ant|or|svcacct)?[\w-]{16,}/g,
  /()\b(?:gh[a-z]_\w{20,}|github_pat_\w{20,}|glpat-[\w-]{16,}|npm_\w{30,}|hf_\w{20,})/g,
  /()\bxox[a-z]-[\w-]{10,}/g,
  /()\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  /()\bAIza[\w-]{30,}/g,
  /()\bya29\.[\w-]{20,}/g,
  /()\bSG\.[\w-]{16,}\.[\w-]{16,}/g,
  /(\b(?:bearer|basic)\s+)[\w+/.=~-]{12,}/gi,
  /([a-z][a-z0-9+.-]*:\/\/[^\s/:@]*:)[^\s@/]+(?=@)/gi,
  assignment(String.raw`["']?\s*=\s*["']?|["']?\s*:\s*["']`, ''),
  assignment(String.raw`:\s+`, String.raw`(?=[^\s"',;&})]*\d)`),
]

/** A word for a secret, how it is given a value, and the value; in prose only a value with a digit in it. */
function assignment(sign: string, shape: string): RegExp {
  const words = '(?:password|passwd|pwd|secret|token|api[_-]?key|access[_-]?key|client[_-]?secret|credential)s?'
  return new RegExp(String.raw`(${words}(?:${sign}))${shape}[^\s"',;&})]{4,}`, 'gi')
}

/** Two steps at least, so that `and/or` and a lone `/` stay. URLs of the web have a scheme before them. */
const absolutePaths: readonly RegExp[] = [
  /(?:file:\/\/|(?<![\w:/.\\-]))\/(?:[^\s/'"`:;,()<>|]+\/)+([^\s/'"`:;,()<>|]*)/g,
  /(?<![\w])[A-Za-z]:[\\/](?:[^\s\\/'"`:;,()<>|]+[\\/])*([^\s\\/'"`:;,()<>|]*)/g,
]

/** A text without the values of secrets and without what looks like a credential. */
export function redactCredentials(text: string, { secrets, sent }: Redaction): string {
  const isSent = (found: string): boolean => sent.some((value) => value.includes(found))
  return credentials.reduce(
    (rest, shape) =>
      rest.replace(shape, (found, before: string) => (isSent(found.slice(before.length)) ? found : before + mask)),
    redactNamed(text, { secrets, sent }),
  )
}

/** The longest first, so that no rest of a secret stays that holds another. */
function redactNamed(text: string, { secrets, sent }: Redaction): string {
  return secrets
    .filter((secret) => secret.length >= shortestSecret && !sent.some((value) => value.includes(secret)))
    .toSorted((one, other) => other.length - one.length)
    .reduce((rest, secret) => rest.replaceAll(secret, mask), text)
}

/** A text whose absolute paths are cut to their last step. */
export function redactPaths(text: string, { sent }: Redaction): string {
  return absolutePaths.reduce(
    (rest, shape) =>
      rest.replace(shape, (found, last: string) => (sent.some((value) => value.includes(found)) ? found : `…/${last}`)),
    text,
  )
}

/** Data without the values of secrets and without what looks like a credential. */
export function redactData(data: unknown, redaction: Redaction): unknown {
  return mapStrings(data, (text) => redactCredentials(text, redaction))
}

/** A result without the values of secrets, in its texts and in its structure. */
export function withoutSecrets(result: ToolResult, secrets: readonly string[]): ToolResult {
  if (secrets.length === 0) return result
  const redaction = { secrets, sent: [] }
  return mapStrings(result, (found) => redactNamed(found, redaction))
}

/** A copy of a JSON value with each string changed, keys left as they are. */
export function mapStrings<Value>(value: Value, change: (text: string) => string): Value
export function mapStrings(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((item) => mapStrings<unknown>(item, change))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, mapStrings(member, change)]))
}

/** All strings in a value, keys too: what a caller sent. */
export function stringsIn(value: unknown): string[] {
  const found: string[] = []
  const open: unknown[] = [value]
  while (open.length > 0) {
    const next = open.pop()
    if (typeof next === 'string') found.push(next)
    else if (Array.isArray(next)) open.push(...(next as readonly unknown[]))
    else if (typeof next === 'object' && next !== null) open.push(...Object.keys(next), ...Object.values(next))
  }
  return found
}
