import type { Client, StandardSchemaV1 } from '@modelcontextprotocol/client'
import { isObject } from '../tool/index.ts'
import type { ServerInfo, UnknownObject } from '../tool/index.ts'
import { defaultTimeout, shakeHands } from './handshake.ts'
import type { ConnectOptions } from './handshake.ts'
import { collectPages, withNames } from './pages.ts'
import type { ListedItem } from './pages.ts'
import { placeName } from './place.ts'
import type { ServerPlace } from './place.ts'
import { rawCall } from './raw-call.ts'
import type { RawCall } from './raw-call.ts'

/** What a server offers, as it sent it. */
export interface Listing {
  readonly tools: readonly ListedItem[]
  readonly prompts: readonly ListedItem[]
  readonly resourceTemplates: readonly ListedItem[]
  /** Tools that were left out because an earlier one has their name. */
  readonly repeated: readonly ListedItem[]
  /** What was listed and cannot be used, and why. */
  readonly leftOut: readonly string[]
}

/**
 * A running server of whatever origin. Close it, or its process stays. It can be looked at; what it can do is reached
 * through a gate only.
 */
export interface Connection {
  readonly server: ServerInfo
  listTools(): Promise<readonly ListedItem[]>
  /** All that it offers. */
  list(): Promise<Listing>
  /** The resources that can be read by a fixed URI. */
  listResources(): Promise<readonly ListedResource[]>
  /** Reads a resource, and gives what the server answers. Throws where it refuses. */
  read(uri: string): Promise<UnknownObject>
  /** The end of what it wrote on stderr. */
  heard(): string
  close(): Promise<void>
}

/** A resource as it was listed; nothing of it was checked but that it has a URI. */
export interface ListedResource extends UnknownObject {
  readonly uri: string
}

/** A server that could not be started or spoken to; the message says which and why. */
export class ConnectionError extends Error {
  override readonly name: string = 'ConnectionError'
}

/** In characters. */
const keptOfStderr = 4000
/** Starts a server, or reaches for it, and shakes hands with it, in whichever revision it speaks. */
export async function connect(
  place: ServerPlace,
  client: { name: string; version: string },
  options: ConnectOptions = {},
): Promise<Connection> {
  let said = ''
  const hear = (text: string): void => {
    said = `${said}${text}`.slice(-keptOfStderr)
  }
  try {
    const wire = await shakeHands({ place, client, hear }, options)
    return connectionOf(wire, place, { ...options, heard: () => said })
  } catch (error) {
    throw new ConnectionError(explain(place, error, said), { cause: error })
  }
}

function connectionOf(wire: Client, place: ServerPlace, options: ConnectOptions & { heard: () => string }): Connection {
  const { signal, timeoutMs = defaultTimeout, onClose, heard } = options
  const request = { timeout: timeoutMs, ...(signal !== undefined && { signal }) }
  const close = (): Promise<void> => wire.close()
  Object.assign(wire, { onclose: () => onClose?.() })
  signal?.addEventListener('abort', () => void close(), { once: true })
  const list = async (method: string, key: string): Promise<readonly unknown[]> =>
    wire.getServerCapabilities()?.[capabilityOf(method)] === undefined
      ? []
      : await collectPages(key, (cursor) =>
          wire.request<typeof anyObject>(
            { method, params: cursor === undefined ? {} : { cursor } },
            anyObject,
            request,
          ),
        )
  const connection: Connection = {
    server: serverInfo(wire, place),
    listTools: async () => withNames(await list('tools/list', 'tools')).items,
    async list() {
      const tools = withNames(await list('tools/list', 'tools'))
      const prompts = withNames(await list('prompts/list', 'prompts').catch(nothing))
      const templates = withNames(await list('resources/templates/list', 'resourceTemplates').catch(nothing))
      return {
        tools: tools.items,
        repeated: tools.repeated,
        prompts: prompts.items,
        resourceTemplates: templates.items,
        leftOut: [...tools.leftOut, ...prompts.leftOut, ...templates.leftOut],
      }
    },
    listResources: async () => (await list('resources/list', 'resources').catch(nothing)).filter(hasUri),
    read: async (uri) =>
      await wire.request<typeof anyObject>({ method: 'resources/read', params: { uri } }, anyObject, request),
    heard,
    close,
  }
  callers.set(connection, rawCall(wire))
  return connection
}

/** Servers declare resources and have no templates, and the like; their tools are none the worse for it. */
function nothing(error: unknown): readonly unknown[] {
  if (error instanceof RangeError) throw error
  return []
}

function hasUri(item: unknown): item is ListedResource {
  return isObject(item) && typeof item['uri'] === 'string'
}

function capabilityOf(method: string): 'tools' | 'prompts' | 'resources' {
  if (method.startsWith('tools/')) return 'tools'
  return method.startsWith('prompts/') ? 'prompts' : 'resources'
}

const callers = new WeakMap<Connection, RawCall>()

/** The way to `tools/call` of a connection: for `dispatch.ts` alone, which takes nothing but a permit. */
export function callerOf(connection: Connection): RawCall {
  const caller = callers.get(connection)
  if (caller === undefined) throw new TypeError('This is no connection that was made by `connect`.')
  return caller
}

/** One malformed tool would make the official client refuse a whole list; here each is looked at by itself. */
const anyObject: StandardSchemaV1<unknown, UnknownObject> = {
  '~standard': {
    version: 1,
    vendor: 'verbnoun',
    validate: (value) => (isObject(value) ? { value } : { issues: [{ message: 'The answer is no object.' }] }),
  },
}

function serverInfo(wire: Client, place: ServerPlace): ServerInfo {
  const said: UnknownObject = wire.getServerVersion() ?? {}
  const { name, version, title } = said
  const instructions = wire.getInstructions()
  return {
    name: typeof name === 'string' ? name : placeName(place),
    version: typeof version === 'string' ? version : 'unknown',
    ...(typeof title === 'string' && { title }),
    ...(instructions !== undefined && { instructions }),
  }
}

function explain(place: ServerPlace, error: unknown, stderr: string): string {
  const line = placeName(place)
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return `${line}: no such program or folder.`
  const reason = error instanceof Error ? error.message : String(error)
  const heard = stderr.trim()
  return `${line}: no MCP server answered (${reason}).${heard === '' ? '' : ` It said:\n${heard}`}`
}
