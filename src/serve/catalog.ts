import { latest, type Revision } from '../protocol/index.ts'
import { type Drafts, type Tool, type ToolDefinition, type UnknownObject, wireSchema } from '../tool/index.ts'
import { isScope, mayUse, type Rights } from './auth/scopes.ts'
import { headersOf } from './header-parameters.ts'
import type { Prompt } from './prompt.ts'
import type { Resource } from './resource.ts'
import { uriTemplate, type UriTemplate } from './template.ts'

/** What a server offers. */
export interface Offers {
  readonly tools: readonly Tool[]
  readonly resources?: readonly Resource[]
  readonly prompts?: readonly Prompt[]
  /** What tools write for people to send. */
  readonly drafts?: readonly Drafts[]
}

/** The lists that a client can ask for, by their field in the result. */
export type ListName = 'tools' | 'resources' | 'resourceTemplates' | 'prompts'

/** What a server offers, found by name and listed in order. */
export interface Catalog {
  readonly tools: ReadonlyMap<string, Tool>
  readonly resources: ReadonlyMap<string, Resource>
  readonly templates: ReadonlyMap<string, TemplatedResource>
  readonly prompts: ReadonlyMap<string, Prompt>
  readonly drafts: ReadonlyMap<string, Drafts>
  /** The scopes that its tools need, all together. */
  readonly scopes: readonly string[]
  /** A list as a revision writes it, for a caller with these rights; undefined: with all. */
  readonly list: (name: ListName, revision: Revision, rights?: Rights) => readonly UnknownObject[]
}

/** A resource with a template in place of a URI. */
export interface TemplatedResource extends Resource {
  readonly template: UriTemplate
}

const toolName = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/

/** Throws a `TypeError` where two things share a name, or a name is none that every client takes. */
export function createCatalog({ tools, resources = [], prompts = [], drafts = [] }: Offers): Catalog {
  tools.forEach(requireTool)
  const fixed = resources.filter(({ uri }) => !uri.includes('{'))
  const templated = resources.filter(({ uri }) => uri.includes('{'))
  const catalog: Catalog = {
    tools: byKey('tools', tools, ({ name }) => name),
    resources: byKey('resources', fixed, ({ uri }) => uri),
    templates: byKey('resources', templated.map(withTemplate), ({ uri }) => uri),
    prompts: byKey('prompts', prompts, ({ name }) => name),
    drafts: byKey('kinds of drafts', drafts, ({ kind }) => kind),
    scopes: [...new Set(tools.flatMap(({ scopes = [] }) => scopes))].toSorted(),
    list: (name, revision, rights) => lists[name](catalog, revision, rights),
  }
  return catalog
}

/** Tools as the newest revision lists them. */
export function listTools(tools: readonly ToolDefinition[]): readonly UnknownObject[] {
  return tools.map((tool) => latest.encodeTool(onWire(tool)))
}

type WriteList = (catalog: Catalog, revision: Revision, rights: Rights | undefined) => readonly UnknownObject[]

const lists: Record<ListName, WriteList> = {
  tools: ({ tools }, { encodeTool }, rights) =>
    [...tools.values()].filter((tool) => mayUse(rights, tool)).map((tool) => encodeTool(onWire(tool))),
  resources: ({ resources }, { encodeResource }) => [...resources.values()].map(encodeResource),
  resourceTemplates: ({ templates }, { encodeResource }) =>
    [...templates.values()].map(({ uri, ...rest }) => encodeResource({ ...rest, uriTemplate: uri })),
  prompts: ({ prompts }, { encodePrompt }) =>
    [...prompts.values()].map((prompt) => encodePrompt({ ...prompt, arguments: argumentsOf(prompt) })),
}

const listsOf: Readonly<Record<'tools' | 'resources' | 'prompts', readonly ListName[]>> = {
  tools: ['tools'],
  resources: ['resources', 'resourceTemplates'],
  prompts: ['prompts'],
}

/** Whether two catalogs list the same, to everybody: a save that changes only code is no news to a client. */
export function isListedAlike(kind: keyof typeof listsOf, one: Catalog, other: Catalog): boolean {
  const text = (catalog: Catalog): string =>
    JSON.stringify([
      listsOf[kind].map((name) => catalog.list(name, latest)),
      kind === 'tools' && [...catalog.tools.values()].map(({ scopes }) => scopes),
    ])
  return text(one) === text(other)
}

function onWire(tool: ToolDefinition): ToolDefinition {
  const inputSchema = wireSchema(tool.inputSchema)
  return tool.outputSchema === undefined
    ? { ...tool, inputSchema }
    : { ...tool, inputSchema, outputSchema: wireSchema(tool.outputSchema) }
}

function argumentsOf({ arguments: args = {} }: Prompt): UnknownObject[] {
  return Object.entries(args).map(([name, argument]) => ({ name, ...argument }))
}

function withTemplate(resource: Resource): TemplatedResource {
  return { ...resource, template: uriTemplate(resource.uri) }
}

function requireTool(tool: Tool): void {
  if (!toolName.test(tool.name))
    throw new TypeError(`"${tool.name}" is no name for a tool: 1 to 64 of A-Z a-z 0-9 _ -, a letter or _ first.`)
  const wrong = tool.scopes?.find((scope) => !isScope(scope))
  if (wrong !== undefined) throw new TypeError(`${tool.name}: ${JSON.stringify(wrong)} is no scope.`)
  headersOf(tool)
}

/** Sorted, so that a list is the same every time. */
function byKey<Item>(what: string, items: readonly Item[], keyOf: (item: Item) => string): ReadonlyMap<string, Item> {
  const sorted = items.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
  const map = new Map(sorted.map((item) => [keyOf(item), item]))
  const double = sorted.find((item) => map.get(keyOf(item)) !== item)
  if (double !== undefined) throw new TypeError(`Two ${what} are named "${keyOf(double)}".`)
  return map
}
