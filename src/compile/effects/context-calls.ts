import type { ts } from '../program.ts'
import type { Scene } from './scene.ts'

/** A call of a method of the `ToolContext`. */
export interface ContextCall {
  readonly node: ts.CallExpression
  readonly method: string
}

/** The calls under a node whose receiver is a `ToolContext`, in the order of the source. */
export function contextCalls(node: ts.Node, scene: Scene): ContextCall[] {
  const found: ContextCall[] = []
  const visit = (at: ts.Node): void => {
    const method = methodOf(at, scene)
    if (method !== undefined && scene.compiler.isCallExpression(at)) found.push({ node: at, method })
    scene.compiler.forEachChild(at, visit)
  }
  visit(node)
  return found
}

/** The method of the context that a node calls, if it calls one. */
export function methodOf(node: ts.Node, scene: Scene): string | undefined {
  const { compiler } = scene
  if (!compiler.isCallExpression(node) || !compiler.isPropertyAccessExpression(node.expression)) return undefined
  return isContext(node.expression.expression, scene) ? node.expression.name.text : undefined
}

export function isContext(node: ts.Expression, { checker }: Scene): boolean {
  const { aliasSymbol, symbol }: { aliasSymbol?: ts.Symbol; symbol: ts.Symbol | undefined } =
    checker.getNonNullableType(checker.getTypeAtLocation(node))
  return aliasSymbol?.name === 'ToolContext' || symbol?.name === 'ToolContext'
}
