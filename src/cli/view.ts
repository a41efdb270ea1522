import type { Diagnostic } from '../compile/index.ts'
import { latest } from '../protocol/index.ts'
import type { ServerInfo, UnknownObject } from '../tool/index.ts'
import type { Io } from './command.ts'
import { openCommand } from './foreign.ts'
import { openSource, requireTools } from './source.ts'

/** What a client sees of a server, and what the compiler had to say of its source. */
export interface View {
  readonly server: ServerInfo
  /** As `tools/list` of the newest revision would send them; a foreign server's as it sent them. */
  readonly tools: readonly UnknownObject[]
  readonly diagnostics: readonly Diagnostic[]
}

/** Looks at sources without running them. */
export async function viewSource(targets: readonly string[], io: Io): Promise<View> {
  const loaded = await openSource(targets, io.cwd)
  requireTools(loaded, targets)
  const { server, tools } = loaded.manifest
  const { name, version, title, instructions } = server
  return {
    server: {
      name,
      version,
      ...(title !== undefined && { title }),
      ...(instructions !== undefined && { instructions }),
    },
    tools: tools.map((tool) => latest.encodeTool(tool)),
    diagnostics: loaded.diagnostics,
  }
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
