import type { CompiledTool, Manifest } from '../tool/index.ts'
import type { Diagnostic } from './diagnostic.ts'
import { exportsOf } from './module-exports.ts'
import type { ModuleExport } from './module-exports.ts'
import type { ts } from './program.ts'
import { readServer } from './server-info.ts'
import { readTool } from './compiled-tool.ts'
import { runtimeExports, warnOfHiddenFunctions } from './runtime-exports.ts'
import type { Workshop } from './workshop.ts'

/** What a program was found to hold. */
export interface Extracted {
  readonly manifest: Manifest
  /** With absolute paths. */
  readonly diagnostics: readonly Diagnostic[]
}

/** Reads the tools and the server out of the entries of a program. */
export function extract(shop: Workshop, entries: readonly string[]): Extracted {
  const sources = entries.flatMap((entry) => shop.program.getSourceFile(entry) ?? [])
  const exported = sources.flatMap((source, module) => exportsOf(source, module, shop))
  const tools = distinctByName(
    exported.flatMap((each) => readTool(each, shop) ?? []),
    exported,
    shop,
  )
  const runtime = runtimeExports(exported, shop)
  warnOfHiddenFunctions(exported, shop)
  const { info, declaration } = readServer(sources, exported, shop)
  const diagnostics = shop.reporter.diagnostics()
  const broken = new Set(diagnostics.flatMap(({ severity, tool }) => (severity === 'error' ? (tool ?? []) : [])))
  const manifest: Manifest = {
    server: info,
    tools: tools.filter(({ name }) => !broken.has(name)),
    ...(runtime.length > 0 ? { runtime } : {}),
    ...(declaration === undefined ? {} : { declaration }),
  }
  return { manifest, diagnostics }
}

/** Sorted by name, so that a list reads the same however the modules are arranged. */
function distinctByName(
  tools: readonly CompiledTool[],
  exported: readonly ModuleExport[],
  { reporter }: Workshop,
): CompiledTool[] {
  const byName = new Map<string, CompiledTool>()
  for (const tool of tools) {
    const other = byName.get(tool.name)
    if (other === undefined) {
      byName.set(tool.name, tool)
      continue
    }
    const source = exported.find(({ key, module }) => key === tool.export && module === tool.module)
    if (source !== undefined && !isSame(other, tool, exported)) {
      reporter.error('duplicate-name', `Two tools are named ${tool.name}.`, { at: source.declaration })
    }
  }
  return [...byName.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/** One function that two entries export is one tool. */
function isSame(one: CompiledTool, other: CompiledTool, exported: readonly ModuleExport[]): boolean {
  const declarationOf = (tool: CompiledTool): ts.Node | undefined =>
    exported.find(({ key, module }) => key === tool.export && module === tool.module)?.declaration
  return declarationOf(one) === declarationOf(other)
}
