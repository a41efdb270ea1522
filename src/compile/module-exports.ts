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
    return [{ key: each.name, module, type, declaration, comment: commentFor(declaration, each, shop) }]
  })
}

/** The comment of the declaration, else of the export itself: `/** … *\/ export { find } from './find.ts'`. */
function commentFor(declaration: ts.Node, exported: ts.Symbol, { compiler }: Workshop): Comment | undefined {
  const own = commentOf(commentedNode(declaration, compiler))
  if (own !== undefined) return own
  const [specifier] = exported.declarations ?? []
  if (specifier === undefined || specifier === declaration || !compiler.isExportSpecifier(specifier)) return undefined
  return commentOf(specifier) ?? commentOf(specifier.parent.parent)
}

/** The function behind an export, also behind `tool(fn)`. */
export function bodyOf({ type, declaration }: ModuleExport): ts.Node {
  return type.getCallSignatures()[0]?.getDeclaration() ?? declaration
}
