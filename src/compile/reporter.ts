import type { Diagnostic } from './diagnostic.ts'
import type { ts } from './program.ts'
import { Refusal } from './refusal.ts'

/** A place in a source: a node, or a position in the file of one. */
export interface SourcePlace {
  readonly at: ts.Node
  readonly pos?: number
}

/** Collects diagnostics, with absolute paths. The same thing at the same place is said once. */
export class Reporter {
  readonly #found = new Map<string, Diagnostic>()
  /** The tool that is being compiled. */
  tool: string | undefined

  error(code: string, message: string, place: SourcePlace): void {
    this.#add('error', code, { message, ...place })
  }

  warn(code: string, message: string, place: SourcePlace): void {
    this.#add('warning', code, { message, ...place })
  }

  /** Runs a part of the work; a refusal in it becomes an error, and the part has no result. */
  attempt<Result>(work: () => Result): Result | undefined {
    try {
      return work()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      this.error(error.code, error.message, error)
      return undefined
    }
  }

  /** By file and place. */
  diagnostics(): Diagnostic[] {
    return [...this.#found.values()].toSorted(
      (a, b) => a.file.localeCompare(b.file, 'en') || a.line - b.line || a.column - b.column,
    )
  }

  #add(severity: Diagnostic['severity'], code: string, { message, at, pos }: { message: string } & SourcePlace): void {
    const source = at.getSourceFile()
    const { line, character } = source.getLineAndCharacterOfPosition(pos ?? at.getStart(source))
    const about = this.tool === undefined ? {} : { tool: this.tool }
    const found = { severity, code, file: source.fileName, line: line + 1, column: character + 1, message, ...about }
    const key = [code, found.file, line, character, message].join('\0')
    if (!this.#found.has(key)) this.#found.set(key, found)
  }
}
