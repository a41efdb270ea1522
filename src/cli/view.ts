import { openTarget } from '../compile/index.ts'
import type { Diagnostic } from '../compile/index.ts'
import { listTools } from '../serve/index.ts'
import type { ServerInfo, UnknownObject } from '../tool/index.ts'
import type { Io } from './command.ts'
import { openCommand } from './foreign.ts'
import { isSeenRunning, requireTools, runSource } from './source.ts'

/** What a client sees of a server, and what the compiler had to say of its source. */
export interface View {
  readonly server: ServerInfo
  /** As `tools/list` of the newest revision would send them; a foreign server's as it sent them. */
  readonly tools: readonly UnknownObject[]
  readonly diagnostics: readonly Diagnostic[]
}

/** Looks at sources, and runs them only where they have tools that no compiler sees. */
export async function viewSource(targets: readonly string[], io: Io): Promise<View> {
  const loaded = await openTarget(targets, { cwd: io.cwd })
  requireTools(loaded, targets)
  const { manifest, diagnostics } = loaded
  if (!isSeenRunning(manifest)) {
    return { server: infoOf(manifest.server), tools: listTools(manifest.tools), diagnostics }
  }
  const { server, info } = await runSource(loaded, io, { ledger: 'memory:' })
  return { server: infoOf(info), tools: server.listTools(), diagnostics }
}

function infoOf({ name, version, title, instructions }: ServerInfo): ServerInfo {
  return { name, version, ...(title !== undefined && { title }), ...(instructions !== undefined && { instructions }) }
}

/** Starts a foreign server, lists its tools and stops it. */
export async function viewCommand(command: readonly string[], io: Io): Promise<View> {
  const connection = await openCommand(command, io)
  try {
    return { server: connection.server, tools: await connection.listTools(), diagnostics: [] }
  } finally {
    await connection.close()
  }
}
