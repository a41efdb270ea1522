import { readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { readTools } from '../../check/index.ts'
import type { Subject } from '../../check/index.ts'
import { parseJson } from '../../tool/index.ts'
import { UsageError } from '../command.ts'
import { slashed } from './source-subject.ts'

/** The value of a JSON file. Throws a `UsageError` for what is not there or no JSON. */
export function readJsonFile(target: string, cwd: string): { readonly value: unknown; readonly text: string } {
  let text: string
  try {
    text = readFileSync(resolve(cwd, target), 'utf8')
  } catch {
    throw new UsageError(`There is no file ${target} that could be read.`)
  }
  const value = parseJson(text)
  if (value === undefined) throw new UsageError(`${target} is no JSON.`)
  return { value, text }
}

/** The tools of an answer to `tools/list` that somebody saved, or undefined where the file is none. */
export function savedSubject(
  target: string,
  { value, text }: ReturnType<typeof readJsonFile>,
  cwd: string,
): Subject | undefined {
  const read = readTools(value)
  if (read === undefined) return undefined
  const file = slashed(relative(cwd, resolve(cwd, target)))
  const lines = linesOfNames(text)
  return {
    name: file,
    place: { file },
    tools: read.tools.map((tool) => {
      const line = lines.get(tool.name)?.shift()
      return { ...tool, place: { file, ...(line !== undefined && { line }) } }
    }),
    incomplete: read.incomplete,
  }
}

/** The lines on which names stand, in order. */
function linesOfNames(text: string): Map<string, number[]> {
  const found = new Map<string, number[]>()
  for (const [index, line] of text.split('\n').entries()) {
    for (const [, json = '""'] of line.matchAll(/"name"\s*:\s*("(?:[^"\\]|\\.)*")/g)) {
      const name = parseJson(json)
      if (typeof name === 'string') found.set(name, [...(found.get(name) ?? []), index + 1])
    }
  }
  return found
}
