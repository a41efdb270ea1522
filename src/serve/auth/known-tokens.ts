import type { Verdict } from './verify.ts'

/** So long a token that was verified is taken without another look at its signature, in milliseconds. */
const knownMs = 60_000
const knownLimit = 1000

type Verify = (token: string) => Promise<Verdict>

/** The same judge, who knows the tokens of the last minute again: a client sends one with each of its requests. */
export function withMemory(verify: Verify, now: () => number): Verify {
  const known = new Map<string, { readonly verdict: Verdict; readonly until: number }>()
  return async (token) => {
    const found = known.get(token)
    if (found !== undefined && now() < found.until) return found.verdict
    known.delete(token)
    const verdict = await verify(token)
    if (verdict.kind !== 'verified') return verdict
    const [oldest] = known.keys()
    if (oldest !== undefined && known.size >= knownLimit) known.delete(oldest)
    known.set(token, { verdict, until: Math.min(verdict.until, now() + knownMs) })
    return verdict
  }
}
