import type { Repeatable } from './config.ts'
import { configOf } from './define.ts'
import type { UnknownObject } from './json.ts'
import type { Returning, Tool, ToolContext, ToolDefinition } from './tool.ts'

/** How one parameter of a function is filled from the arguments. */
export type Parameter =
  /** The argument of that name, or undefined, so that the function's own default applies. */
  | { readonly kind: 'argument'; readonly name: string }
  /** A list argument, spread. */
  | { readonly kind: 'rest'; readonly name: string }
  /** All arguments as one object. */
  | { readonly kind: 'object' }
  /** The `ToolContext`. */
  | { readonly kind: 'context' }

/** A tool as the compiler found it: what goes on the wire, and how to call the function. Plain data. */
export interface CompiledTool extends ToolDefinition, Returning, Repeatable {
  /** Which of the entry modules exports it, by position. */
  readonly module: number
  /** Under which name that module exports it. */
  readonly export: string
  readonly parameters: readonly Parameter[]
  /** Requests that this tool should win, and those that it should leave to others. */
  readonly requests?: { readonly for: readonly string[]; readonly notFor: readonly string[] }
  /** Rules of `check` that the author has decided against, each with his reason. */
  readonly ignored?: readonly { readonly rule: string; readonly reason: string }[]
}

/** A value that a module exports. */
export interface ExportPlace {
  /** Which of the entry modules, by position. */
  readonly module: number
  readonly export: string
}

/** What a server says of itself. https://modelcontextprotocol.io/specification/2025-11-25/schema#implementation */
export interface ServerInfo {
  readonly name: string
  readonly version: string
  readonly title?: string
  /** What a model should know before it uses any of the tools. */
  readonly instructions?: string
}

/** All that the compiler knows of a set of entry modules. Plain data: it is cached and built into bundles. */
export interface Manifest {
  readonly server: ServerInfo
  readonly tools: readonly CompiledTool[]
  /** Values that register themselves when the module runs: `tool({…})`, `resource(…)`, `prompt(…)`, drafts. */
  readonly runtime?: readonly ExportPlace[]
  /** The `export default server({…})`, and the names of its fields that only a running module knows. */
  readonly declaration?: ExportPlace & { readonly computed: readonly string[] }
}

/** Joins a compiled definition to its function. Throws a `TypeError` when manifest and module have parted. */
export function bindTool(compiled: CompiledTool, modules: readonly UnknownObject[]): Tool {
  const { module, export: key, parameters, ...definition } = compiled
  const callee = modules[module]?.[key]
  if (typeof callee !== 'function') throw new TypeError(`${definition.name}: the module exports no function "${key}".`)
  const target = callee
  return {
    ...definition,
    ...configOf(target),
    run: (args, context): unknown => Reflect.apply(target, context, spread(parameters, args, context)),
  }
}

function spread(parameters: readonly Parameter[], args: UnknownObject, context: ToolContext): unknown[] {
  return parameters.flatMap((parameter): unknown[] => {
    switch (parameter.kind) {
      case 'argument':
        return [own(args, parameter.name)]
      case 'rest':
        return listOf(own(args, parameter.name))
      case 'object':
        return [args]
      case 'context':
        return [context]
    }
  })
}

function own(args: UnknownObject, name: string): unknown {
  return Object.hasOwn(args, name) ? args[name] : undefined
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}
