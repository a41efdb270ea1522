import { canonicalJson, isObject, parseJson } from '../../tool/index.ts'
import type { UnknownObject } from '../../tool/index.ts'
import { readTools } from '../parse.ts'
import type { Subject, SubjectTool } from '../subject.ts'

/** The accepted tools of servers, by the name of the server. */
export type Lock = ReadonlyMap<string, readonly SubjectTool[]>

/** The text of a `verbnoun.lock`: every tool as it stands, sorted, so that a change is a change of a line. */
export function writeLock(subjects: readonly Subject[], before: Lock = new Map()): string {
  const servers = new Map(before)
  for (const { name, tools } of subjects) servers.set(name, tools)
  const written = [...servers]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, tools]): [string, UnknownObject] => [name, writeTools(tools)])
  const sorted: unknown = JSON.parse(canonicalJson({ version: 1, servers: Object.fromEntries(written) }))
  return `${JSON.stringify(sorted, undefined, 2)}\n`
}

function writeTools(tools: readonly SubjectTool[]): UnknownObject {
  return Object.fromEntries(
    tools.map(({ name, title, description, inputSchema, outputSchema, annotations }) => [
      name,
      { title, description, inputSchema: inputSchema ?? null, outputSchema, annotations },
    ]),
  )
}

/** Reads the text of a `verbnoun.lock`; undefined for what is none. */
export function readLock(text: string): Lock | undefined {
  const value = parseJson(text)
  if (!isObject(value) || value['version'] !== 1 || !isObject(value['servers'])) return undefined
  return new Map(
    Object.entries(value['servers']).map(([name, tools]) => [name, isObject(tools) ? readLocked(tools) : []]),
  )
}

function readLocked(tools: UnknownObject): readonly SubjectTool[] {
  const list = Object.entries(tools).flatMap(([name, tool]) => (isObject(tool) ? [{ ...tool, name }] : []))
  return readTools(list)?.tools ?? []
}
