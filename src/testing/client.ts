import { memoryStore } from '../ledger/index.ts'
import type { Store } from '../ledger/index.ts'
import { isKnownVersion, latest } from '../protocol/index.ts'
import { createServer, serveModules } from '../serve/index.ts'
import type { Server } from '../serve/index.ts'
import { isObject, validatorOf } from '../tool/index.ts'
import type { ContentBlock, Manifest, Tool, ToolResult, UnknownObject } from '../tool/index.ts'
import { connect } from './line.ts'
import type { Answer } from './line.ts'
import { sendDraft } from './send-draft.ts'
import type { Reviewing, SentDraft } from './send-draft.ts'
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
  /**
   * What the person at the other end answers: a form as it was filled, `decline` or `cancel`; for what is asked of the
   * client itself, its result. Default: the client cannot be asked.
   */
  readonly answer?: Answer
  /** Where a source's calls and drafts are remembered; of a server, its own. Default: with the client. */
  readonly ledger?: Store
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
  /** Makes a call whose answer is lost, as when a connection is cut, and waits until the server has done with it. */
  loseAnswer(name: NameOf<Module>, args?: UnknownObject): Promise<void>
  /** Sends the draft that a link names, as a person would who reviews it. Throws where it cannot be sent. */
  sendDraft(uri: string, reviewing?: Reviewing): Promise<SentDraft>
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
  options: TestOptions = {},
): Promise<TestClient<Module>> {
  const { revision = latest.version, answer } = options
  if (!isKnownVersion(revision)) throw new RangeError(`There is no revision ${revision}.`)
  const { server, ledger, stop } = await open(subject, options)
  const line = await connect(server, { revision, answer })
  const callTool = async (name: string, args: UnknownObject): Promise<ToolResult> =>
    toResult(await line.request('tools/call', { name, arguments: args }))
  return {
    notifications: line.notifications,
    request: (method, params = {}) => line.request(method, params),
    sendDraft: (uri, reviewing = {}) => sendDraft(uri, reviewing, { server, ledger }),
    async loseAnswer(name, args = {}) {
      await line.lose('tools/call', { name, arguments: args })
      await server.settled()
    },
    async listTools() {
      const { tools } = await line.request('tools/list', {})
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
  { env = {}, ledger = memoryStore({ now: () => Date.now() }) }: TestOptions,
): Promise<{ server: Server; ledger: Store; stop: () => Promise<void> }> {
  if ('handle' in subject) return { server: subject, ledger, stop: async () => undefined }
  const errors = (subject.diagnostics ?? []).filter(({ severity }) => severity === 'error')
  if (errors.length > 0)
    throw new Error(errors.map(({ file, line, message }) => `${file}:${line}: ${message}`).join('\n'))
  const { options, stop } = serveModules(subject.manifest, await subject.load(), env)
  return { server: createServer({ ...options, ledger }), ledger, stop }
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
