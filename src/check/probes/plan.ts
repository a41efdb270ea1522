import { isObject } from '../../tool/index.ts'
import type { UnknownObject } from '../../tool/index.ts'
import { choicesOf, topParametersOf } from '../schema/walk.ts'
import type { Probe, Subject, SubjectTool } from '../subject.ts'
import { claimsOf } from '../words/claims.ts'
import { misfitOf, sampleObject } from './sample.ts'

/** A probe before it was sent. */
export type PlannedProbe = Omit<Probe, 'answer'>

/** A name that no tool and no parameter has. */
export const nobody = 'verbnoun_probe_unknown'

/** Whether a tool says that calling it does no harm. What says nothing may do anything; what its name says counts too. */
export function isHarmless(tool: SubjectTool, subject: Subject): boolean {
  const { readOnlyHint, destructiveHint } = tool.annotations ?? {}
  if (claimsOf(tool, subject).destroys) return false
  return destructiveHint !== true && (readOnlyHint === true || destructiveHint === false)
}

/**
 * The calls that show how a tool answers mistakes: one of each kind. What may run although it is wrong, and a call that
 * is right, are planned for tools that only read.
 */
export function planProbes(tool: SubjectTool): PlannedProbe[] {
  if (!isObject(tool.inputSchema)) return []
  const schema = tool.inputSchema
  const sample = sampleObject(schema)
  const required = Object.keys(sample)
  const reads = tool.annotations?.readOnlyHint === true
  const empty: PlannedProbe = { kind: required.length > 0 ? 'nothing' : 'plain', args: {}, names: required }
  return [
    ...(required.length > 0 || reads ? [empty] : []),
    ...wrongType(schema, sample),
    ...outsideEnum(schema, sample),
    ...(reads ? [{ kind: 'unknown-name' as const, args: { ...sample, [nobody]: 1 }, names: [nobody] }] : []),
  ]
}

function wrongType(schema: UnknownObject, sample: UnknownObject): PlannedProbe[] {
  const parameters = topParametersOf(schema).toSorted(
    (one, other) => Number(other.isRequired === true) - Number(one.isRequired === true),
  )
  for (const { property = '', schema: inner } of parameters) {
    const misfit = misfitOf(inner)
    if (misfit !== undefined)
      return [{ kind: 'wrong-type', args: { ...sample, [property]: misfit }, names: [property] }]
  }
  return []
}

function outsideEnum(schema: UnknownObject, sample: UnknownObject): PlannedProbe[] {
  const found = topParametersOf(schema).find(({ schema: inner }) => choicesOf(inner).length > 0)
  if (found?.property === undefined) return []
  return [{ kind: 'outside-enum', args: { ...sample, [found.property]: nobody }, names: [found.property] }]
}
