import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { link, lstat, mkdir, open, rename, rm } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'

/** A folder or file that somebody else could change, so that nothing in it can be believed. The message says what to do. */
export class StateFolderError extends Error {
  override readonly name: string = 'StateFolderError'
}

/** Where trust lies: accepted commands, pins, policy, keys, audit. Never in a project. */
export interface StateFolder {
  readonly path: string
  /** The text of a file in it; undefined where there is none. */
  read(name: string): Promise<string | undefined>
  /** Replaces a file as a whole. */
  write(name: string, text: string): Promise<void>
  /** The secret of this folder under a name, 32 bytes. It is made when it is first asked for. */
  key(name: string): Promise<Uint8Array>
}

/**
 * Opens the state folder and makes it where there is none: 0700, its files 0600, all owned by this user. Throws a
 * `StateFolderError` for anything else.
 */
export async function openStateFolder(path: string): Promise<StateFolder> {
  await mkdir(path, { recursive: true, mode: 0o700 })
  const found = await lstat(path)
  if (!found.isDirectory()) throw new StateFolderError(`${path} is no folder. Name another with VERBNOUN_HOME.`)
  requireOwn(path, found, '0700')
  return {
    path,
    read: (name) => readOwn(join(path, name)),
    write: (name, text) => writeOwn(join(path, name), text),
    key: (name) => readKey(join(path, name)),
  }
}

interface Owned {
  readonly uid: number
  readonly mode: number
}

function requireOwn(path: string, { uid, mode }: Owned, wanted: string): void {
  const self = userInfo().uid
  // Where users have no numbers, folders of a user are protected by other means.
  if (self === -1) return
  if (uid !== self) throw new StateFolderError(`${path} belongs to user ${uid}, not to you (${self}). It is not used.`)
  const others = mode & 0o077
  if (others === 0) return
  const found = (mode & 0o777).toString(8).padStart(4, '0')
  throw new StateFolderError(
    `${path} has mode ${found}: others may use it. Look at what is in it, then: chmod ${wanted} '${path}'`,
  )
}

async function readOwn(path: string): Promise<string | undefined> {
  let file: FileHandle
  try {
    file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    if (hasCode(error, 'ELOOP')) throw new StateFolderError(`${path} is a link. It is not followed.`)
    throw error
  }
  try {
    requireOwn(path, await file.stat(), '0600')
    return await file.readFile('utf8')
  } finally {
    await file.close()
  }
}

async function writeOwn(path: string, text: string): Promise<void> {
  const draft = await writeDraft(path, text)
  await rename(draft, path)
}

async function writeDraft(path: string, text: string): Promise<string> {
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  const file = await open(draft, 'wx', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
  return draft
}

const keyLength = 32

/** Of several processes that make a key at once, one does: a link does not replace what is there. */
async function readKey(path: string): Promise<Uint8Array> {
  const known = await readOwn(path)
  if (known !== undefined) return parseKey(path, known)
  const draft = await writeDraft(path, `${randomBytes(keyLength).toString('hex')}\n`)
  try {
    await link(draft, path)
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
  } finally {
    await rm(draft, { force: true })
  }
  return parseKey(path, (await readOwn(path)) ?? '')
}

function parseKey(path: string, text: string): Uint8Array {
  const key = Buffer.from(text.trim(), 'hex')
  if (key.length !== keyLength)
    throw new StateFolderError(`${path} holds no key. What was signed with it can no longer be told from a forgery.`)
  return key
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
