import { homedir } from 'node:os'
import { relative, sep } from 'node:path'
import { UsageError } from '../command.ts'
import type { Io } from '../command.ts'
import type { Outlet } from './screen.ts'

/** Where this process prints. */
export function outletHere({ env }: Io): Outlet {
  const { stdout, stderr } = process
  return {
    out: (text) => void stdout.write(text),
    err: (text) => void stderr.write(text),
    outColumns: () => (stdout.isTTY ? stdout.columns || 80 : undefined),
    errColumns: () => (stderr.isTTY ? stderr.columns || 80 : undefined),
    hasColour: (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb',
  }
}

/** Whether a person sits at both ends. */
export function isTerminalHere(): boolean {
  return process.stdin.isTTY && process.stdout.isTTY
}

/** All of stdin. Throws a `UsageError` where it says nothing. */
export async function readStdin(): Promise<string> {
  let text = ''
  process.stdin.setEncoding('utf8')
  for await (const chunk of process.stdin) text += String(chunk)
  if (text.trim() === '') throw new UsageError('Stdin says nothing. Ask with --prompt TEXT, or talk at a terminal.')
  return text.trim()
}

/** A path as short as a person would write it. */
export function pathText(path: string, { cwd, env }: Io): string {
  const home = env['HOME'] ?? homedir()
  const inside = relative(cwd, path)
  if (inside !== '' && !inside.startsWith('..')) return inside
  return path.startsWith(`${home}${sep}`) ? `~${path.slice(home.length)}` : path
}
