import { accessSync, constants, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { SourceError } from './source-error.ts'

/** The folders that may hold what is known of an entry, best first. */
export function cacheFolders(entry: string): string[] {
  const project = projectOf(dirname(entry))
  return [
    ...(project === undefined ? [] : [join(project, '.verbnoun', 'cache')]),
    join(stateFolder(), 'cache'),
    temporaryFolder(),
  ]
}

/** The first of the folders that can be written to. Throws when there is none. */
export function openFolder(folders: readonly string[]): string {
  for (const folder of folders) {
    try {
      prepare(folder)
      return folder
    } catch {
      continue
    }
  }
  throw new SourceError(
    `None of these folders can be written to: ${folders.join(', ')}. VERBNOUN_HOME may name another.`,
  )
}

/** Whether what lies in a folder may be run: in a place that all users share, it must be this user's alone. */
export function isTrusted(folder: string): boolean {
  if (folder !== temporaryFolder() || process.getuid === undefined) return true
  const found = statSync(folder, { throwIfNoEntry: false })
  return found !== undefined && found.uid === process.getuid() && (found.mode & 0o077) === 0
}

function prepare(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  accessSync(folder, constants.W_OK)
  if (!isTrusted(folder)) throw new Error(`${folder} belongs to somebody else.`)
  const home = dirname(folder)
  if (basename(home) === '.verbnoun') writeFileSync(join(home, '.gitignore'), '*\n')
}

/** The nearest folder upwards that has a `package.json`. */
export function projectOf(folder: string): string | undefined {
  if (existsSync(join(folder, 'package.json'))) return folder
  const parent = dirname(folder)
  return parent === folder ? undefined : projectOf(parent)
}

function stateFolder(): string {
  const { VERBNOUN_HOME, XDG_STATE_HOME, LOCALAPPDATA } = process.env
  if (VERBNOUN_HOME) return VERBNOUN_HOME
  if (XDG_STATE_HOME) return join(XDG_STATE_HOME, 'verbnoun')
  if (process.platform === 'win32' && LOCALAPPDATA) return join(LOCALAPPDATA, 'verbnoun')
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'verbnoun')
  return join(homedir(), '.local', 'state', 'verbnoun')
}

function temporaryFolder(): string {
  return join(tmpdir(), `verbnoun-${process.getuid?.() ?? 'cache'}`)
}
