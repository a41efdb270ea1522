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
  return { path, hash: current, size: found.size, changed: now - found.ctimeMs > freshness ? found.ctimeMs : 0 }
}

/** The stamp of a file that holds what it held, which it is read for only when it may have changed; else undefined. */
export async function renewed(stamp: Stamp): Promise<Stamp | undefined> {
  const found = statSync(stamp.path, { throwIfNoEntry: false })
  if (found === undefined) return undefined
  if (found.size === stamp.size && found.ctimeMs === stamp.changed) return stamp
  return await stampOf(stamp.path, stamp.hash, Date.now())
}
