import type { ts } from '../program.ts'
import { isContext, methodOf } from './context-calls.ts'
import type { Scene } from './scene.ts'
import { createTargets } from './targets.ts'

/** The methods of the context that mark where an effect begins. */
export const stepMethods: ReadonlySet<string> = new Set(['step', 'confirm'])

/** Whether a function marks where its effects begin, itself or in what it hands its context to. */
export function marksSteps(body: ts.Node, scene: Scene): boolean {
  const targets = createTargets(scene)
  const entered = new Set<ts.Node>()
  const visit = (node: ts.Node): boolean => {
    const { compiler } = scene
    if (stepMethods.has(methodOf(node, scene) ?? '')) return true
    if (compiler.isCallExpression(node) && node.arguments.some((argument) => isContext(argument, scene))) {
      const next = targets.ofCall(node).filter((target) => !entered.has(target))
      next.forEach((target) => entered.add(target))
      if (next.some(visit)) return true
    }
    return compiler.forEachChild(node, (child) => visit(child) || undefined) ?? false
  }
  return visit(body)
}
