import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { StoreError } from '../store.ts'
import { elsewhere } from './failure.ts'

/**
 * Makes the file and its folder where they are not there, for this user alone, out of the reach of git. A folder that
 * somebody else made stays as it is. Throws a `StoreError` where the file cannot be written to.
 */
export function prepareFile(path: string): void {
  try {
    prepareFolder(dirname(path))
    closeSync(openSync(path, 'a', 0o600))
    if ((statSync(path).mode & 0o077) !== 0) chmodSync(path, 0o600)
  } catch (cause) {
    const said = cause instanceof Error ? cause.message : String(cause)
    throw new StoreError(`The ledger ${path} cannot be written to (${said}). ${elsewhere}`, { cause })
  }
}

function prepareFolder(folder: string): void {
  const isOurs = !existsSync(folder)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const ignore = join(folder, '.gitignore')
  if ((isOurs || basename(folder) === '.verbnoun') && !existsSync(ignore)) writeFileSync(ignore, '*\n')
}

/**
 * A check that a path still names the file that it named at first. A server that goes on with a file that somebody
 * removed would share its keys with nobody.
 */
export function createPathCheck(path: string): () => void {
  const first = identityOf(path)
  let checked = performance.now()
  return () => {
    if (performance.now() - checked < trustMs) return
    if (identityOf(path) !== first) {
      throw new StoreError(`The ledger ${path} was removed or replaced while it was in use. Start the server again.`)
    }
    checked = performance.now()
  }
}

/** Looking costs as much as some claims do. */
const trustMs = 100

function identityOf(path: string): string {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false })
  return found === undefined ? '' : `${found.dev}/${found.ino}`
}
