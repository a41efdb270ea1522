import { readFileSync, statSync } from 'node:fs'

/** How a file was when it was read. */
export interface Stamp {
  readonly path: string
  readonly hash: string
  readonly size: number
  /** When its content or its place changed last; 0 where that is too fresh to tell one change from the next. */
  readonly changed: number
}

/** File systems tell times apart by a few milliseconds only. */
const freshness = 50

/** The stamp of a file that was read with this hash; undefined when it has changed since. */
export async function stampOf(path: string, hash: string | undefined, now: number): Promise<Stamp | undefined> {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) return undefined
  const { hashText } = await import('./hash.ts')
  const current = hashText(readFileSync(path, 'utf8'))
  if (hash !== undefined && hash !== current) return undefined
  const changed = now - found.ctimeMs > freshness ? found.ctimeMs : 0
  return { path, hash: current, size: found.size, changed }
}

/** Whether a file is as it was. Reads it only when it may have changed. */
export async function isUnchanged(stamp: Stamp): Promise<boolean> {
  const found = statSync(stamp.path, { throwIfNoEntry: false })
  if (found === undefined) return false
  if (found.size === stamp.size && found.ctimeMs === stamp.changed) return true
  const { hashText } = await import('./hash.ts')
  return hashText(readFileSync(stamp.path, 'utf8')) === stamp.hash
}
