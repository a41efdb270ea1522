import { existsSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Where a new file would matter, in as few paths as say it: of a path in a folder that is not there, the folder. What
 * would be looked for in vain in every folder up to the root is kept too, because it costs little to look again.
 */
export function knownMisses(misses: ReadonlySet<string>): string[] {
  const known = new Map<string, boolean>()
  const has = (folder: string): boolean => {
    const found = known.get(folder) ?? existsSync(folder)
    known.set(folder, found)
    return found
  }
  const highest = (path: string): string => (has(dirname(path)) ? path : highest(dirname(path)))
  return [...new Set([...misses].map(highest))].filter((path) => !existsSync(path)).toSorted()
}
