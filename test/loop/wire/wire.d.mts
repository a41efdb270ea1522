export interface ScriptedAnswer {
  readonly reasoning?: string | readonly string[]
  /** Anthropic only. */
  readonly redacted?: string
  readonly text?: string
  readonly calls?: readonly {
    readonly id?: string
    readonly name: string
    readonly arguments?: object | string
  }[]
  readonly finish?: 'length' | 'withheld'
  readonly usage?: { readonly input: number; readonly output: number }
  readonly status?: number
  readonly message?: string
  readonly retryAfter?: number
  readonly cut?: true
  readonly breaks?: string
  readonly paceMs?: number
}

export interface WireRequest {
  readonly dialect: string | undefined
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any
  /** What it got; 0 as long as it waits. */
  readonly status: number
  /** Why it was refused. */
  readonly message?: string
}

export interface Wire {
  readonly url: string
  readonly requests: readonly WireRequest[]
  /** Answers not given yet. */
  readonly left: readonly unknown[]
  close(): Promise<void>
}

export function openWire(
  // oxlint-disable-next-line typescript/no-explicit-any
  answers: readonly (ScriptedAnswer | ((body: any) => ScriptedAnswer))[],
  options?: { readonly port?: number },
): Promise<Wire>
