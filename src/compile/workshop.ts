import type { SchemaObject } from '../tool/index.ts'
import type { Misfit } from './docs/describe.ts'
import type { Compiler, ts } from './program.ts'
import { Reporter } from './reporter.ts'

/** What one run of the compiler shares between all tools. */
export interface Workshop {
  readonly compiler: Compiler
  readonly program: ts.Program
  readonly checker: ts.TypeChecker
  readonly reporter: Reporter
  /** Reads a file that is no source, and remembers that it was read. */
  readonly readFile: (path: string) => string | undefined
  /** Schemas of types that refer to no definition, by side. */
  readonly known: Readonly<Record<'input' | 'output', Map<ts.Type, SchemaObject>>>
}

export function openWorkshop(tools: Pick<Workshop, 'compiler' | 'program' | 'readFile'>): Workshop {
  const known = { input: new Map<ts.Type, SchemaObject>(), output: new Map<ts.Type, SchemaObject>() }
  return { ...tools, checker: tools.program.getTypeChecker(), reporter: new Reporter(), known }
}

/** Tells the author of a tag that does not fit, at the tag. */
export function misfitAt({ reporter }: Workshop, at: ts.Node): Misfit {
  return ({ tag, written, pos }, reason) => {
    const message = `@${written} does not fit: ${reason}.`
    // An example that does not fit is dropped, and harms nobody who calls.
    if (tag === 'example') reporter.warn('constraint', message, { at, pos })
    else reporter.error('constraint', message, { at, pos })
  }
}
