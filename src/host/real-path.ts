import { realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** Where an absolute path leads, its symbolic links followed as far as it exists. */
export function realPath(path: string): string {
  try {
    return realpathSync.native(path)
  } catch {
    const parent = dirname(path)
    return parent === path ? path : join(realPath(parent), basename(path))
  }
}
