import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import { homedir, platform } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { digest } from '../tool/index.ts'

export interface LedgerPlace {
  /** Where what is served lies: beside its `package.json`, or below. */
  readonly folder: string
  readonly env: Readonly<Record<string, string>>
}

/**
 * The URL of the ledger of what lies in a folder: in `.verbnoun` beside the nearest `package.json`, else in a folder of
 * its own in the user's state folder. One that is there already wins, so that nothing is forgotten.
 */
export function defaultLedger({ folder, env }: LedgerPlace): string {
  const project = projectOf(folder)
  const root = project ?? folder
  const own = join(stateFolder(env), 'ledgers', `${basename(root)}-${digest(root).slice(0, 12)}`)
  const folders = project === undefined ? [own] : [join(project, '.verbnoun'), own]
  const found = folders.find((each) => existsSync(join(each, file))) ?? folders.find(mayHold) ?? own
  return `sqlite:${join(found, file)}`
}

const file = 'ledger.db'

/** The folder of this user for what outlives a process: `VERBNOUN_HOME`, else the platform's. */
export function stateFolder(env: LedgerPlace['env']): string {
  const { VERBNOUN_HOME, XDG_STATE_HOME, LOCALAPPDATA } = env
  if (VERBNOUN_HOME) return VERBNOUN_HOME
  if (XDG_STATE_HOME) return join(XDG_STATE_HOME, 'verbnoun')
  if (platform() === 'win32' && LOCALAPPDATA) return join(LOCALAPPDATA, 'verbnoun')
  if (platform() === 'darwin') return join(homedir(), 'Library', 'Application Support', 'verbnoun')
  return join(homedir(), '.local', 'state', 'verbnoun')
}

function projectOf(folder: string): string | undefined {
  if (existsSync(join(folder, 'package.json'))) return folder
  const parent = dirname(folder)
  return parent === folder ? undefined : projectOf(parent)
}

function mayHold(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}
