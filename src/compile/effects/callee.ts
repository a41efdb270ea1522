import { isBuiltin } from 'node:module'
import type { ts } from '../program.ts'
import type { KnownCall } from './known/known.ts'
import { isAuthors } from './scene.ts'
import type { Scene } from './scene.ts'

export type AnyCall = ts.CallExpression | ts.NewExpression | ts.TaggedTemplateExpression

/** What is called, as far as it can be told from imports and types. */
export function describeCall(node: AnyCall, scene: Scene): KnownCall {
  const { compiler } = scene
  const callee = compiler.isTaggedTemplateExpression(node) ? node.tag : node.expression
  const { root, names } = chainOf(callee, scene)
  const imported = importOf(root, scene)
  const declaration = declarationOf(callee, scene)
  const args = compiler.isTaggedTemplateExpression(node) ? [] : (node.arguments ?? [])
  const owner = ownerOf(declaration, scene)
  if (imported !== undefined) {
    const all = [...imported.names, ...names]
    return { node, origin: imported.module, names: all.length > 0 ? all : ['default'], owner, args }
  }
  const all = compiler.isIdentifier(root) && names.length === 0 ? [root.text] : names
  return {
    node,
    origin: declaration === undefined ? globalOf(root, scene) : originOf(declaration, scene),
    names: all,
    owner,
    args,
  }
}

/** `client.refunds.create` as the expression it starts from and the names after it. */
function chainOf(node: ts.Expression, scene: Scene): { root: ts.Expression; names: string[] } {
  const { compiler } = scene
  const names: string[] = []
  let root = node
  while (true) {
    if (compiler.isPropertyAccessExpression(root)) names.unshift(root.name.text)
    else if (compiler.isElementAccessExpression(root) && compiler.isStringLiteralLike(root.argumentExpression)) {
      names.unshift(root.argumentExpression.text)
    } else if (!isWrapper(root, scene)) return { root, names }
    root = root.expression
  }
}

function isWrapper(
  node: ts.Expression,
  { compiler }: Scene,
): node is
  | ts.ParenthesizedExpression
  | ts.AwaitExpression
  | ts.NonNullExpression
  | ts.AsExpression
  | ts.PropertyAccessExpression
  | ts.ElementAccessExpression {
  return (
    compiler.isParenthesizedExpression(node) ||
    compiler.isAwaitExpression(node) ||
    compiler.isNonNullExpression(node) ||
    compiler.isAsExpression(node)
  )
}

interface Imported {
  readonly module: string
  /** What of the module; nothing for the module itself or its default. */
  readonly names: readonly string[]
}

/** Where a name was imported from: by a declaration, by `await import`, or by `require`. */
function importOf(node: ts.Expression, scene: Scene): Imported | undefined {
  const { compiler, checker } = scene
  if (compiler.isCallExpression(node)) return loadedBy(node, scene)
  if (!compiler.isIdentifier(node)) return undefined
  const declaration = checker.getSymbolAtLocation(node)?.declarations?.[0]
  if (declaration === undefined) return undefined
  if (compiler.isImportSpecifier(declaration)) {
    const name = (declaration.propertyName ?? declaration.name).text
    return fromModule(declaration.parent.parent.parent.moduleSpecifier, name === 'default' ? [] : [name], scene)
  }
  if (compiler.isNamespaceImport(declaration)) return fromModule(declaration.parent.parent.moduleSpecifier, [], scene)
  if (compiler.isImportClause(declaration)) return fromModule(declaration.parent.moduleSpecifier, [], scene)
  return throughVariable(declaration, scene)
}

/** `const { writeFile } = await import('node:fs/promises')`, `const fs = require('fs')`. */
function throughVariable(declaration: ts.Declaration, scene: Scene): Imported | undefined {
  const { compiler } = scene
  if (compiler.isBindingElement(declaration)) {
    const variable = declaration.parent.parent
    if (!compiler.isVariableDeclaration(variable) || variable.initializer === undefined) return undefined
    const { root, names } = chainOf(variable.initializer, scene)
    const imported = compiler.isCallExpression(root) ? loadedBy(root, scene) : undefined
    return (
      imported && {
        module: imported.module,
        names: [...names, (declaration.propertyName ?? declaration.name).getText()],
      }
    )
  }
  if (!compiler.isVariableDeclaration(declaration) || declaration.initializer === undefined) return undefined
  const { root, names } = chainOf(declaration.initializer, scene)
  const imported = compiler.isCallExpression(root) ? loadedBy(root, scene) : undefined
  return imported && { ...imported, names: [...imported.names, ...names] }
}

function loadedBy(node: ts.CallExpression, scene: Scene): Imported | undefined {
  const { compiler } = scene
  const { expression } = node
  const isLoad =
    expression.kind === compiler.SyntaxKind.ImportKeyword ||
    (compiler.isIdentifier(expression) && expression.text === 'require')
  const [specifier] = node.arguments
  return isLoad && specifier !== undefined ? fromModule(specifier, [], scene) : undefined
}

/** The author's own modules are followed, not known by name. */
function fromModule(specifier: ts.Expression, names: readonly string[], { compiler }: Scene): Imported | undefined {
  if (!compiler.isStringLiteralLike(specifier) || specifier.text.startsWith('.')) return undefined
  const [scope = '', name] = specifier.text.split('/')
  if (isBuiltin(specifier.text)) return { module: nodeName(specifier.text), names }
  return { module: scope.startsWith('@') && name !== undefined ? `${scope}/${name}` : scope, names }
}

function nodeName(name: string): string {
  return name.startsWith('node:') ? name : `node:${name}`
}

function declarationOf(callee: ts.Expression, { compiler, checker }: Scene): ts.Declaration | undefined {
  const name = compiler.isPropertyAccessExpression(callee) ? callee.name : callee
  const symbol = checker.getSymbolAtLocation(name)
  const target =
    symbol !== undefined && (symbol.flags & compiler.SymbolFlags.Alias) !== 0
      ? checker.getAliasedSymbol(symbol)
      : symbol
  return target?.valueDeclaration ?? target?.declarations?.[0]
}

/** The package, the Node module, or `global` for what the platform has; undefined for the author's own. */
function originOf(declaration: ts.Declaration, scene: Scene): string | undefined {
  const source = declaration.getSourceFile()
  if (isAuthors(source, scene)) return undefined
  if (scene.program.isSourceFileDefaultLibrary(source)) return 'global'
  const ambient = ambientModule(declaration, scene)
  if (ambient !== undefined) return isBuiltin(ambient) ? nodeName(ambient) : ambient
  const found = /^.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source.fileName)?.[1]
  if (found === undefined || found === '@types/node' || found === 'undici-types') return 'global'
  return found.replace(/^@types\//, '')
}

function ambientModule(node: ts.Node, { compiler }: Scene): string | undefined {
  for (let at: ts.Node | undefined = node; at !== undefined; at = at.parent) {
    if (compiler.isModuleDeclaration(at) && compiler.isStringLiteral(at.name)) return at.name.text
  }
  return undefined
}

/** Without any types a global is known by its name alone. */
function globalOf(root: ts.Expression, { compiler, checker }: Scene): string | undefined {
  return compiler.isIdentifier(root) && checker.getSymbolAtLocation(root) === undefined ? 'global' : undefined
}

function ownerOf(declaration: ts.Declaration | undefined, { compiler }: Scene): string | undefined {
  const parent = declaration?.parent
  if (parent === undefined) return undefined
  return compiler.isInterfaceDeclaration(parent) || compiler.isClassDeclaration(parent) ? parent.name?.text : undefined
}
