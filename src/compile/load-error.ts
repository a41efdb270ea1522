import { existsSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isOwnFile } from './own-package.ts'

/** What went wrong when entries were loaded, and at which line of the author's, if the stack knows one. */
export function explainLoad(error: unknown, entries: readonly string[], cwd: string): string {
  const stack = error instanceof Error ? error.stack : undefined
  const [place = entries.map((entry) => relative(cwd, entry)).join(', ')] = authorsPlaces(stack ?? '', cwd)
  const said = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  return `${place} threw while it was loaded: ${said}`
}

/** The places in a stack that are neither a package's, nor Verbnoun's, nor code that was made of others. */
function authorsPlaces(stack: string, cwd: string): string[] {
  const frames = stack.matchAll(/^ +at .*?((?:file:\/\/)?(?:\/|[A-Za-z]:[\\/]).*):(\d+):(\d+)\)?$/gm)
  return [...frames].flatMap(([, address = '', line, column]) => {
    const path = pathOf(address)
    return isAuthors(path) ? [`${relative(cwd, path)}:${line}:${column}`] : []
  })
}

function isAuthors(path: string): boolean {
  return !/[\\/](?:node_modules|\.verbnoun)[\\/]/.test(path) && !isOwnFile(path) && existsSync(path)
}

/** A map of a package may have made an address with a host of what was a relative path. */
function pathOf(address: string): string {
  if (!address.startsWith('file:')) return address
  return address.startsWith('file:///') ? fileURLToPath(address) : ''
}
