import { basename } from 'node:path'
import { findEntries, openTarget, SourceError } from '../compile/index.ts'
import type { Loaded } from '../compile/index.ts'
import { createServer } from '../serve/index.ts'
import type { Server } from '../serve/index.ts'
import { bindTool } from '../tool/index.ts'

/** Compiles files and folders as one target. Throws a `SourceError` for what cannot be used at all. */
export async function openSource(targets: readonly string[], cwd: string): Promise<Loaded> {
  const entries = await Promise.all(targets.map((target) => findEntries(target, cwd)))
  return await openTarget([...new Set(entries.flat())], { cwd })
}

/** Runs the modules of a target and puts their functions behind a server. */
export async function serverOf({ manifest, load }: Loaded): Promise<Server> {
  if (manifest.tools.length === 0) throw new SourceError(`${basename(manifest.server.name)} exports no tool.`)
  const modules = await load()
  return createServer({ ...manifest.server, tools: manifest.tools.map((tool) => bindTool(tool, modules)) })
}
