import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { isObject } from '../tool/index.ts'
import type { ServerInfo, ToolResult, UnknownObject } from '../tool/index.ts'

/** How a server is started that speaks over its stdin and stdout. */
export interface ServerCommand {
  readonly command: string
  readonly args: readonly string[]
  readonly cwd: string
  /** The whole environment of the process. */
  readonly env: Readonly<Record<string, string>>
}

/** A tool as a server sent it; nothing of it was checked but that it has a name. */
export interface ListedTool extends UnknownObject {
  readonly name: string
}

/** A running server of whatever origin. Close it, or its process stays. */
export interface Connection {
  readonly server: ServerInfo
  listTools(): Promise<readonly ListedTool[]>
  /** Throws when the server answers with an error instead of a result. */
  callTool(name: string, args: UnknownObject, signal: AbortSignal): Promise<ToolResult>
  close(): Promise<void>
}

/** A server that could not be started or spoken to; the message says which and why. */
export class ConnectionError extends Error {
  override readonly name: string = 'ConnectionError'
}

/** In characters. */
const keptOfStderr = 4000
/** In milliseconds. */
const callTimeout = 300_000

/** Starts a server and shakes hands with it, in whichever revision it speaks. */
export async function connect(server: ServerCommand, client: { name: string; version: string }): Promise<Connection> {
  const transport = new StdioClientTransport({
    ...server,
    args: [...server.args],
    env: { ...server.env },
    stderr: 'pipe',
  })
  let said = ''
  transport.stderr?.on('data', (chunk: unknown) => {
    said = `${said}${String(chunk)}`.slice(-keptOfStderr)
  })
  const wire = new Client(client, { versionNegotiation: { mode: 'auto' } })
  try {
    await wire.connect(transport)
  } catch (error) {
    await wire.close()
    throw new ConnectionError(explain(server, error, said), { cause: error })
  }
  return {
    server: serverInfo(wire, server),
    async listTools() {
      const { tools } = await wire.listTools()
      return tools.map((tool): ListedTool => ({ ...tool }))
    },
    async callTool(name, args, signal) {
      return readResult(await wire.callTool({ name, arguments: { ...args } }, { signal, timeout: callTimeout }))
    },
    close: () => wire.close(),
  }
}

function serverInfo(wire: Client, { command }: ServerCommand): ServerInfo {
  const said = wire.getServerVersion()
  const instructions = wire.getInstructions()
  return {
    name: said?.name ?? command,
    version: said?.version ?? 'unknown',
    ...(said?.title !== undefined && { title: said.title }),
    ...(instructions !== undefined && { instructions }),
  }
}

function readResult(result: unknown): ToolResult {
  if (!isResult(result)) throw new TypeError('The server answered with something that is no tool result.')
  return result
}

/** The official client has checked the items. */
function isResult(result: unknown): result is ToolResult {
  return isObject(result) && Array.isArray(result['content'])
}

function explain({ command, args }: ServerCommand, error: unknown, stderr: string): string {
  const line = [command, ...args].join(' ')
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return `${line}: no such program or folder.`
  const reason = error instanceof Error ? error.message : String(error)
  const heard = stderr.trim()
  return `${line}: no MCP server answered (${reason}).${heard === '' ? '' : ` It said:\n${heard}`}`
}
