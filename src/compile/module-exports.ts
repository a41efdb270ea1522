import { commentedNode } from './docs/describe.ts'
import { commentOf } from './docs/comment.ts'
import type { Comment } from './docs/parse-comment.ts'
import type { ts } from './program.ts'
import type { Workshop } from './workshop.ts'

/** A value that an entry module exports. */
export interface ModuleExport {
  /** Under which name. */
  readonly key: string
  readonly module: number
  readonly type: ts.Type
  /** Where it was declared, which may be another module. */
  readonly declaration: ts.Node
  readonly comment: Comment | undefined
  /** What the comment stands on. */
  readonly commented: ts.Node
}

/** The values that an entry exports, in the order of the source. Types are none. */
export function exportsOf(source: ts.SourceFile, module: number, shop: Workshop): ModuleExport[] {
  const { checker, compiler } = shop
  const symbol = checker.getSymbolAtLocation(source)
  const exported = symbol === undefined ? [] : checker.getExportsOfModule(symbol)
  return exported.flatMap((each) => {
    const { Alias, Value } = compiler.SymbolFlags
    const target = (each.flags & Alias) !== 0 ? checker.getAliasedSymbol(each) : each
    const declaration = target.valueDeclaration ?? target.declarations?.[0]
    if ((target.flags & Value) === 0 || declaration === undefined) return []
    const type = checker.getTypeOfSymbolAtLocation(target, declaration)
    const commented = commentedNodes({ declaration, type, exported: each }, shop).find((node) => commentOf(node))
    const comment = commented && commentOf(commented)
    return [{ key: each.name, module, type, declaration, comment, commented: commented ?? declaration }]
  })
}

interface Found {
  readonly declaration: ts.Node
  readonly type: ts.Type
  readonly exported: ts.Symbol
}

/**
 * Where the comment of an export may stand, best first: on the declaration, on the export itself
 * (`/** … *\/ export { find } from './find.ts'`), on the function that `tool(find)` was given.
 */
function commentedNodes({ declaration, type, exported }: Found, { compiler }: Workshop): ts.Node[] {
  const [specifier] = exported.declarations ?? []
  const isSpecifier = specifier !== undefined && specifier !== declaration && compiler.isExportSpecifier(specifier)
  const behind: ts.Node | undefined = type.getCallSignatures()[0]?.getDeclaration()
  return [
    commentedNode(declaration, compiler),
    ...(isSpecifier ? [specifier, specifier.parent.parent] : []),
    ...(behind === undefined ? [] : [commentedNode(behind, compiler)]),
  ]
}

/** The function behind an export, also behind `tool(fn)`. */
export function bodyOf({ type, declaration }: ModuleExport): ts.Node {
  return type.getCallSignatures()[0]?.getDeclaration() ?? declaration
}
