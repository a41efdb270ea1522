import { dirname } from 'node:path'
import { extract } from './extract.ts'
import type { Extracted } from './extract.ts'
import { compilerOptions } from './options.ts'
import { loadCompiler } from './program.ts'
import type { Compiler, ts } from './program.ts'
import { createReader } from './reader.ts'
import { SourceError } from './source-error.ts'
import { openWorkshop } from './workshop.ts'

/** What the compiler found, and which files it depends on. */
export interface Extraction extends Extracted {
  readonly inputs: ReadonlyMap<string, string>
  readonly misses: ReadonlySet<string>
}

/** Compiles the same entries again and again, and does over only what changed. */
export interface Session {
  extract(): Extraction
}

/** Opens a session over entry modules. The compiler is loaded here, and nowhere else. */
export function createSession(entries: readonly string[]): Session {
  const folder = dirname(entries[0] ?? '.')
  const compiler = loadCompiler(folder)
  let previous: ts.Program | undefined
  return {
    extract() {
      const reader = createReader(compiler)
      const options = compilerOptions(compiler, folder, reader)
      const settings = { rootNames: [...entries], options, host: reader.host(options) }
      const program = compiler.createProgram(previous === undefined ? settings : { ...settings, oldProgram: previous })
      refuseBrokenSyntax(compiler, program)
      const { readFile, inputs, misses } = reader
      const extracted = extract(openWorkshop({ compiler, program, readFile: (path) => readFile(path) }), entries)
      previous = program
      return { ...extracted, inputs, misses }
    },
  }
}

/** What does not parse has no meaning that could be judged. */
function refuseBrokenSyntax(compiler: Compiler, program: ts.Program): void {
  for (const source of program.getSourceFiles()) {
    if (source.isDeclarationFile) continue
    const [broken] = program.getSyntacticDiagnostics(source)
    if (broken === undefined) continue
    const { line, character } = source.getLineAndCharacterOfPosition(broken.start)
    const message = compiler.flattenDiagnosticMessageText(broken.messageText, ' ')
    throw new SourceError(`${source.fileName}(${line + 1},${character + 1}): ${message}`)
  }
}
