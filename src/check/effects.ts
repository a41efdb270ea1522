import type { CallSite, Place, ReachedEffect, SubjectTool } from './subject.ts'

/** `find_note › remember › Store.put › writeFileSync (store.ts:8)` */
export function wayTo({ path }: ReachedEffect, tool: SubjectTool): string {
  const last = path.at(-1)
  const names = [tool.name, ...path.map(({ name }) => name)].join(' › ')
  return last === undefined ? names : `${names} (${last.file}:${last.line ?? 1})`
}

/** Where the way leaves the tool: what its author can change. */
export function placeOf({ path }: ReachedEffect): { readonly place?: Place } {
  const [first] = path
  return first === undefined ? {} : { place: barePlace(first) }
}

/** The calls on the way, one by one. */
export function stepsOf({ path }: ReachedEffect): { readonly message: string; readonly place: Place }[] {
  return path.map((site) => ({ message: site.name, place: barePlace(site) }))
}

function barePlace({ file, line, column }: CallSite): Place {
  return { file, ...(line !== undefined && { line }), ...(column !== undefined && { column }) }
}

/** What a function on the way says of a rule. */
export function excuseFor(rule: string, { ignored = [] }: ReachedEffect): { readonly ignored?: string } {
  const found = ignored.find((each) => each.rule === rule)
  return found === undefined ? {} : { ignored: found.reason }
}
