import { basename, dirname, join } from 'node:path'
import { isObject } from '../tool/index.ts'
import type { ServerInfo, UnknownObject } from '../tool/index.ts'
import { bare, constantOf } from './constant.ts'
import { packageComment } from './docs/comment.ts'
import { proseOf } from './docs/describe.ts'
import type { ModuleExport } from './module-exports.ts'
import type { ts } from './program.ts'
import type { Workshop } from './workshop.ts'

/** What the server says of itself: from `export default server({…})`, else the package, else the file. */
export function serverInfo(
  sources: readonly ts.SourceFile[],
  exported: readonly ModuleExport[],
  shop: Workshop,
): ServerInfo {
  const declared = exported.filter((each) => isDeclaration(each))
  for (const { declaration } of declared.slice(1)) {
    shop.reporter.error('duplicate-server', 'The server is declared already; a target has one.', { at: declaration })
  }
  const fields = declared[0] === undefined ? {} : fieldsOf(declared[0], shop)
  const [first] = sources
  const file = first?.fileName ?? ''
  const fallback = packageOf(dirname(file), shop)
  const instructions = stringOf(fields['instructions']) ?? instructionsOf(sources)
  const title = stringOf(fields['title'])
  return {
    name: stringOf(fields['name']) ?? stringOf(fallback['name']) ?? basename(file).replace(/\.[cm]?[jt]sx?$/, ''),
    version: stringOf(fields['version']) ?? stringOf(fallback['version']) ?? '0.0.0',
    ...(title === undefined ? {} : { title }),
    ...(instructions === undefined ? {} : { instructions }),
  }
}

function isDeclaration({ key, type }: ModuleExport): boolean {
  const { symbol }: { symbol: ts.Symbol | undefined } = type
  return key === 'default' && (type.aliasSymbol ?? symbol)?.name === 'ServerDeclaration'
}

/** The fields that are literals. The others are known only to a module that runs. */
function fieldsOf({ declaration }: ModuleExport, shop: Workshop): UnknownObject {
  const { compiler } = shop
  if (!compiler.isExportAssignment(declaration)) return {}
  const call = bare(declaration.expression, compiler)
  const [argument] = compiler.isCallExpression(call) ? call.arguments : []
  if (argument === undefined || !compiler.isObjectLiteralExpression(argument)) return {}
  const entries = argument.properties.flatMap((property) => {
    if (!compiler.isPropertyAssignment(property) || compiler.isComputedPropertyName(property.name)) return []
    return [[property.name.getText(), constantOf(property.initializer, shop)]]
  })
  return Object.fromEntries(entries)
}

function instructionsOf(sources: readonly ts.SourceFile[]): string | undefined {
  const said = sources.flatMap((source) => packageComment(source) ?? []).map(proseOf)
  return said.length > 0 ? said.join('\n\n') : undefined
}

/** The nearest `package.json`. */
function packageOf(folder: string, { readFile }: Pick<Workshop, 'readFile'>): UnknownObject {
  const text = readFile(join(folder, 'package.json'))
  if (text !== undefined) return parseObject(text)
  const parent = dirname(folder)
  return parent === folder ? {} : packageOf(parent, { readFile })
}

function parseObject(text: string): UnknownObject {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}

function stringOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
