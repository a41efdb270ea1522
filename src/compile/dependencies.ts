import { existsSync } from 'node:fs'
import { dirname } from 'node:path'

/** Packages that change as a whole or not at all: their version says enough. */
const platform = /[\\/]node_modules[\\/](?:@types[\\/]node|undici-types|verbnoun)[\\/](?!package\.json$)/

/** What the compiler looks for beside packages, where nobody puts anything. */
const looseFile = /[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+\.(?:d\.ts|[jt]sx?)$/

/** The files whose content decides what was compiled. */
export function dependsOn(path: string): boolean {
  return !platform.test(path)
}

/**
 * Where a new file would matter, in as few paths as say it: of a path in a folder that is not there, the folder; of a
 * path in a package that is there, nothing, because a package tells by its own `package.json` when it changes.
 */
export function knownMisses(misses: ReadonlySet<string>): string[] {
  const known = new Map<string, boolean>()
  const has = (path: string): boolean => {
    const found = known.get(path) ?? existsSync(path)
    known.set(path, found)
    return found
  }
  const highest = (path: string): string => (has(dirname(path)) ? path : highest(dirname(path)))
  const paths = [...misses].map((path) => highest(packageOf(path) ?? path))
  return [...new Set(paths)].filter((path) => !looseFile.test(path) && !has(path)).toSorted()
}

/** The folder of the package that a path lies in. */
function packageOf(path: string): string | undefined {
  return /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(path)?.[0]
}
