import { isObject, nearest } from '../../tool/index.ts'
import type { UnknownObject } from '../../tool/index.ts'
import { unfit } from '../arguments.ts'
import { uniqueNames } from '../names.ts'
import type { ToolPlace } from '../names.ts'
import { convertSchema } from './convert-schema.ts'
import type { ModelTools, ReadCall, SetAside } from './model-tools.ts'
import type { ModelTool } from './parts.ts'
import type { Profile } from './profile.ts'

/** A tool as its server lists it. Nothing of the definition needs to be right. */
export interface ToolSource {
  /** Whose it is: a part of its name. A tool of no server goes by its own name. */
  readonly server?: string
  /** Its name on the server. Default: the one in the definition. */
  readonly name?: string
  readonly definition: unknown
}

export interface ConvertToolsOptions {
  readonly profile: Profile
  /** Whether the provider is to hold the model to the schemas, where it can. Default: false. */
  readonly isStrict?: boolean
}

/** Tools as a model takes them, in an order that depends on their names only. What cannot be converted is set aside. */
export function convertTools(sources: readonly ToolSource[], { profile }: ConvertToolsOptions): ModelTools {
  const setAside: SetAside[] = []
  const usable = new Map<ToolPlace, UnknownObject>()
  for (const source of sources) {
    const { definition } = source
    const tool = source.name ?? (isObject(definition) ? definition['name'] : undefined)
    if (typeof tool !== 'string' || !isObject(definition)) continue
    usable.set({ server: source.server ?? '', tool }, definition)
  }
  const names = uniqueNames([...usable.keys()])
  const tools = [...names].map(([name, place]): ModelTool => {
    const { description, inputSchema } = usable.get(place) ?? {}
    const { schema } = convertSchema(isObject(inputSchema) ? inputSchema : {}, profile.schema)
    return { name, description: typeof description === 'string' ? description : '', inputSchema: schema }
  })
  return {
    tools: tools.toSorted((one, other) => (one.name < other.name ? -1 : 1)),
    setAside,
    read(name, args): ReadCall {
      const place = names.get(name)
      const definition = place && usable.get(place)
      if (place === undefined || definition === undefined) {
        const near = nearest(name, names.keys())
        const hint = near.length === 0 ? '' : ` Did you mean ${near.join(' or ')}?`
        return { kind: 'refused', reason: `There is no tool "${name}".${hint}` }
      }
      const reason = unfit({ ...definition, name }, args)
      return reason === undefined ? { kind: 'call', place, arguments: args } : { kind: 'refused', reason }
    },
  }
}
