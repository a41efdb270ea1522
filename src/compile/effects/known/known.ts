import type { ts } from '../../program.ts'
import type { Effect } from '../effect.ts'
import type { Scene } from '../scene.ts'

/** A call, as far as it is known what is called. */
export interface KnownCall {
  readonly node: ts.CallExpression | ts.NewExpression | ts.TaggedTemplateExpression
  /** Where the callee comes from: `node:fs`, `stripe`, `global`; undefined for the author's own. */
  readonly origin: string | undefined
  /** The names that lead to it: `['refunds', 'create']`. */
  readonly names: readonly string[]
  /** The name of the type that the method belongs to. */
  readonly owner: string | undefined
  readonly args: readonly ts.Expression[]
}

/** What the entries of the list say of a call. */
export type Found = Pick<Effect, 'on' | 'access' | 'what'>

/** One family of effects: gives what a call does, and undefined for calls that it does not know. */
export interface KnownEffects {
  readonly name: string
  find(this: void, call: KnownCall, scene: Scene): Found | undefined
}
