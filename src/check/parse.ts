import { isObject } from '../tool/index.ts'
import type { Annotations, UnknownObject } from '../tool/index.ts'
import type { SubjectTool } from './subject.ts'

/** Tools as somebody sent them, and what of them was no tool. */
export interface ReadTools {
  readonly tools: readonly SubjectTool[]
  /** In sentences. */
  readonly incomplete: readonly string[]
}

/**
 * Reads what `tools/list` answers: the whole message, its result, or the list. Undefined for what is none of them. What
 * has no name is told and left out; everything else is kept as it is, for the rules to judge.
 */
export function readTools(value: unknown): ReadTools | undefined {
  const list = listIn(value)
  if (list === undefined) return undefined
  const tools: SubjectTool[] = []
  const incomplete: string[] = []
  for (const [index, item] of list.entries()) {
    const tool = cleaned(item)
    if (isObject(tool) && typeof tool['name'] === 'string') tools.push(readTool(tool, tool['name']))
    else incomplete.push(`the tool at position ${index} has no name, so nothing can call it or check it.`)
  }
  return { tools, incomplete }
}

function listIn(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value
  if (!isObject(value)) return undefined
  return listIn(value['tools']) ?? (isObject(value['result']) ? listIn(value['result']['tools']) : undefined)
}

function readTool(item: UnknownObject, name: string): SubjectTool {
  const { title, description, inputSchema, outputSchema, annotations } = item
  return {
    name,
    ...(typeof title === 'string' && { title }),
    ...(typeof description === 'string' && { description }),
    inputSchema,
    ...(outputSchema !== undefined && outputSchema !== null && { outputSchema }),
    ...(isObject(annotations) && { annotations: readAnnotations(annotations) }),
  }
}

/** Hints of another type than they should have say nothing. */
function readAnnotations(said: UnknownObject): Annotations {
  const { title, readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = said
  return {
    ...(typeof title === 'string' && { title }),
    ...(typeof readOnlyHint === 'boolean' && { readOnlyHint }),
    ...(typeof destructiveHint === 'boolean' && { destructiveHint }),
    ...(typeof idempotentHint === 'boolean' && { idempotentHint }),
    ...(typeof openWorldHint === 'boolean' && { openWorldHint }),
  }
}

/** Deeper than any honest schema. */
const deepest = 100

/** A copy that canonical JSON can hold: no half characters, no endless numbers, no bottomless nesting. */
function cleaned(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return value.toWellFormed()
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'object' || value === null) return value
  if (depth > deepest) return {}
  if (Array.isArray(value)) return value.map((item) => cleaned(item, depth + 1))
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key.toWellFormed(), cleaned(part, depth + 1)]))
}
