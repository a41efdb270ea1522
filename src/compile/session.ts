import { existsSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { ToolEffects } from './effects/effect.ts'
import { effectsOfTools } from './effects/tool-effects.ts'
import { extract } from './extract.ts'
import type { Extracted } from './extract.ts'
import { compilerOptions } from './options.ts'
import { hashText } from './hash.ts'
import { loadCompiler } from './program.ts'
import type { Compiler, ts } from './program.ts'
import { createReader } from './reader.ts'
import type { SourceReader } from './reader.ts'
import { SourceError } from './source-error.ts'
import { openWorkshop } from './workshop.ts'
import type { Workshop } from './workshop.ts'

/** What the compiler found, and which files it depends on. */
export interface Extraction extends Extracted {
  readonly inputs: ReadonlyMap<string, string>
  readonly misses: ReadonlySet<string>
}

/** What one run leaves to the next. */
interface Run {
  readonly program: ts.Program
  readonly inputs: ReadonlyMap<string, string>
  readonly misses: ReadonlySet<string>
}

/** Compiles the same entries again and again, and does over only what changed. */
export class Session {
  readonly #entries: readonly string[]
  readonly #folder: string
  readonly #compiler: Compiler
  #reader: SourceReader
  #run: Run | undefined

  /** Loads the compiler, which nothing else does. */
  constructor(entries: readonly string[]) {
    this.#entries = entries
    this.#folder = dirname(entries[0] ?? '.')
    this.#compiler = loadCompiler(this.#folder)
    this.#reader = createReader(this.#compiler)
  }

  extract(): Extraction {
    const shop = this.#open()
    const extracted = extract(shop, this.#entries)
    const inputs = new Map([...(this.#run?.inputs ?? []), ...this.#reader.inputs])
    return { ...extracted, inputs, misses: this.#run?.misses ?? new Set() }
  }

  /** What the code of the tools does, with absolute paths. */
  effects(): ToolEffects[] {
    const shop = this.#open()
    return effectsOfTools(shop, this.#entries, extract(shop, this.#entries).manifest)
  }

  /** What the last run read or looked for, also when it failed. */
  reads(): string[] {
    return [...this.#reader.inputs.keys(), ...this.#reader.misses]
  }

  /** A program of the files as they are. Throws a `SourceError` for what does not parse. */
  #open(): Workshop {
    const compiler = this.#compiler
    this.#reader = createReader(compiler)
    const { inputs, misses, readFile } = this.#reader
    const options = compilerOptions(compiler, this.#folder, this.#reader)
    const settings = { rootNames: [...this.#entries], options, host: this.#reader.host(options) }
    const known = this.#run !== undefined && holds(this.#run) ? this.#run : undefined
    const program = compiler.createProgram(known === undefined ? settings : { ...settings, oldProgram: known.program })
    refuseBrokenSyntax(compiler, program)
    // Names that are resolved already are not looked for again.
    this.#run = {
      program,
      inputs: new Map([...notSources(known), ...inputs]),
      misses: new Set([...(known?.misses ?? []), ...misses]),
    }
    return openWorkshop({ compiler, program, readFile })
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
