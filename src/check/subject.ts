import type { Annotations, UnknownObject } from '../tool/index.ts'

/** A place in a file. */
export interface Place {
  /** Relative to the working directory, with `/` between folders. */
  readonly file: string
  /** From 1. */
  readonly line?: number
  /** From 1. */
  readonly column?: number
}

/** A call on the way from a tool to an effect. */
export interface CallSite extends Place {
  /** What is called there. */
  readonly name: string
}

/** A rule that an author decided against, and why. */
export interface Ignored {
  readonly rule: string
  readonly reason: string
}

/** Something that the code of a tool was found to do to the world. */
export interface ReachedEffect {
  readonly on: 'files' | 'processes' | 'network' | 'database' | 'service'
  readonly access: 'read' | 'write' | 'unknown'
  /** In a word or two: `writeFile of node:fs`, `DELETE with fetch`. */
  readonly what: string
  /** From the body of the tool to the effect. */
  readonly path: readonly CallSite[]
  /** What the functions on the way say of rules. */
  readonly ignored?: readonly Ignored[]
}

/** What only the source of a tool tells. */
export interface ToolSource {
  readonly effects: readonly ReachedEffect[]
}

/** What a person would ask for when this tool should win, and when it should not. */
export interface Requests {
  readonly for: readonly string[]
  readonly notFor: readonly string[]
}

/** Why a call was made. */
export type ProbeKind = 'plain' | 'nothing' | 'wrong-type' | 'outside-enum' | 'unknown-name' | 'unknown-tool'

/** What came back. `refused`: the request itself failed, so that no model reads the text. */
export type ProbeAnswer =
  | { readonly kind: 'result'; readonly isError: boolean; readonly text: string; readonly structured?: unknown }
  | { readonly kind: 'refused'; readonly text: string }
  | { readonly kind: 'late'; readonly text: string }

/** One call of a tool with arguments that it should take, or refuse. */
export interface Probe {
  readonly kind: ProbeKind
  readonly args: UnknownObject
  /** The arguments that a good answer names. */
  readonly names: readonly string[]
  readonly answer: ProbeAnswer
}

/** A tool as a client sees it, wherever it came from; a schema may be anything. */
export interface SubjectTool {
  readonly name: string
  readonly title?: string
  readonly description?: string
  readonly inputSchema: unknown
  readonly outputSchema?: unknown
  readonly annotations?: Annotations
  readonly requests?: Requests
  readonly ignored?: readonly Ignored[]
  readonly source?: ToolSource
  readonly probes?: readonly Probe[]
  readonly place?: Place
}

/** A server, as far as it can be looked at without talking to it. */
export interface Subject {
  /** What it is called in findings. */
  readonly name: string
  readonly tools: readonly SubjectTool[]
  readonly instructions?: string
  /** What is shown where a finding has no place of its own. */
  readonly place?: Place
  /** What its tools were when its surface was last accepted. */
  readonly locked?: readonly SubjectTool[]
  /** How it answered a tool that it does not have. */
  readonly unknownTool?: ProbeAnswer
  /** What could not be looked at, in sentences. */
  readonly incomplete?: readonly string[]
}
