import type { ts } from '../program.ts'
import type { Reporter } from '../reporter.ts'
import { contextCalls, methodOf } from './context-calls.ts'
import type { ContextCall } from './context-calls.ts'
import type { EffectSearch } from './find.ts'
import type { Scene } from './scene.ts'
import { stepMethods } from './steps.ts'

/** The methods of the context that wait for somebody: after the answer the function runs again from the top. */
const questionMethods = new Set(['ask', 'confirm', 'sample', 'roots'])

/** What the search for traps works with. */
export interface Ground {
  readonly scene: Scene
  readonly search: EffectSearch
  readonly reporter: Reporter
}

/** Reports code around questions that would act twice, run on, or swallow the stop. */
export function reportTraps(body: ts.Node, ground: Ground): void {
  const questions = contextCalls(body, ground.scene).filter(({ method }) => questionMethods.has(method))
  for (const question of questions) {
    reportLost(question, ground)
    reportSwallowed(question, ground)
    reportBranches(question, ground)
  }
  const [first] = questions
  if (first !== undefined) reportEarly(first, body, ground)
}

/** A question that nobody waits for. */
function reportLost({ node, method }: ContextCall, { scene, reporter }: Ground): void {
  const { compiler } = scene
  let at: ts.Node = node
  while (
    compiler.isParenthesizedExpression(at.parent) ||
    compiler.isPropertyAccessExpression(at.parent) ||
    compiler.isVoidExpression(at.parent) ||
    (compiler.isCallExpression(at.parent) && at.parent.expression === at)
  ) {
    at = at.parent
  }
  if (!compiler.isExpressionStatement(at.parent)) return
  reporter.error('question-trap', `ctx.${method} needs an await: the function would run on without the answer.`, {
    at: node,
  })
}

/** A question whose stop a `catch` would take for a failure. */
function reportSwallowed({ node, method }: ContextCall, { scene, reporter }: Ground): void {
  const { compiler } = scene
  const message = `A catch around ctx.${method} swallows the stop at the question: throw on what you do not know.`
  const chained = node.parent
  if (compiler.isPropertyAccessExpression(chained) && chained.name.text === 'catch') {
    const handler = compiler.isCallExpression(chained.parent) ? chained.parent.arguments[0] : undefined
    if (handler !== undefined && !throwsOn(handler, scene)) reporter.error('question-trap', message, { at: node })
  }
  for (let at: ts.Node = node; at.parent !== undefined && !compiler.isFunctionLike(at); at = at.parent) {
    const { parent } = at
    if (!compiler.isTryStatement(parent) || parent.tryBlock !== at || parent.catchClause === undefined) continue
    if (!throwsOn(parent.catchClause, scene)) reporter.error('question-trap', message, { at: parent.catchClause })
  }
}

function throwsOn(node: ts.Node, scene: Scene): boolean {
  const { compiler } = scene
  if (compiler.isThrowStatement(node)) return true
  return compiler.forEachChild(node, (child) => throwsOn(child, scene) || undefined) ?? false
}

/** Something that acts beside a question, in the same `Promise.all`. */
function reportBranches({ node, method }: ContextCall, ground: Ground): void {
  const { compiler } = ground.scene
  const list = node.parent
  if (!compiler.isArrayLiteralExpression(list)) return
  for (const sibling of list.elements) {
    if (sibling === node) continue
    const what = firstWrite(sibling, ground)
    if (what === undefined) continue
    const message = `This runs on beside ctx.${method} and acts again when the function runs again (${what}): wrap it in ctx.step.`
    ground.reporter.warn('question-trap', message, { at: sibling })
  }
}

/** Something that acts before the first question, and so once more after the answer. */
function reportEarly({ node, method }: ContextCall, body: ts.Node, ground: Ground): void {
  const { compiler } = ground.scene
  const visit = (at: ts.Node): void => {
    if (at.pos >= node.pos || (at !== body && compiler.isFunctionLike(at)) || isInStep(at, ground.scene)) return
    const isCall =
      compiler.isCallExpression(at) || compiler.isNewExpression(at) || compiler.isTaggedTemplateExpression(at)
    const isBefore = isCall && at.end <= node.pos && !leaves(at, node, ground.scene)
    const what = isBefore ? firstWrite(at, ground) : undefined
    if (what !== undefined) {
      const message = `This acts before ctx.${method} and acts again when the function runs again with the answer (${what}): wrap it in ctx.step, or ask first.`
      ground.reporter.error('question-trap', message, { at })
      return
    }
    compiler.forEachChild(at, visit)
  }
  visit(body)
}

function isInStep(node: ts.Node, scene: Scene): boolean {
  return stepMethods.has(methodOf(node, scene) ?? '')
}

/** Whether the way that leads through a call ends before the question: its block returns or throws. */
function leaves(call: ts.Node, question: ts.Node, { compiler }: Scene): boolean {
  for (let at = call; at.parent !== undefined && !compiler.isFunctionLike(at); at = at.parent) {
    if (at.pos <= question.pos && at.end >= question.end) return false
    if (compiler.isReturnStatement(at) || compiler.isThrowStatement(at)) return true
    if (!compiler.isBlock(at)) continue
    const last = at.statements.at(-1)
    if (last !== undefined && (compiler.isReturnStatement(last) || compiler.isThrowStatement(last))) return true
  }
  return false
}

/** The first change that a piece of code is known to make, outside of steps. */
function firstWrite(node: ts.Node, { search }: Ground): string | undefined {
  return search.outsideSteps(node).effects.find(({ access }) => access === 'write')?.what
}
