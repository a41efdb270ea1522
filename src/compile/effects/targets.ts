import type { ts } from '../program.ts'
import type { AnyCall } from './callee.ts'
import { isAuthors } from './scene.ts'
import type { Scene } from './scene.ts'

/** The author's functions that a call may enter. */
export interface Targets {
  ofCall(this: void, node: AnyCall): readonly ts.Node[]
  /** The functions that a value stands for: `save` in `items.map(save)`. */
  ofValue(this: void, node: ts.Expression): readonly ts.Node[]
}

export function createTargets(scene: Scene): Targets {
  const { compiler, checker } = scene
  let implementations: Implementations | undefined

  function ofDeclaration(declaration: ts.Node | undefined): readonly ts.Node[] {
    if (declaration === undefined || !isAuthors(declaration.getSourceFile(), scene)) return []
    if (hasBody(declaration, scene)) return [declaration]
    if (compiler.isVariableDeclaration(declaration) && declaration.initializer !== undefined) {
      return functionsIn(declaration.initializer, scene)
    }
    implementations ??= findImplementations(scene)
    return implementations(declaration)
  }

  return {
    ofCall(node) {
      if (compiler.isNewExpression(node)) return constructed(node, scene)
      const declaration = checker.getResolvedSignature(node)?.declaration
      const found = ofDeclaration(declaration)
      if (found.length > 0) return found
      const callee = compiler.isTaggedTemplateExpression(node) ? node.tag : node.expression
      return ofDeclaration(symbolOf(callee, scene)?.valueDeclaration)
    },
    ofValue(node) {
      const isName = compiler.isIdentifier(node) || compiler.isPropertyAccessExpression(node)
      if (!isName || checker.getTypeAtLocation(node).getCallSignatures().length === 0) return []
      return ofDeclaration(symbolOf(node, scene)?.valueDeclaration)
    },
  }
}

function symbolOf(node: ts.Expression, { compiler, checker }: Scene): ts.Symbol | undefined {
  const symbol = checker.getSymbolAtLocation(compiler.isPropertyAccessExpression(node) ? node.name : node)
  if (symbol === undefined || (symbol.flags & compiler.SymbolFlags.Alias) === 0) return symbol
  return checker.getAliasedSymbol(symbol)
}

export function hasBody(node: ts.Node, { compiler }: Scene): node is ts.FunctionLikeDeclaration {
  return compiler.isFunctionLike(node) && 'body' in node && node.body !== undefined
}

/** The functions that an initialiser makes or wraps: `() => …`, `debounce(() => …)`. */
function functionsIn(node: ts.Expression, scene: Scene): ts.Node[] {
  const { compiler } = scene
  if (hasBody(node, scene)) return [node]
  if (compiler.isCallExpression(node)) return node.arguments.flatMap((argument) => functionsIn(argument, scene))
  if (compiler.isParenthesizedExpression(node) || compiler.isAsExpression(node))
    return functionsIn(node.expression, scene)
  return []
}

/** What `new` runs: the constructor, and the initialisers of fields. */
function constructed(node: ts.NewExpression, scene: Scene): ts.Node[] {
  const { compiler } = scene
  const declaration = symbolOf(node.expression, scene)?.valueDeclaration
  if (declaration === undefined || !compiler.isClassLike(declaration) || !isAuthors(declaration.getSourceFile(), scene))
    return []
  return declaration.members.filter((member) => {
    if (compiler.isConstructorDeclaration(member)) return member.body !== undefined
    return compiler.isPropertyDeclaration(member) && member.initializer !== undefined
  })
}

type Implementations = (declaration: ts.Node) => readonly ts.Node[]

/** Who implements a method that is only declared: classes that implement or extend, and objects of that type. */
function findImplementations(scene: Scene): Implementations {
  const { compiler, checker, program } = scene
  const found = new Map<string, ts.Node[]>()
  const add = (owner: ts.Symbol | undefined, member: ts.Node & { readonly name?: ts.Node }): void => {
    if (owner === undefined || member.name === undefined) return
    const body =
      compiler.isPropertyAssignment(member) || compiler.isPropertyDeclaration(member) ? member.initializer : member
    if (body === undefined || !hasBody(body, scene)) return
    const key = keyOf(owner, member.name.getText())
    found.set(key, [...(found.get(key) ?? []), body])
  }
  const visit = (node: ts.Node): void => {
    if (compiler.isClassLike(node)) {
      const above = ancestorsOf(node, scene)
      for (const member of node.members) for (const owner of above) add(owner, member)
    }
    if (compiler.isObjectLiteralExpression(node)) {
      const owner = checker.getContextualType(node)?.symbol
      for (const member of node.properties) add(owner, member)
    }
    compiler.forEachChild(node, visit)
  }
  for (const source of program.getSourceFiles()) if (isAuthors(source, scene)) visit(source)
  return (declaration) => {
    const { parent } = declaration
    const name = 'name' in declaration && isNode(declaration.name) ? declaration.name.getText() : undefined
    const isMember =
      compiler.isInterfaceDeclaration(parent) || compiler.isClassLike(parent) || compiler.isTypeLiteralNode(parent)
    if (!isMember || name === undefined) return []
    const owner = checker.getTypeAtLocation(parent).symbol
    return owner === undefined ? [] : (found.get(keyOf(owner, name)) ?? [])
  }
}

function isNode(value: unknown): value is ts.Node {
  return typeof value === 'object' && value !== null && 'kind' in value && 'getText' in value
}

const identities = new WeakMap<ts.Symbol, number>()
let identified = 0

function keyOf(symbol: ts.Symbol, name: string): string {
  if (!identities.has(symbol)) identities.set(symbol, (identified += 1))
  return `${identities.get(symbol)} ${name}`
}

/** The classes and interfaces above a class, all the way up. */
function ancestorsOf(node: ts.ClassLikeDeclaration, { compiler, checker }: Scene): ts.Symbol[] {
  const above: ts.Symbol[] = []
  const climb = (type: ts.Type): void => {
    const { symbol }: { symbol: ts.Symbol | undefined } = type
    if (symbol === undefined || above.includes(symbol)) return
    above.push(symbol)
    for (const declaration of symbol.declarations ?? []) {
      if (!compiler.isClassLike(declaration) && !compiler.isInterfaceDeclaration(declaration)) continue
      for (const clause of declaration.heritageClauses ?? []) {
        for (const each of clause.types) climb(checker.getTypeAtLocation(each))
      }
    }
  }
  for (const clause of node.heritageClauses ?? [])
    for (const each of clause.types) climb(checker.getTypeAtLocation(each))
  return above
}
