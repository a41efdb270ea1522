import type { Compiler, ts } from './program.ts'

export interface Constants {
  readonly compiler: Compiler
  readonly checker: ts.TypeChecker
}

/** The JSON value of an expression that is the same each time; undefined for one that must be computed. */
export function constantOf(node: ts.Expression, constants: Constants): unknown {
  const { compiler } = constants
  const inner = bare(node, compiler)
  if (inner !== node) return constantOf(inner, constants)
  if (compiler.isStringLiteralLike(node)) return node.text
  if (compiler.isNumericLiteral(node)) return Number(node.text.replaceAll('_', ''))
  if (compiler.isBigIntLiteral(node)) return node.text.replace(/n$/, '').replaceAll('_', '')
  if (node.kind === compiler.SyntaxKind.TrueKeyword) return true
  if (node.kind === compiler.SyntaxKind.FalseKeyword) return false
  if (node.kind === compiler.SyntaxKind.NullKeyword) return null
  if (compiler.isPrefixUnaryExpression(node)) return signed(node, constants)
  if (compiler.isArrayLiteralExpression(node)) return listOf(node, constants)
  if (compiler.isObjectLiteralExpression(node)) return recordOf(node, constants)
  return namedConstant(node, constants)
}

/** An expression without the type operators and brackets around it. */
export function bare(node: ts.Expression, compiler: Compiler): ts.Expression {
  const isWrapped =
    compiler.isAsExpression(node) ||
    compiler.isSatisfiesExpression(node) ||
    compiler.isParenthesizedExpression(node) ||
    compiler.isNonNullExpression(node) ||
    compiler.isTypeAssertionExpression(node)
  return isWrapped ? bare(node.expression, compiler) : node
}

function signed(node: ts.PrefixUnaryExpression, constants: Constants): unknown {
  const value = constantOf(node.operand, constants)
  if (node.operator !== constants.compiler.SyntaxKind.MinusToken) return undefined
  if (typeof value === 'number') return -value
  return typeof value === 'string' && constants.compiler.isBigIntLiteral(node.operand) ? `-${value}` : undefined
}

function listOf(node: ts.ArrayLiteralExpression, constants: Constants): unknown {
  const values = node.elements.map((element) => constantOf(element, constants))
  return values.includes(undefined) ? undefined : values
}

function recordOf(node: ts.ObjectLiteralExpression, constants: Constants): unknown {
  const { compiler } = constants
  const entries = node.properties.map((property): readonly [string, unknown] => {
    if (compiler.isShorthandPropertyAssignment(property))
      return [property.name.text, namedConstant(property.name, constants)]
    if (!compiler.isPropertyAssignment(property) || compiler.isComputedPropertyName(property.name))
      return ['', undefined]
    return [property.name.getText().replace(/^(['"])(.*)\1$/, '$2'), constantOf(property.initializer, constants)]
  })
  return entries.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(entries)
}

/** A member of an enum, a constant, or any expression whose type has one value. */
function namedConstant(node: ts.Expression, constants: Constants): unknown {
  const { compiler, checker } = constants
  const type = checker.getTypeAtLocation(node)
  if (type.isStringLiteral() || type.isNumberLiteral()) return type.value
  if ((type.flags & compiler.TypeFlags.BooleanLiteral) !== 0) return checker.typeToString(type) === 'true'
  if (!compiler.isIdentifier(node)) return undefined
  const declaration = checker.getSymbolAtLocation(node)?.valueDeclaration
  if (declaration === undefined || !compiler.isVariableDeclaration(declaration)) return undefined
  const isConstant = (compiler.getCombinedNodeFlags(declaration) & compiler.NodeFlags.Const) !== 0
  return isConstant && declaration.initializer !== undefined
    ? constantOf(declaration.initializer, constants)
    : undefined
}
