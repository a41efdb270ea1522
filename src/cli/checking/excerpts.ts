import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Finding, Subject } from '../../check/index.ts'
import { isObject, visible } from '../../tool/index.ts'

const longest = 110

/** Shows what a finding is about: the line of a source, or the part of the definition. */
export function excerptsFrom(subjects: readonly Subject[], cwd: string): (finding: Finding) => string | undefined {
  const lines = new Map<string, readonly string[]>()
  const linesOf = (file: string): readonly string[] => {
    const known = lines.get(file) ?? readLines(resolve(cwd, file))
    lines.set(file, known)
    return known
  }
  return ({ location, subject, tool, at }) => {
    if (location?.line !== undefined && /\.[cm]?[jt]sx?$/.test(location.file)) {
      return cut(linesOf(location.file)[location.line - 1]?.trim())
    }
    const found = subjects.find(({ name }) => name === subject)?.tools.find(({ name }) => name === tool)
    const value = found === undefined || at === '' ? undefined : valueAt(found, at)
    const name = at.split('/').at(-1) ?? ''
    return value === undefined ? undefined : cut(`${name}: ${JSON.stringify(value)}`)
  }
}

function readLines(path: string): readonly string[] {
  try {
    return readFileSync(path, 'utf8').split('\n')
  } catch {
    return []
  }
}

function cut(text: string | undefined): string | undefined {
  if (text === undefined || text === '') return undefined
  const shown = visible(text)
  return shown.length > longest ? `${shown.slice(0, longest).toWellFormed()}…` : shown
}

/** https://www.rfc-editor.org/rfc/rfc6901 */
function valueAt(value: unknown, pointer: string): unknown {
  let at: unknown = value
  for (const step of pointer.split('/').slice(1)) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~')
    if (Array.isArray(at)) at = at[Number(key)]
    else at = isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined
  }
  return at
}
