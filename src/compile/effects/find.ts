import type { ts } from '../program.ts'
import { describeCall } from './callee.ts'
import type { AnyCall } from './callee.ts'
import type { CallSite, Effect } from './effect.ts'
import { knownEffects } from './known/index.ts'
import type { KnownCall } from './known/known.ts'
import { methodOf } from './context-calls.ts'
import type { Scene } from './scene.ts'
import { stepMethods } from './steps.ts'
import { createTargets, hasBody } from './targets.ts'
import type { Targets } from './targets.ts'

/** What the code of one function was found to do. */
export interface Reached {
  readonly effects: readonly Effect[]
  readonly unknown: readonly CallSite[]
}

/** Follows calls from functions to effects. Files are named by absolute paths. */
export interface EffectSearch {
  from(this: void, code: ts.Node): Reached
  /** The same without what stands in `ctx.step` and `ctx.confirm`, which runs once however often the function does. */
  outsideSteps(this: void, code: ts.Node): Reached
}

export function createSearch(scene: Scene): EffectSearch {
  const targets = createTargets(scene)
  const reach = (code: ts.Node, isSkipped: (node: ts.Node) => boolean): Reached => {
    const trail = new Trail(scene, targets, isSkipped)
    trail.start(code)
    return { effects: [...trail.effects.values()], unknown: [...trail.unknown.values()] }
  }
  return {
    from: (code) => reach(code, () => false),
    outsideSteps: (code) => reach(code, (node) => stepMethods.has(methodOf(node, scene) ?? '')),
  }
}

/** The platform does nothing to the world beyond what is known; our own package acts on behalf of its author. */
function isQuiet(origin: string): boolean {
  return origin === 'global' || origin === 'verbnoun' || origin.startsWith('node:')
}

/** One walk from one tool. Each function is entered once: by the way that was found first. */
class Trail {
  readonly effects = new Map<string, Effect>()
  readonly unknown = new Map<string, CallSite>()
  readonly #entered = new Set<ts.Node>()
  readonly #scene: Scene
  readonly #targets: Targets

  readonly #isSkipped: (node: ts.Node) => boolean

  constructor(scene: Scene, targets: Targets, isSkipped: (node: ts.Node) => boolean) {
    this.#scene = scene
    this.#targets = targets
    this.#isSkipped = isSkipped
  }

  /** Begins in a function, or with a piece of code. */
  start(node: ts.Node): void {
    if (hasBody(node, this.#scene)) this.enter(node, [])
    else this.#visit(node, [])
  }

  enter(node: ts.Node, path: readonly CallSite[]): void {
    if (this.#entered.has(node)) return
    this.#entered.add(node)
    this.#scene.compiler.forEachChild(node, (child) => this.#visit(child, path))
  }

  #visit(node: ts.Node, path: readonly CallSite[]): void {
    const { compiler } = this.#scene
    if (this.#isSkipped(node)) return
    if (compiler.isClassLike(node) || (compiler.isFunctionLike(node) && !this.#isRunHere(node))) return
    if (
      compiler.isCallExpression(node) ||
      compiler.isNewExpression(node) ||
      compiler.isTaggedTemplateExpression(node)
    ) {
      this.#call(node, path)
    }
    compiler.forEachChild(node, (child) => this.#visit(child, path))
  }

  #call(node: AnyCall, path: readonly CallSite[]): void {
    const { compiler } = this.#scene
    const call = describeCall(node, this.#scene)
    const here = [...path, siteOf(node, call)]
    const found = knownEffects.map(({ find }) => find(call, this.#scene)).find((each) => each !== undefined)
    if (found !== undefined) this.#keep({ ...found, path: here })
    else if (!compiler.isNewExpression(node) && call.origin !== undefined && !isQuiet(call.origin))
      this.#keepUnknown(call, here)
    for (const target of this.#targets.ofCall(node)) this.enter(target, here)
    const values = compiler.isTaggedTemplateExpression(node) ? [] : (node.arguments ?? [])
    for (const target of values.flatMap((value) => this.#targets.ofValue(value))) this.enter(target, here)
  }

  #keep(effect: Effect): void {
    const key = `${effect.on} ${effect.access} ${effect.what}`
    if (!this.effects.has(key)) this.effects.set(key, effect)
  }

  #keepUnknown({ origin }: KnownCall, path: readonly CallSite[]): void {
    const site = path.at(-1)
    if (site === undefined || origin === undefined) return
    const name = `${site.name} of ${origin}`
    if (!this.unknown.has(name)) this.unknown.set(name, { ...site, name })
  }

  /**
   * Whether a function inside another runs with it: handed on or returned, it is taken to; kept under a name, it runs
   * where the name is called.
   */
  #isRunHere(node: ts.Node): boolean {
    const { compiler } = this.#scene
    if (!hasBody(node, this.#scene) || compiler.isFunctionDeclaration(node)) return false
    let at: ts.Node = node
    while (isHolder(at.parent, this.#scene)) at = at.parent
    return !compiler.isVariableDeclaration(at.parent) && !compiler.isPropertyDeclaration(at.parent)
  }
}

function isHolder(node: ts.Node, { compiler }: Scene): boolean {
  return (
    compiler.isPropertyAssignment(node) ||
    compiler.isObjectLiteralExpression(node) ||
    compiler.isArrayLiteralExpression(node) ||
    compiler.isParenthesizedExpression(node) ||
    compiler.isAsExpression(node) ||
    compiler.isSatisfiesExpression(node) ||
    compiler.isConditionalExpression(node)
  )
}

function siteOf(node: ts.Node, { names }: KnownCall): CallSite {
  const source = node.getSourceFile()
  const { line, character } = source.getLineAndCharacterOfPosition(node.getStart(source))
  return { name: names.join('.'), file: source.fileName, line: line + 1, column: character + 1 }
}
