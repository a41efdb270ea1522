import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Io } from '../command.ts'
import type { Terminal } from './terminal.ts'

/** A text that a person has edited, in a file that is there until it is let go. */
export interface Edited {
  readonly text: string
  readonly path: string
  readonly forget: () => void
}

/** Opens a text in the person's editor. Undefined where the editor fails. */
export async function editText(text: string, { env }: Io, terminal: Terminal): Promise<Edited | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'verbnoun-'))
  const path = join(folder, 'draft.txt')
  const forget = (): void => rmSync(folder, { recursive: true, force: true })
  writeFileSync(path, text, { mode: 0o600 })
  const isWell = await terminal.lend((fd) => runEditor(env['VISUAL'] ?? env['EDITOR'] ?? 'vi', path, fd))
  if (!isWell) {
    forget()
    return undefined
  }
  return { text: withoutEnd(readFileSync(path, 'utf8'), text), path, forget }
}

/** Editors end a file with a line end, whether the text had one or not. */
function withoutEnd(edited: string, before: string): string {
  return before.endsWith('\n') ? edited : edited.replace(/\r?\n$/, '')
}

/** The command may have words of its own: `code --wait`. */
function runEditor(command: string, path: string, fd: number): Promise<boolean> {
  return new Promise((resolve) => {
    const editor = spawn('sh', ['-c', `${command} "$1"`, 'sh', path], { stdio: [fd, fd, fd] })
    editor.once('error', () => resolve(false))
    editor.once('exit', (code) => resolve(code === 0))
  })
}
