import { digest } from '../tool/index.ts'

/** A tool of a server. */
export interface ToolPlace {
  readonly server: string
  readonly tool: string
}

/** What every client and every model takes. */
const longest = 64
const hashLength = 8

/**
 * Names under which tools of many servers stand in one list: `server__tool`. Names that had to be changed, and those
 * that would be equal then, end in a digest of what they stand for: the same at every start, in whatever order.
 * They are looked up, and never taken apart.
 */
export function uniqueNames(places: readonly ToolPlace[]): ReadonlyMap<string, ToolPlace> {
  const plain = places.map((place) => ({ place, name: plainName(place) }))
  const counts = new Map<string, number>()
  for (const { name } of plain) if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1)
  return new Map(
    plain.map(({ place, name }) => [name !== undefined && counts.get(name) === 1 ? name : hashedName(place), place]),
  )
}

/** Undefined where the name would not say exactly what it stands for. */
function plainName({ server, tool }: ToolPlace): string | undefined {
  const name = `${server}__${tool}`
  return name.length <= longest && /^[A-Za-z_][A-Za-z0-9_-]*$/.test(name) ? name : undefined
}

function hashedName({ server, tool }: ToolPlace): string {
  const sane = `${server}__${tool}`.replaceAll(/[^A-Za-z0-9_-]+/g, '_').replace(/^[^A-Za-z_]/, '_$&')
  const hash = digest([server, tool.toWellFormed()]).slice(0, hashLength)
  return `${sane.slice(0, longest - hashLength - 1)}_${hash}`
}
