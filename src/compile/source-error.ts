import { join } from 'node:path'

/** What stops everything: a file that is missing, does not parse, does not bundle, or throws when it is loaded. */
export class SourceError extends Error {
  override readonly name: string = 'SourceError'
}

/** Throws an error on, its files named as somebody in this folder would name them. */
export function rethrowFrom(cwd: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof SourceError)) throw error
    throw new SourceError(error.message.replaceAll(join(cwd, '/'), ''), { cause: error })
  }
}
