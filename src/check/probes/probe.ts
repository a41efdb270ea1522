import { countOf } from '../phrase.ts'
import type { Probe, ProbeAnswer, Subject, SubjectTool } from '../subject.ts'
import type { UnknownObject } from '../../tool/index.ts'
import { isHarmless, nobody, planProbes } from './plan.ts'

/** The way to a live server. Keeps the time limits: a call that takes too long is answered `late`. */
export interface ProbePort {
  call(tool: string, args: UnknownObject): Promise<ProbeAnswer>
  /** Whether there is time for another call. */
  hasTime(): boolean
}

export interface ProbeOptions {
  /** Also tools that destroy, or that say nothing of themselves. */
  readonly all?: boolean
}

/** Calls the tools of a live server with mistakes, one after the other, and keeps what a model would have read. */
export async function probeServer(
  subject: Subject,
  port: ProbePort,
  { all = false }: ProbeOptions = {},
): Promise<Subject> {
  const unknownTool = await port.call(nobody, {})
  const tools: SubjectTool[] = []
  const skipped: string[] = []
  const late: string[] = []
  for (const tool of subject.tools) {
    const isAllowed = all || isHarmless(tool, subject)
    if (!isAllowed) skipped.push(tool.name)
    else if (!port.hasTime()) late.push(tool.name)
    tools.push(isAllowed && port.hasTime() ? { ...tool, probes: await probeTool(tool, port) } : tool)
  }
  const incomplete = [
    ...(skipped.length === 0
      ? []
      : [`${countOf(skipped.length, 'tool')} not probed (destructive, or without hints); --probe-all includes them.`]),
    ...(late.length === 0 ? [] : [`${countOf(late.length, 'tool')} not probed: the time was up.`]),
  ]
  return { ...subject, tools, unknownTool, incomplete: [...(subject.incomplete ?? []), ...incomplete] }
}

async function probeTool(tool: SubjectTool, port: ProbePort): Promise<Probe[]> {
  const probes: Probe[] = []
  for (const planned of planProbes(tool)) {
    if (!port.hasTime()) break
    probes.push({ ...planned, answer: await port.call(tool.name, planned.args) })
  }
  return probes
}
