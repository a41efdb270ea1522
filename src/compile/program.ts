import { createRequire } from 'node:module'
import type ts from '@typescript/typescript6'

export type { ts }

/** The classic compiler API of the version that was loaded. Enum values differ between versions: take them from here. */
export type Compiler = typeof ts

/** The author's own TypeScript where it is 5.x or 6.x, else the one that comes with Verbnoun. */
export function loadCompiler(folder: string): Compiler {
  const own = createRequire(`${folder}/package.json`)
  const bundled = createRequire(import.meta.url)
  const compiler: Compiler = hasClassicApi(own) ? own('typescript') : bundled('@typescript/typescript6')
  return compiler
}

function hasClassicApi(own: NodeJS.Require): boolean {
  try {
    const { version }: { version: unknown } = own('typescript/package.json')
    return /^[56]\./.test(String(version))
  } catch {
    return false
  }
}
