import type { Compiler, ts } from '../program.ts'

/** What the search for effects looks at. */
export interface Scene {
  readonly compiler: Compiler
  readonly program: ts.Program
  readonly checker: ts.TypeChecker
}

/** Whether a file is the author's, and not of a library or a package. */
export function isAuthors(source: ts.SourceFile, { program }: Scene): boolean {
  return (
    !source.isDeclarationFile &&
    !program.isSourceFileDefaultLibrary(source) &&
    !source.fileName.includes('/node_modules/')
  )
}

/** The text of an expression that is a constant string, with `…` for what is not. */
export function textOf(node: ts.Expression | undefined, scene: Scene): string | undefined {
  const { compiler, checker } = scene
  if (node === undefined) return undefined
  if (compiler.isStringLiteralLike(node)) return node.text
  if (compiler.isTemplateExpression(node)) {
    return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('')
  }
  if (compiler.isBinaryExpression(node)) return joined(node, scene)
  if (compiler.isIdentifier(node)) return textOf(constantBehind(node, scene), scene)
  const type = checker.getTypeAtLocation(node)
  return type.isStringLiteral() ? type.value : undefined
}

function joined(node: ts.BinaryExpression, scene: Scene): string | undefined {
  const left = node.operatorToken.kind === scene.compiler.SyntaxKind.PlusToken ? textOf(node.left, scene) : undefined
  return left === undefined ? undefined : left + (textOf(node.right, scene) ?? '…')
}

function constantBehind(node: ts.Identifier, { compiler, checker }: Scene): ts.Expression | undefined {
  const declaration = checker.getSymbolAtLocation(node)?.valueDeclaration
  if (declaration === undefined || !compiler.isVariableDeclaration(declaration)) return undefined
  const isConstant = (compiler.getCombinedNodeFlags(declaration) & compiler.NodeFlags.Const) !== 0
  return isConstant ? declaration.initializer : undefined
}

/** The value of a field of an object that is written out: `'POST'` of `method` in `{ method: 'POST' }`. */
export function fieldOf(
  node: ts.Expression | undefined,
  name: string,
  scene: Scene,
): ts.Expression | undefined | 'hidden' {
  const { compiler } = scene
  if (node === undefined) return undefined
  if (!compiler.isObjectLiteralExpression(node)) return 'hidden'
  for (const property of node.properties) {
    if (compiler.isSpreadAssignment(property)) return 'hidden'
    if (property.name.getText().replace(/^['"]|['"]$/g, '') !== name) continue
    return compiler.isPropertyAssignment(property) ? property.initializer : 'hidden'
  }
  return undefined
}
