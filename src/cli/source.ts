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
export async function serverOf(loaded: Loaded): Promise<Server> {
  const { server, tools } = loaded.manifest
  const modules = await loaded.load()
  return createServer({ ...server, tools: tools.map((tool) => bindTool(tool, modules)) })
}

/** A target that names no tool and no error is most likely the wrong file. */
export function requireTools({ manifest, diagnostics }: Loaded, targets: readonly string[]): void {
  if (manifest.tools.length > 0 || diagnostics.length > 0) return
  throw new SourceError(`${targets.join(', ')} exports no tool: a tool is an exported function with a doc comment.`)
}
