import { readFile, realpath } from 'node:fs/promises'
import { isAbsolute, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ResultError } from '../tool/index.ts'
import type { ReadFile } from '../tool/index.ts'

/** Reads files within one folder: a path in a result may come from an argument. Links that lead out and hidden files are refused too. */
export function filesWithin(folder: string): ReadFile {
  return async (path) => {
    const root = await realpath(folder)
    const file = await realpath(resolve(root, path instanceof URL ? fileURLToPath(path) : path))
    const within = relative(root, file)
    if (within.startsWith('..') || isAbsolute(within))
      throw new ResultError(`its result names ${file}, which is not within ${root}`)
    if (/(^|[\\/])\./.test(within)) throw new ResultError(`its result names ${file}, which is hidden`)
    return await readFile(file)
  }
}
