import { commentOf } from '../docs/comment.ts'
import { commentedNode } from '../docs/describe.ts'
import { ignoredOf } from '../docs/hints.ts'
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

/** How a walk came to where it is. */
interface Way {
  readonly path: readonly CallSite[]
  /** What the functions on it say of rules. */
  readonly ignored: Effect['ignored']
}

const start: Way = { path: [], ignored: [] }

/** One walk from one tool. Each function is entered once, by the way found first, and again where less is excused. */
class Trail {
  readonly effects = new Map<string, Effect>()
  readonly unknown = new Map<string, CallSite>()
  readonly #entered = new Map<ts.Node, Way>()
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
    if (hasBody(node, this.#scene)) this.enter(node, start)
    else this.#visit(node, start)
  }

  enter(node: ts.Node, from: Way): void {
    const before = this.#entered.get(node)
    if (before?.ignored.every(({ rule }) => from.ignored.some((each) => each.rule === rule)) === true) return
    this.#entered.set(node, from)
    const way = { ...from, ignored: [...from.ignored, ...ignoredAt(node, this.#scene)] }
    this.#scene.compiler.forEachChild(node, (child) => this.#visit(child, way))
  }

  #visit(node: ts.Node, way: Way): void {
    const { compiler } = this.#scene
    if (this.#isSkipped(node)) return
    if (compiler.isClassLike(node) || (compiler.isFunctionLike(node) && !this.#isRunHere(node))) return
    if (
      compiler.isCallExpression(node) ||
      compiler.isNewExpression(node) ||
      compiler.isTaggedTemplateExpression(node)
    ) {
      this.#call(node, way)
    }
    compiler.forEachChild(node, (child) => this.#visit(child, way))
  }

  #call(node: AnyCall, { path, ignored }: Way): void {
    const { compiler } = this.#scene
    const call = describeCall(node, this.#scene)
    const here = [...path, siteOf(node, nameOf(call))]
    const found = knownEffects.map(({ find }) => find(call, this.#scene)).find((each) => each !== undefined)
    if (found !== undefined) this.#keep({ ...found, path: here, ignored })
    else if (!compiler.isNewExpression(node) && call.origin !== undefined && !isQuiet(call.origin))
      this.#keepUnknown(call, here)
    for (const target of this.#targets.ofCall(node)) this.enter(target, { path: here, ignored })
    const values = compiler.isTaggedTemplateExpression(node) ? [] : (node.arguments ?? [])
    for (const target of values.flatMap((value) => this.#targets.ofValue(value)))
      this.enter(target, { path: here, ignored })
  }

  #keep(effect: Effect): void {
    const excuses = effect.ignored.map(({ rule }) => rule).join(' ')
    const key = `${effect.on} ${effect.access} ${effect.what} ${excuses}`
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

/** The author's own methods by their class, everything else as it is called. */
function nameOf({ names, owner, origin }: KnownCall): string {
  return owner !== undefined && origin === undefined ? `${owner}.${names.at(-1) ?? ''}` : names.join('.')
}

export function siteOf(node: ts.Node, name: string): CallSite {
  const source = node.getSourceFile()
  const { line, character } = source.getLineAndCharacterOfPosition(node.getStart(source))
  return { name, file: source.fileName, line: line + 1, column: character + 1 }
}

/** What the comment of a function says of rules. */
function ignoredAt(node: ts.Node, { compiler }: Scene): Effect['ignored'] {
  const holder = compiler.isVariableDeclaration(node.parent) ? node.parent : node
  const comment = commentOf(commentedNode(holder, compiler))
  return (comment && ignoredOf(comment)) ?? []
}
