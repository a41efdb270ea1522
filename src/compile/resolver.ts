import { isBuiltin } from 'node:module'
import { isOwn, ownModule } from './own-package.ts'
import type { Compiler, ts } from './program.ts'

type Resolver = NonNullable<ts.CompilerHost['resolveModuleNameLiterals']>

/** Finds modules as the compiler does, and Verbnoun itself also where the author has not installed it. */
export function createResolver(
  compiler: Compiler,
  options: ts.CompilerOptions,
  host: ts.ModuleResolutionHost,
): Resolver {
  const cache = compiler.createModuleResolutionCache('/', (path) => path, options)
  return (literals, containing) =>
    literals.map(({ text }) => {
      // Their types are declared by name: looking for files would ask for hundreds that are not there.
      if (isBuiltin(text)) return { resolvedModule: undefined }
      const found = compiler.resolveModuleName(text, containing, options, host, cache)
      const own = found.resolvedModule === undefined && isOwn(text) ? ownModule(text, 'types') : undefined
      if (own === undefined) return found
      const extension = own.endsWith('.d.ts') ? '.d.ts' : '.ts'
      return { ...found, resolvedModule: { resolvedFileName: own, extension, isExternalLibraryImport: false } }
    })
}
