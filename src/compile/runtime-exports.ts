import type { ExportPlace } from '../tool/index.ts'
import type { ModuleExport } from './module-exports.ts'
import type { ts } from './program.ts'
import type { Workshop } from './workshop.ts'

const registered = new Set(['Tool', 'Resource', 'ResourceValue', 'Prompt', 'PromptValue', 'Drafts', 'Callable'])

/** The exports that register themselves when the module runs. */
export function runtimeExports(exported: readonly ModuleExport[], shop: Workshop): ExportPlace[] {
  return exported.filter((each) => isRegistered(each, shop)).map(({ module, key }) => ({ module, export: key }))
}

/** Warns of functions that are exported inside something else, where nobody finds them. */
export function warnOfHiddenFunctions(exported: readonly ModuleExport[], shop: Workshop): void {
  const { reporter } = shop
  // Where there are tools, a class is what they work with; where there is nothing else, it was meant to be the tools.
  const mayBeClass = !exported.some(({ type }) => type.getCallSignatures().length > 0)
  for (const each of exported) {
    const name = functionIn(each, shop) ?? (mayBeClass ? methodIn(each, shop) : undefined)
    if (name === undefined) continue
    const owner = shop.compiler.isClassDeclaration(each.declaration) ? `new ${each.key}()` : each.key
    const advice = `export const ${name} = (…) => ${owner}.${name}(…)`
    reporter.warn('hidden-functions', `The functions in ${each.key} are no tools. Export each by itself: ${advice}`, {
      at: each.declaration,
    })
  }
}

function isRegistered({ type, declaration, key }: ModuleExport, { compiler }: Workshop): boolean {
  if (type.getCallSignatures().length > 0) return false
  const { symbol }: { symbol: ts.Symbol | undefined } = type
  const name = (type.aliasSymbol ?? symbol)?.name
  return name !== undefined && registered.has(name) && !compiler.isClassDeclaration(declaration) && key !== 'default'
}

/** The first of the functions of an object that holds nothing else. */
function functionIn({ type, declaration }: ModuleExport, { checker, compiler }: Workshop): string | undefined {
  const isObject = compiler.isVariableDeclaration(declaration) && (type.flags & compiler.TypeFlags.Object) !== 0
  if (!isObject || type.getCallSignatures().length > 0 || type.symbol?.name !== '__object') return undefined
  const properties = checker.getPropertiesOfType(type)
  const areFunctions = properties.every((property) => checker.getTypeOfSymbol(property).getCallSignatures().length > 0)
  return areFunctions ? properties[0]?.name : undefined
}

/** The first public method of a class. */
function methodIn({ declaration }: ModuleExport, { compiler }: Workshop): string | undefined {
  if (!compiler.isClassDeclaration(declaration)) return undefined
  const hidden = compiler.ModifierFlags.NonPublicAccessibilityModifier | compiler.ModifierFlags.Static
  const method = declaration.members.find(
    (member) => compiler.isMethodDeclaration(member) && (compiler.getCombinedModifierFlags(member) & hidden) === 0,
  )
  return method?.name?.getText()
}
