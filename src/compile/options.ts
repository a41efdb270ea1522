import { dirname } from 'node:path'
import { createRequire } from 'node:module'
import type { Compiler, ts } from './program.ts'

/** How the compiler looks at the disk, and what is asked of it. */
export type ConfigReader = Pick<ts.ParseConfigHost, 'fileExists' | 'readFile' | 'useCaseSensitiveFileNames'>

/**
 * The author's options, with those settled that decide what a type is: nullability is always strict, and modules are
 * found the way the bundler finds them. What an author left open gets one value for every version of the compiler.
 */
export function compilerOptions(compiler: Compiler, folder: string, reader: ConfigReader): ts.CompilerOptions {
  const path = compiler.findConfigFile(folder, (file) => reader.fileExists(file))
  const own = path === undefined ? {} : readConfig(compiler, path, reader)
  return {
    ...own,
    ...(own.lib === undefined && path === undefined ? { lib: defaultLibraries(folder) } : {}),
    target: own.target ?? compiler.ScriptTarget.ES2022,
    types: own.types?.filter((name) => name !== '*') ?? automaticTypes(compiler, own, folder),
    typeRoots: typeRoots(compiler, own, folder),
    strict: own.strict ?? true,
    strictNullChecks: true,
    module: compiler.ModuleKind.ESNext,
    moduleResolution: compiler.ModuleResolutionKind.Bundler,
    customConditions: [...(own.customConditions ?? []), 'node'],
    allowImportingTsExtensions: true,
    allowJs: true,
    resolveJsonModule: true,
    skipLibCheck: true,
    noEmit: true,
    composite: false,
    incremental: false,
    noLib: false,
  }
}

function readConfig(compiler: Compiler, path: string, reader: ConfigReader): ts.CompilerOptions {
  const { config } = compiler.readConfigFile(path, (file) => reader.readFile(file))
  // Which files the author's project holds does not matter here, and listing them takes long.
  const host: ts.ParseConfigHost = { ...reader, readDirectory: () => [] }
  return compiler.parseJsonConfigFileContent(config, host, dirname(path), undefined, path).options
}

/** Without a configuration nobody asked for a browser, but its library is the only other one that knows `URL`. */
function defaultLibraries(folder: string): string[] {
  const browser = nodeTypes(folder) === undefined ? ['lib.dom.d.ts'] : []
  return ['lib.es2023.d.ts', ...browser]
}

function automaticTypes(compiler: Compiler, own: ts.CompilerOptions, folder: string): string[] {
  const { types: _, ...open } = own
  const found = compiler.getAutomaticTypeDirectiveNames(
    { ...open, typeRoots: typeRoots(compiler, own, folder) },
    { ...compiler.sys, getCurrentDirectory: () => folder },
  )
  return found.includes('node') || nodeTypes(folder) === undefined ? found : [...found, 'node']
}

function typeRoots(compiler: Compiler, own: ts.CompilerOptions, folder: string): string[] {
  const roots = compiler.getEffectiveTypeRoots(own, { getCurrentDirectory: () => folder }) ?? []
  const node = nodeTypes(folder)
  return node === undefined || roots.some((root) => node.startsWith(root)) ? roots : [...roots, dirname(node)]
}

/** The types of Node: the author's, else those beside Verbnoun, if there are any. */
function nodeTypes(folder: string): string | undefined {
  for (const from of [`${folder}/package.json`, import.meta.url]) {
    try {
      return dirname(createRequire(from).resolve('@types/node/package.json'))
    } catch {
      continue
    }
  }
  return undefined
}
