import { statSync } from 'node:fs'
import { hashText } from './hash.ts'
import type { ConfigReader } from './options.ts'
import type { ParsedFile } from './parsed-files.ts'
import { parsedFilesOf } from './parsed-files.ts'
import type { Compiler, ts } from './program.ts'
import { createResolver } from './resolver.ts'

/** Reads files for the compiler and remembers what it was asked for. */
export interface SourceReader extends ConfigReader {
  readFile(this: void, path: string): string | undefined
  host(this: void, options: ts.CompilerOptions): ts.CompilerHost
  /** Every file that was read and belongs to no default library, with the hash of what it held. */
  readonly inputs: ReadonlyMap<string, string>
  /** Paths that were looked for and not there. */
  readonly misses: ReadonlySet<string>
}

export function createReader(compiler: Compiler): SourceReader {
  const inputs = new Map<string, string>()
  const misses = new Set<string>()

  function statOf(path: string): ReturnType<typeof statSync> | undefined {
    const found = statSync(path, { throwIfNoEntry: false })
    if (found === undefined) misses.add(path)
    return found
  }

  function readFile(path: string): string | undefined {
    const text = compiler.sys.readFile(path)
    if (text === undefined) misses.add(path)
    else inputs.set(path, hashText(text))
    return text
  }

  function note(path: string, file: ParsedFile | undefined): ts.SourceFile | undefined {
    if (file === undefined) misses.add(path)
    else if (!file.isLibrary) inputs.set(path, file.hash)
    return file?.source
  }

  const disk = {
    readFile,
    fileExists: (path: string): boolean => statOf(path)?.isFile() ?? false,
    directoryExists: (path: string): boolean => statOf(path)?.isDirectory() ?? false,
  }
  const { useCaseSensitiveFileNames } = compiler.sys
  return {
    ...disk,
    useCaseSensitiveFileNames,
    inputs,
    misses,
    host(options) {
      const files = parsedFilesOf(compiler, options)
      return {
        ...compiler.createCompilerHost(options),
        ...disk,
        getSourceFile: (path, settings) =>
          note(path, files.read(path, typeof settings === 'object' ? settings : { languageVersion: settings })),
        resolveModuleNameLiterals: createResolver(compiler, options, disk),
      }
    },
  }
}
