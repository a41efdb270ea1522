import { readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { hashText } from './hash.ts'
import type { Compiler, ts } from './program.ts'

/** Parsed files, kept from one run to the next as long as the file on disk stays as it was. */
export interface ParsedFiles {
  /** Undefined when there is no such file. */
  read(this: void, path: string, options: ts.CreateSourceFileOptions): ParsedFile | undefined
}

export interface ParsedFile {
  readonly source: ts.SourceFile
  readonly hash: string
  /** Whether it comes with the compiler, and so changes only with it. */
  readonly isLibrary: boolean
}

interface Kept extends ParsedFile {
  readonly size: number
  readonly changed: number
}

const registries = new WeakMap<Compiler, Map<string, ParsedFiles>>()

/** The parsed files of this process. A file that was parsed under other options is another file. */
export function parsedFilesOf(compiler: Compiler, options: ts.CompilerOptions): ParsedFiles {
  const registry = registries.get(compiler) ?? new Map<string, ParsedFiles>()
  registries.set(compiler, registry)
  const key = [options.target, options.jsx, options.moduleDetection, options.experimentalDecorators].join()
  const files = registry.get(key) ?? createParsedFiles(compiler)
  registry.set(key, files)
  return files
}

function createParsedFiles(compiler: Compiler): ParsedFiles {
  const kept = new Map<string, Kept>()
  const library = dirname(compiler.getDefaultLibFilePath({}))
  return {
    read(path, options) {
      const known = kept.get(path)
      if (known?.isLibrary === true) return known
      const found = statSync(path, { throwIfNoEntry: false })
      if (found === undefined) return undefined
      if (known !== undefined && known.size === found.size && known.changed === found.ctimeMs) return known
      const text = readFileSync(path, 'utf8')
      const source = compiler.createSourceFile(path, text, { ...options, jsDocParsingMode: modeFor(path, compiler) })
      const isLibrary = path.startsWith(library)
      const file = { source, hash: hashText(text), isLibrary, size: found.size, changed: found.ctimeMs }
      kept.set(path, file)
      return file
    },
  }
}

/** Doc comments are read from the text, so that parsing them would be lost work, save in JavaScript where they are types. */
function modeFor(path: string, { JSDocParsingMode }: Compiler): ts.JSDocParsingMode {
  return /\.[cm]?jsx?$/.test(path) ? JSDocParsingMode.ParseAll : JSDocParsingMode.ParseNone
}
