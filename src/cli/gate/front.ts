import type { Caller, Gateway, OfferedTool, Returned } from '../../host/index.ts'
import { echo, rpcCode, RpcError } from '../../protocol/index.ts'
import { askPeer, canBeAsked, createServer, resource } from '../../serve/index.ts'
import type { Exchange, Method, Renewal, Resource, Server } from '../../serve/index.ts'
import { isObject, nearest } from '../../tool/index.ts'
import type { Annotations, JsonSchema, ObjectSchema, Tool, UnknownObject } from '../../tool/index.ts'

export interface FrontOptions {
  readonly version: string
  readonly newId: () => string
  /** Gets the name of a host when it first calls. */
  readonly onClient: (name: string) => void
  readonly log: (line: string) => void
}

/** The gateway as a server that any transport can serve. */
export interface Front {
  readonly server: Server
  /** Offers what the servers behind offer at this moment. */
  readonly refresh: () => Promise<void>
}

export function createFront(gateway: Gateway, options: FrontOptions): Front {
  const { version, log } = options
  const server = createServer({
    name: 'verbnoun-gate',
    version,
    tools: [],
    methods: [callMethod(gateway, options), readMethod(gateway)],
    log,
  })
  let listed = ''
  return {
    server,
    async refresh() {
      const renewal = await offersOf(gateway)
      const text = JSON.stringify(renewal)
      if (text === listed) return
      listed = text
      server.update(renewal)
    },
  }
}

async function offersOf(gateway: Gateway): Promise<Pick<Renewal, 'tools' | 'resources'>> {
  const { resources, templates } = await gateway.resources()
  const fixed = resources.filter(({ uri }) => typeof uri === 'string' && !uri.includes('{'))
  const some = [...fixed, ...templates.filter(({ uri }) => typeof uri === 'string' && isMatchable(uri))]
  const byUri = new Map(some.map((item) => [String(item['uri']), item]))
  return { tools: gateway.tools().map(asTool), resources: [...byUri].map(([uri, item]) => asResource(uri, item)) }
}

/** The forms of URI templates that a server here can tell from URIs. */
function isMatchable(template: string): boolean {
  return template.includes('{') && !/[{}]/.test(template.replaceAll(/\{[+?]?[A-Za-z_][\w,]*\}/g, ''))
}

function asTool(tool: OfferedTool): Tool {
  const { name, title, description, inputSchema, outputSchema, annotations, _meta } = tool
  return {
    name,
    ...(typeof title === 'string' && { title }),
    ...(typeof description === 'string' && { description }),
    inputSchema: objectSchema(inputSchema),
    ...(isSchema(outputSchema) && { outputSchema }),
    ...(isAnnotations(annotations) && { annotations }),
    ...(isObject(_meta) && { _meta }),
    run() {
      throw new TypeError('Calls go through the gateway.')
    },
  }
}

function objectSchema(schema: UnknownObject): ObjectSchema {
  const whole = { ...schema, type: 'object' } as const
  return isObjectSchema(whole) ? whole : { type: 'object' }
}

/** What a server sent stays as it is: it is the server that will read the arguments. */
function isObjectSchema(schema: UnknownObject): schema is ObjectSchema {
  return schema['type'] === 'object'
}

function isSchema(schema: unknown): schema is JsonSchema {
  return isObject(schema)
}

function isAnnotations(annotations: unknown): annotations is Annotations {
  return isObject(annotations)
}

function asResource(uri: string, item: UnknownObject): Resource {
  const { name, title, description, mimeType, size } = item
  return resource(uri, {
    name: String(name),
    ...(typeof title === 'string' && { title }),
    ...(typeof description === 'string' && { description }),
    ...(typeof mimeType === 'string' && { mimeType }),
    ...(typeof size === 'number' && { size }),
    read: () => undefined,
  })
}

/** The name under which a question goes to a host of the newest revision. */
const questionKey = 'person'

function callMethod(gateway: Gateway, options: FrontOptions): Method {
  return {
    name: 'tools/call',
    async run(exchange) {
      const { core, params, revision } = exchange.asked
      const { name } = params
      if (typeof name !== 'string') throw new RpcError(rpcCode.invalidParams, 'Invalid params: "name" is a string.')
      const wanted = { name, arguments: params['arguments'], returned: returnedIn(params) }
      const pending = gateway.call(wanted, callerOf(exchange, options))
      if (pending === undefined) throw unknownTool(name, gateway)
      const reply = await pending
      if (reply.kind === 'ask')
        return exchange.encode({
          resultType: 'input_required',
          inputRequests: { [questionKey]: { method: 'elicitation/create', params: reply.form } },
          requestState: reply.state,
        })
      exchange.isFailure = reply.result.isError === true
      const tool = core.catalog().tools.get(name) ?? { name, inputSchema: { type: 'object' } }
      return exchange.encode(revision.encodeToolResult(reply.result, tool))
    },
  }
}

function unknownTool(name: string, gateway: Gateway): RpcError {
  const near = nearest(
    name,
    gateway.tools().map((tool) => tool.name),
  )
  const hint = near.length === 0 ? '' : ` Did you mean ${near.join(' or ')}?`
  return new RpcError(rpcCode.invalidParams, `Unknown tool: ${echo(name)}.${hint}`)
}

function returnedIn({ requestState, inputResponses }: UnknownObject): Returned | undefined {
  if (typeof requestState !== 'string') return undefined
  return { state: requestState, answer: isObject(inputResponses) ? inputResponses[questionKey] : undefined }
}

/** How long a host may show a question, in milliseconds. An answer that comes later is none. */
const shownMs = 3_600_000

function callerOf(exchange: Exchange, { newId, onClient }: FrontOptions): Caller {
  const { clientCapabilities, clientInfo, id, peer, revision } = exchange.asked
  const isAskable = canBeAsked(clientCapabilities, { capability: 'elicitation' })
  const name = typeof clientInfo?.['name'] === 'string' ? clientInfo['name'] : 'unknown'
  onClient(name)
  return {
    asks: !isAskable ? 'never' : revision.questions === 'result' ? 'later' : 'now',
    name,
    async ask(form, signal) {
      const question = { method: 'elicitation/create', params: { ...form } }
      const given = await askPeer(peer, question, { id: newId(), about: id, waitMs: shownMs, signal })
      return given.kind === 'answered' ? given.answer : undefined
    },
    signal: exchange.signal,
    onProgress: ({ progress, total, message }) => exchange.tellProgress(progress, total, message),
  }
}

function readMethod(gateway: Gateway): Method {
  return {
    name: 'resources/read',
    async run(exchange) {
      const { core, params, revision } = exchange.asked
      const { uri } = params
      if (typeof uri !== 'string') throw new RpcError(rpcCode.invalidParams, 'Invalid params: "uri" is a string.')
      const read = await gateway.read(uri)
      if (read.kind === 'contents')
        return exchange.encode({ contents: read.contents, ...revision.encodeCache(core.cache) })
      throw new RpcError(revision.resourceNotFound, `Resource not found: ${echo(uri)}. ${read.reason}`, {
        uri: echo(uri),
      })
    },
  }
}
