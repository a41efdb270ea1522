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

/** Undefined where the name would not say exactly what it stands for, or looks as if it ended in a digest. */
function plainName(place: ToolPlace): string | undefined {
  const name = joined(place)
  const isPlain = /^[A-Za-z_][A-Za-z0-9_-]*$/.test(name) && !/_[0-9a-f]{8}$/.test(name)
  return name.length <= longest && isPlain ? name : undefined
}

/** A tool of no server goes by its own name. */
function joined({ server, tool }: ToolPlace): string {
  return server === '' ? tool : `${server}__${tool}`
}

function hashedName(place: ToolPlace): string {
  const { server, tool } = place
  const sane = joined(place)
    .replaceAll(/[^A-Za-z0-9_-]+/g, '_')
    .replace(/^[^A-Za-z_]/, '_$&')
  const hash = digest([server, tool.toWellFormed()]).slice(0, hashLength)
  return `${sane.slice(0, longest - hashLength - 1)}_${hash}`
}
