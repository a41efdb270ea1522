/** Something the compiler has to say of a source, at the author's own line. */
export interface Diagnostic {
  readonly severity: 'error' | 'warning'
  /** A word that stays the same while messages change. */
  readonly code: string
  /** Relative to the working directory. */
  readonly file: string
  /** From 1. */
  readonly line: number
  /** From 1. */
  readonly column: number
  readonly message: string
  /** The tool it is about. */
  readonly tool?: string
}

/**
 * Whether nothing is served or built because of it: an error, or an export that nobody described. Such an export is
 * usually a helper, and serving it by accident gives it away.
 */
export function isRefusal({ severity, code }: Diagnostic): boolean {
  return severity === 'error' || code === 'undocumented-export'
}

/** One line in the format of tsc, which editors and continuous integration can read. */
export function formatDiagnostic(diagnostic: Diagnostic): string {
  const { severity, code, file, line, column, message, tool } = diagnostic
  const about = tool === undefined ? '' : ` [${tool}]`
  return `${file}(${line},${column}): ${severity} ${code}: ${message}${about}`
}
