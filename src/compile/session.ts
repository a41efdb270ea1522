import { existsSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { extract } from './extract.ts'
import type { Extracted } from './extract.ts'
import { compilerOptions } from './options.ts'
import { hashText } from './hash.ts'
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
  extract(this: void): Extraction
  /** What the last run read or looked for, also when it failed. */
  reads(this: void): Iterable<string>
}

/** What one run leaves to the next. */
interface Run {
  readonly program: ts.Program
  readonly inputs: ReadonlyMap<string, string>
  readonly misses: ReadonlySet<string>
}

/** Opens a session over entry modules. The compiler is loaded here, and nowhere else. */
export function createSession(entries: readonly string[]): Session {
  const folder = dirname(entries[0] ?? '.')
  const compiler = loadCompiler(folder)
  let previous: Run | undefined
  let reader = createReader(compiler)
  return {
    reads: () => [...reader.inputs.keys(), ...reader.misses],
    extract() {
      reader = createReader(compiler)
      const { inputs, misses, readFile } = reader
      const options = compilerOptions(compiler, folder, reader)
      const settings = { rootNames: [...entries], options, host: reader.host(options) }
      const known = previous !== undefined && holds(previous) ? previous : undefined
      const program = compiler.createProgram(
        known === undefined ? settings : { ...settings, oldProgram: known.program },
      )
      // Names that are resolved already are not looked for again.
      const run: Run = {
        program,
        inputs: new Map([...notSources(known), ...inputs]),
        misses: new Set([...(known?.misses ?? []), ...misses]),
      }
      refuseBrokenSyntax(compiler, program)
      const extracted = extract(openWorkshop({ compiler, program, readFile }), entries)
      previous = run
      return { ...extracted, inputs: new Map([...run.inputs, ...inputs]), misses: run.misses }
    },
  }
}

/** Whether names still mean what they meant: nothing appeared that was missed, no package changed. */
function holds(run: Run): boolean {
  if ([...run.misses].some((path) => existsSync(path))) return false
  return notSources(run).every(([path, hash]) => existsSync(path) && hashText(readFileSync(path, 'utf8')) === hash)
}

/** What was read beside sources: configuration and packages. */
function notSources(run: Run | undefined): (readonly [string, string])[] {
  return run === undefined ? [] : [...run.inputs].filter(([path]) => run.program.getSourceFile(path) === undefined)
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
