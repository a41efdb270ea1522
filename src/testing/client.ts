import { isKnownVersion, latest, revisions, RpcError, writeEnvelope } from '../protocol/index.ts'
import { createPeer, createServer, serveModules } from '../serve/index.ts'
import type { Peer, Server } from '../serve/index.ts'
import { isObject, validatorOf } from '../tool/index.ts'
import type { ContentBlock, Manifest, Tool, ToolResult, UnknownObject } from '../tool/index.ts'
import type { NameOf, StructureOf } from './types.ts'

/** What can be tested: a server, or what `openTarget` of `verbnoun/compile` gives for a source. */
export type Subject = Server | Compiled

interface Compiled {
  readonly manifest: Manifest
  readonly load: () => Promise<UnknownObject[]>
  readonly diagnostics?: readonly { severity: string; file: string; line: number; message: string }[]
}

export interface TestOptions {
  /** The revision that the client speaks. Default: the newest. */
  readonly revision?: string
  /** The environment that the modules see declared. Default: none of it is set. */
  readonly env?: Readonly<Record<string, string>>
}

/** What a call gave. */
export interface Called<Structure> {
  readonly content: readonly ContentBlock[]
  /** The texts of the content, a line between. */
  readonly text: string
  readonly structured: Structure
  readonly result: ToolResult
}

/** A client without a process or a socket between it and the server. */
export interface TestClient<Module = Record<string, unknown>> {
  /** The tools as the client sees them. */
  listTools(): Promise<readonly UnknownObject[]>
  /** Calls a tool. Throws what it said when it failed. */
  call<Name extends NameOf<Module>>(name: Name, args?: UnknownObject): Promise<Called<StructureOf<Module, Name>>>
  /** Calls a tool that is to fail, and gives its text. Throws when it does not, or says something else. */
  expectToolError(name: NameOf<Module>, args?: UnknownObject, says?: string | RegExp): Promise<string>
  /** Any request. Throws the error of the answer. */
  request(method: string, params?: UnknownObject): Promise<UnknownObject>
  /** What the server sent of itself, in order: progress, logs, changes. */
  readonly notifications: readonly UnknownObject[]
  /** Ends what the modules had started. */
  close(): Promise<void>
}

/**
 * A client for unit tests: `const client = await testClient<typeof import('./shop.ts')>(await openTarget([path], { cwd }))`.
 * It goes the whole way of a call: arguments are read from JSON, results written to it, as the revision wants them.
 */
export async function testClient<Module = Record<string, unknown>>(
  subject: Subject,
  { revision = latest.version, env = {} }: TestOptions = {},
): Promise<TestClient<Module>> {
  if (!isKnownVersion(revision)) throw new RangeError(`There is no revision ${revision}.`)
  const { server, stop } = await open(subject, env)
  const notifications: UnknownObject[] = []
  const peer = createPeer({ send: (text) => notifications.push(parse(text)) })
  const line = await connect(server, peer, revision)
  const callTool = async (name: string, args: UnknownObject): Promise<ToolResult> =>
    toResult(await line('tools/call', { name, arguments: args }))
  return {
    notifications,
    request: (method, params = {}) => line(method, params),
    async listTools() {
      const { tools } = await line('tools/list', {})
      return Array.isArray(tools) ? tools.filter(isObject) : []
    },
    async call<Name extends NameOf<Module>>(name: Name, args: UnknownObject = {}) {
      const result = await callTool(name, args)
      if (result.isError === true) throw new Error(`${name} failed: ${textOf(result)}`)
      return called<StructureOf<Module, Name>>(unwrap(result, server.tools.get(name)))
    },
    async expectToolError(name, args = {}, says = '') {
      const result = await callTool(name, args)
      const text = textOf(result)
      if (result.isError !== true) throw new Error(`${name} did not fail. It said: ${text}`)
      const isSaid = typeof says === 'string' ? text.includes(says) : says.test(text)
      if (!isSaid) throw new Error(`${name} failed with other words than ${String(says)}: ${text}`)
      return text
    },
    close: stop,
  }
}

async function open(
  subject: Subject,
  env: TestOptions['env'] = {},
): Promise<{ server: Server; stop: () => Promise<void> }> {
  if ('handle' in subject) return { server: subject, stop: async () => undefined }
  const errors = (subject.diagnostics ?? []).filter(({ severity }) => severity === 'error')
  if (errors.length > 0)
    throw new Error(errors.map(({ file, line, message }) => `${file}:${line}: ${message}`).join('\n'))
  const { options, stop } = serveModules(subject.manifest, await subject.load(), env)
  return { server: createServer(options), stop }
}

type Line = (method: string, params: UnknownObject) => Promise<UnknownObject>

/** The way to the server for one who has shaken hands, or who says what it speaks each time. */
async function connect(server: Server, peer: Peer, version: string): Promise<Line> {
  let id = 0
  const ask = async (method: string, params: UnknownObject): Promise<UnknownObject> => {
    id += 1
    const answer = parse(await server.handle({ jsonrpc: '2.0', id, method, params }, peer))
    if (isObject(answer['result'])) return answer['result']
    const error = isObject(answer['error']) ? answer['error'] : { code: 0, message: `${method} was not answered.` }
    throw new RpcError(Number(error['code']), String(error['message']), error['data'])
  }
  const isShaken = revisions.some((known) => known.version === version && known.handshake === 'initialize')
  const clientInfo = { name: 'verbnoun/test', version: '1' }
  if (isShaken) {
    await ask('initialize', { protocolVersion: version, capabilities: {}, clientInfo })
    return ask
  }
  const envelope = writeEnvelope({ protocolVersion: version, clientCapabilities: {}, clientInfo })
  return (method, params) => {
    const own = isObject(params['_meta']) ? params['_meta'] : {}
    return ask(method, { ...params, _meta: { ...envelope, ...own } })
  }
}

function parse(text: string | undefined): UnknownObject {
  const value: unknown = text === undefined ? undefined : JSON.parse(text)
  return isObject(value) ? value : {}
}

function toResult(answer: UnknownObject): ToolResult {
  if (!isToolResult(answer)) throw new TypeError(`The answer is no result of a tool: ${JSON.stringify(answer)}`)
  return answer
}

function isToolResult(answer: UnknownObject): answer is UnknownObject & ToolResult {
  return Array.isArray(answer['content'])
}

/** Older revisions know objects only and carry the rest as `{ result }`; a test wants what the function returned. */
function unwrap(result: ToolResult, tool: Tool | undefined): ToolResult {
  const schema = tool?.outputSchema
  const { structuredContent } = result
  const isWrapped = schema !== undefined && !(isObject(schema) && schema.type === 'object')
  if (!isWrapped || !isObject(structuredContent) || validatorOf(schema)(structuredContent)) return result
  return { ...result, structuredContent: structuredContent['result'] }
}

/** The server has checked the structure against the schema that the type was written from. */
function called<Structure>(result: ToolResult): Called<Structure>
function called(result: ToolResult): Called<unknown> {
  return { content: result.content, text: textOf(result), structured: result.structuredContent, result }
}

function textOf({ content }: ToolResult): string {
  return content.flatMap((item) => (item.type === 'text' ? item.text : [])).join('\n')
}
