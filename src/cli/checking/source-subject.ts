import { relative, sep } from 'node:path'
import { openTarget } from '../../compile/index.ts'
import type { Loaded, ToolEffects } from '../../compile/index.ts'
import { probeServer, readTools } from '../../check/index.ts'
import type { Place, Subject, SubjectTool } from '../../check/index.ts'
import { listTools } from '../../serve/index.ts'
import { testClient } from '../../testing/index.ts'
import type { CompiledTool, UnknownObject } from '../../tool/index.ts'
import type { Io } from '../command.ts'
import { isSeenRunning, requireTools, runSource } from '../source.ts'
import { clockFor, readAnswer } from './probing.ts'
import type { Probing } from './probing.ts'

/** The tools of sources, with what only their code tells. Throws a `SourceError` for what holds none. */
export async function sourceSubject(
  targets: readonly string[],
  probing: Probing | undefined,
  io: Io,
): Promise<Subject> {
  const loaded = await openTarget(targets, { cwd: io.cwd })
  requireTools(loaded, targets)
  const { manifest, diagnostics } = loaded
  const effects = new Map((await loaded.effects()).map((each) => [each.tool, each]))
  const compiled = new Map(manifest.tools.map((tool) => [tool.name, tool]))
  const { tools = [], incomplete = [] } = readTools(await listedTools(loaded, io)) ?? {}
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length
  const subject: Subject = {
    name: manifest.server.name,
    place: { file: slashed(relative(io.cwd, targets[0] ?? '.')) },
    tools: tools.map((tool) =>
      withSource(tool, { compiled: compiled.get(tool.name), effects: effects.get(tool.name) }),
    ),
    incomplete: [
      ...incomplete,
      ...(errors === 0
        ? []
        : [
            `the compiler refuses ${errors === 1 ? 'a part' : `${errors} parts`} of the source: verbnoun inspect shows what.`,
          ]),
    ],
  }
  return probing === undefined ? subject : await probeSource(subject, loaded, probing)
}

async function listedTools(loaded: Loaded, io: Io): Promise<readonly UnknownObject[]> {
  if (!isSeenRunning(loaded.manifest)) return listTools(loaded.manifest.tools)
  const { server } = await runSource(loaded, io, { ledger: 'memory:' })
  return server.listTools()
}

interface Found {
  readonly compiled: CompiledTool | undefined
  readonly effects: ToolEffects | undefined
}

function withSource(tool: SubjectTool, { compiled, effects }: Found): SubjectTool {
  const place = effects?.declared
  return {
    ...tool,
    ...(compiled?.requests !== undefined && { requests: compiled.requests }),
    ...(compiled?.ignored !== undefined && { ignored: compiled.ignored }),
    ...(place !== undefined && { place: bare(place) }),
    ...(effects !== undefined && {
      source: {
        effects: effects.effects.map((effect) => ({
          ...effect,
          path: effect.path.map((site) => ({ ...site, file: slashed(site.file) })),
        })),
      },
    }),
  }
}

function bare({ file, line, column }: Required<Place>): Place {
  return { file: slashed(file), line, column }
}

/** Files in reports are named alike on every system. */
export function slashed(path: string): string {
  return path.split(sep).join('/')
}

/** Runs the modules in this process and calls their tools the whole way. */
async function probeSource(subject: Subject, loaded: Loaded, { options, env }: Probing): Promise<Subject> {
  const client = await testClient(loaded, { env })
  try {
    const clock = clockFor()
    return await probeServer(
      subject,
      {
        hasTime: clock.hasTime,
        call: (name, args) =>
          clock.limit(async () => readAnswer(await client.request('tools/call', { name, arguments: args }))),
      },
      options,
    )
  } finally {
    await client.close()
  }
}
