/** What a command may do to the world: write lines, and know where it was called. */
export interface Io {
  /** A line on stdout. */
  readonly out: (line: string) => void
  /** A line on stderr. */
  readonly err: (line: string) => void
  /** From here on only `out` reaches stdout: what a module prints goes to stderr. */
  readonly quiet: () => void
  /** The working directory. */
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /** Aborts when the person interrupts. */
  readonly signal: AbortSignal
}

export interface Option {
  readonly type: 'boolean' | 'string'
  /** One letter, for `-o`. */
  readonly short?: string
  /** What stands for the value in the help: `--args JSON`. */
  readonly value?: string
  readonly says: string
}

/** What a person typed behind the name of a command. */
export interface Invocation {
  readonly words: readonly string[]
  readonly options: Readonly<Record<string, string | boolean | undefined>>
  /** What follows `--`: the command of a foreign server. */
  readonly command: readonly string[]
}

/** One verb of the command line. Rooms it needs are imported when it runs, so that no command pays for another. */
export interface Command {
  readonly name: string
  /** One sentence. */
  readonly says: string
  /** The forms it takes, without the program's name. */
  readonly usage: readonly string[]
  readonly options: Readonly<Record<string, Option>>
  readonly examples: readonly string[]
  /** Returns the exit code: 0 good, 1 findings or a failed call. Throws a `UsageError` for 2. */
  run(invocation: Invocation, io: Io): Promise<number>
}

/** What was typed makes no sense, or what it names cannot be used. The message is all that a person sees; exit 2. */
export class UsageError extends Error {
  override readonly name: string = 'UsageError'
}
