import { canonicalJson, isObject, visible } from '../tool/index.ts'
import type { Offer } from './definition.ts'
import { shortly } from './shortly.ts'

/** What is not as it was accepted. */
export interface Difference {
  readonly of: 'tool' | 'prompt' | 'resource template' | 'instructions'
  /** Empty for instructions. */
  readonly name: string
  readonly change: 'added' | 'removed' | 'changed'
  /** What exactly, a line each, for a person: `annotations.readOnlyHint: false → true`. */
  readonly lines: readonly string[]
}

/** How what is offered differs from what was accepted. Nothing of it can hide or move in a terminal. */
export function differencesOf(accepted: Offer, offered: Offer): readonly Difference[] {
  const before = accepted.instructions ?? ''
  const after = offered.instructions ?? ''
  return [
    ...(before === after ? [] : [instructionsChanged(before, after)]),
    ...among('tool', accepted.tools, offered.tools),
    ...among('prompt', accepted.prompts, offered.prompts),
    ...among('resource template', accepted.resourceTemplates, offered.resourceTemplates),
  ]
}

/** In one line: `tool keep_note changed: annotations.readOnlyHint: false → true`. */
export function tellDifference({ of, name, change, lines }: Difference): string {
  const what = name === '' ? of : `${of} ${visible(name)}`
  return change === 'changed' ? `${what} changed: ${lines.join('; ')}` : `${what} was ${change}`
}

function instructionsChanged(before: string, after: string): Difference {
  return { of: 'instructions', name: '', change: 'changed', lines: [changed('', before, after)] }
}

type Named = Readonly<Record<string, unknown>>

function among(of: Difference['of'], accepted: Named, offered: Named): readonly Difference[] {
  const names = [...new Set([...Object.keys(accepted), ...Object.keys(offered)])].toSorted()
  return names.flatMap((name): Difference[] => {
    if (!Object.hasOwn(accepted, name)) return [{ of, name, change: 'added', lines: [] }]
    if (!Object.hasOwn(offered, name)) return [{ of, name, change: 'removed', lines: [] }]
    const lines = compare('', accepted[name], offered[name])
    return lines.length === 0 ? [] : [{ of, name, change: 'changed', lines }]
  })
}

function compare(path: string, before: unknown, after: unknown): readonly string[] {
  if (isSame(before, after)) return []
  if (isObject(before) && isObject(after)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted()
    return keys.flatMap((key) => compare(path === '' ? key : `${path}.${key}`, own(before, key), own(after, key)))
  }
  return [changed(path, before, after)]
}

function own(object: Named, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined
}

function isSame(before: unknown, after: unknown): boolean {
  if (before === after) return true
  return before !== undefined && after !== undefined && canonicalJson(before) === canonicalJson(after)
}

/** Of long texts the part where they part: what was appended to a long description must not be cut off. */
function changed(path: string, before: unknown, after: unknown): string {
  const place = path === '' ? '' : `${visible(path)}: `
  if (typeof before !== 'string' || typeof after !== 'string') return `${place}${shortly(before)} → ${shortly(after)}`
  const start = Math.max(0, commonLength(before, after) - 20)
  const lead = start === 0 ? '' : '…'
  return `${place}${lead}${shortly(before.slice(start))} → ${lead}${shortly(after.slice(start))}`
}

function commonLength(one: string, other: string): number {
  let length = 0
  while (length < one.length && length < other.length && one[length] === other[length]) length += 1
  return length
}
