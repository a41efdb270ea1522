import { type CacheHint, latest, type Revision } from '../protocol/index.ts'
import { type ServerInfo, type Tool, type ToolDefinition, type UnknownObject, wireSchema } from '../tool/index.ts'
import { type Pages, pagesOf } from './pages.ts'

/** What a server is made of. */
export interface ServerOptions extends ServerInfo {
  readonly tools: readonly Tool[]
  /** Takes a line for the operator: what went wrong inside. Default: where the transport sends such lines. */
  readonly log?: (line: string) => void
}

/** What the methods work on. */
export interface Core {
  readonly info: ServerInfo
  readonly tools: ReadonlyMap<string, Tool>
  readonly capabilities: UnknownObject
  readonly cache: CacheHint
  readonly log: ((line: string) => void) | undefined
  /** The tools as one revision lists them, each page as the text that is sent. */
  toolPages(revision: Revision): Pages
  listTools(revision?: Revision): readonly UnknownObject[]
}

const toolName = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/

/** Throws a `TypeError` where two tools share a name, or a name is none that every client takes. */
export function createCore({ tools, log, ...info }: ServerOptions): Core {
  const sorted = tools.toSorted(byName)
  sorted.forEach(requireName)
  const pages = new Map<Revision, Pages>()
  const listTools = (revision: Revision = latest): readonly UnknownObject[] =>
    sorted.map((tool) => revision.encodeTool(onWire(tool)))
  const core: Core = {
    info,
    tools: new Map(sorted.map((tool) => [tool.name, tool])),
    capabilities: { tools: {} },
    cache: { ttlMs: 0, cacheScope: 'private' },
    log,
    listTools,
    toolPages(revision) {
      const found = pages.get(revision) ?? pagesOf('tools', listTools(revision), (page) => encodePage(page, revision))
      pages.set(revision, found)
      return found
    },
  }
  function encodePage(page: UnknownObject, revision: Revision): string {
    return JSON.stringify(revision.encodeResult({ ...page, ...revision.encodeCache(core.cache) }, info))
  }
  return core
}

function onWire(tool: ToolDefinition): ToolDefinition {
  const inputSchema = wireSchema(tool.inputSchema)
  return tool.outputSchema === undefined
    ? { ...tool, inputSchema }
    : { ...tool, inputSchema, outputSchema: wireSchema(tool.outputSchema) }
}

function requireName({ name }: Tool, at: number, sorted: readonly Tool[]): void {
  if (!toolName.test(name))
    throw new TypeError(`"${name}" is no name for a tool: 1 to 64 characters of A-Z a-z 0-9 _ -, a letter or _ first.`)
  if (sorted[at + 1]?.name === name) throw new TypeError(`Two tools are named "${name}".`)
}

function byName({ name: one }: Tool, { name: other }: Tool): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}
