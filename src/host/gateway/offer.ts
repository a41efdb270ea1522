import { isObject } from '../../tool/index.ts'
import type { UnknownObject } from '../../tool/index.ts'
import type { ListedResource } from '../connection.ts'
import { lineText } from '../prompt/escape.ts'
import { blocking } from '../pins.ts'
import { rank } from '../tier.ts'
import type { GatedTool, Subject } from '../subject.ts'
import { cleanItem } from './clean.ts'
import { uniqueNames } from '../names.ts'
import type { ToolPlace } from '../names.ts'
import { uriFor } from './uris.ts'

/** A tool as a host is shown it. */
export interface OfferedTool extends UnknownObject {
  readonly name: string
  readonly inputSchema: UnknownObject
  readonly place: ToolPlace
}

/**
 * The tools of all servers that somebody has accepted, with hints that say how bad we take them to be. What was changed
 * since is there without a word of its own: calling it tells what was changed. What was added since is not there.
 */
export function offeredTools(subjects: ReadonlyMap<string, Subject>): readonly OfferedTool[] {
  const known = [...subjects.values()].filter(({ standing }) => standing.kind !== 'unreviewed')
  const places = known.flatMap(({ facts, tools, standing }) =>
    [...tools.keys()].filter((tool) => !isAdded(standing, tool)).map((tool) => ({ server: facts.key, tool })),
  )
  return [...uniqueNames(places)].flatMap(([name, place]) => {
    const subject = subjects.get(place.server)
    const tool = subject?.tools.get(place.tool)
    return subject === undefined || tool === undefined ? [] : [{ ...told(subject, tool), name, place }]
  })
}

function isAdded(standing: Subject['standing'], tool: string): boolean {
  if (standing.kind !== 'pinned') return false
  return standing.differences.some(({ of, name, change }) => of === 'tool' && name === tool && change === 'added')
}

function told({ facts, standing }: Subject, tool: GatedTool): UnknownObject & Pick<OfferedTool, 'inputSchema'> {
  const { definition, risk } = tool
  if (standing.kind === 'pinned' && blocking(standing, definition.name).length > 0)
    return {
      description: `This tool of ${facts.key} was changed since it was accepted. It cannot be called before a person has looked at it.`,
      inputSchema: { type: 'object' },
      annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
    }
  const { inputSchema, annotations, ...rest } = cleanItem(definition)
  const hints: UnknownObject = isObject(annotations) ? annotations : {}
  return {
    ...rest,
    inputSchema: shownSchema(isObject(inputSchema) ? inputSchema : {}),
    annotations: {
      readOnlyHint: risk.tier === 'read',
      destructiveHint: rank(risk.tier) > 2,
      openWorldHint: risk.tier === 'destructive_open' || tool.isOpen,
      ...(facts.trust !== 'untrusted' && hints['idempotentHint'] === true && { idempotentHint: true }),
    },
  }
}

const shown = new WeakMap<UnknownObject, UnknownObject>()

/** The same object for the same schema: what was made of it before is found again. */
function shownSchema(schema: UnknownObject): UnknownObject {
  const known = shown.get(schema) ?? withoutHeaders(schema)
  shown.set(schema, known)
  return known
}

/** Below these stand names, not keywords. */
const naming: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  'dependentSchemas',
  '$defs',
  'definitions',
])

/** Which arguments also travel in headers is between us and the server. */
function withoutHeaders(schema: UnknownObject, hasNames = false): UnknownObject {
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, part]) =>
      key === 'x-mcp-header' && !hasNames ? [] : [[key, inner(part, !hasNames && naming.has(key))]],
    ),
  )
}

function inner(part: unknown, hasNames = false): unknown {
  if (Array.isArray(part)) return part.map((item) => inner(item))
  return isObject(part) ? withoutHeaders(part, hasNames) : part
}

/** A resource, or a template of such, under a URI that says whose it is. */
export function offeredResource(server: string, item: UnknownObject, uri: string): UnknownObject & ListedResource {
  const { name, title, ...rest } = cleanItem(item)
  return {
    ...rest,
    uri: uriFor(server, uri),
    name: `${server}: ${lineText(typeof name === 'string' ? name : uri)}`,
    ...(typeof title === 'string' && { title: `${server}: ${lineText(title)}` }),
  }
}
