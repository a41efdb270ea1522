import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { afterAll } from 'vitest'
import { findEntries, formatDiagnostic, openTarget } from '../../src/compile/index.ts'
import type { Compiled, Loaded } from '../../src/compile/index.ts'
import { Session } from '../../src/compile/session.ts'
import type { CompiledTool } from '../../src/tool/index.ts'

const roots: string[] = []
afterAll(() => {
  for (const root of roots) rmSync(root, { recursive: true, force: true })
})

/** A folder with these files, which is gone after the tests. */
export function project(files: Readonly<Record<string, string>>): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'verbnoun-compile-')))
  roots.push(root)
  for (const [path, text] of Object.entries(files)) write(root, path, text)
  return root
}

export function write(root: string, path: string, text: string): void {
  const file = join(root, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

/** Compiles `tools.ts` (or another file) of a project. */
export async function open(root: string, target = 'tools.ts'): Promise<Loaded> {
  return await openTarget(await findEntries(target, root), { cwd: root })
}

/** What the compiler finds in a module that stands alone in its project, without bundling it. */
export async function compileText(source: string): Promise<Compiled> {
  const root = project({ 'package.json': '{"name":"shop","version":"1.2.3"}', 'tools.ts': source })
  const { manifest, diagnostics } = new Session([join(root, 'tools.ts')]).extract()
  return { manifest, diagnostics: diagnostics.map((each) => ({ ...each, file: relative(root, each.file) })) }
}

/** The tool of a module that has one. Fails with what the compiler said when it has none. */
export async function toolOf(source: string): Promise<CompiledTool> {
  const { manifest, diagnostics } = await compileText(source)
  const [tool] = manifest.tools
  if (tool === undefined) throw new Error(diagnostics.map(formatDiagnostic).join('\n'))
  return tool
}

/** What the compiler says of a module, without what it says of missing comments. */
export async function saidOf(source: string): Promise<string[]> {
  const { diagnostics } = await compileText(source)
  return diagnostics.filter(({ code }) => code !== 'undocumented-export').map(formatDiagnostic)
}
