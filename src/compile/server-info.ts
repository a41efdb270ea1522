import { basename, dirname, join } from 'node:path'
import type { Manifest, ServerInfo, UnknownObject } from '../tool/index.ts'
import { bare, constantOf } from './constant.ts'
import { packageComment } from './docs/comment.ts'
import { proseOf } from './docs/describe.ts'
import { parseObject } from './json-file.ts'
import type { ModuleExport } from './module-exports.ts'
import type { ts } from './program.ts'
import type { Workshop } from './workshop.ts'

/** What is known of a server before its module runs. */
export interface KnownServer {
  readonly info: ServerInfo
  readonly declaration: Manifest['declaration']
}

/** Reads `export default server({…})`; what it leaves out comes from the package, else from the file. */
export function readServer(
  sources: readonly ts.SourceFile[],
  exported: readonly ModuleExport[],
  shop: Workshop,
): KnownServer {
  const [declared, ...others] = exported.filter(isDeclaration)
  for (const { declaration } of others) {
    shop.reporter.error('duplicate-server', 'The server is declared already; a target has one.', { at: declaration })
  }
  const fields = declared === undefined ? {} : fieldsOf(declared, shop)
  const info = infoOf(fields, sources, shop)
  const computed = Object.keys(fields).filter((name) => fields[name] === undefined)
  return { info, declaration: declared && { module: declared.module, export: declared.key, computed } }
}

function infoOf(fields: UnknownObject, sources: readonly ts.SourceFile[], shop: Workshop): ServerInfo {
  const file = sources[0]?.fileName ?? ''
  const fallback = packageOf(dirname(file), shop)
  const title = stringOf(fields['title'])
  const instructions = stringOf(fields['instructions']) ?? instructionsOf(sources)
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

/** The fields of the declaration; those that are no literals are known only to a module that runs. */
function fieldsOf({ declaration }: ModuleExport, shop: Workshop): UnknownObject {
  const { compiler } = shop
  const call = compiler.isExportAssignment(declaration) ? bare(declaration.expression, compiler) : undefined
  const [argument] = call !== undefined && compiler.isCallExpression(call) ? call.arguments : []
  if (argument === undefined || !compiler.isObjectLiteralExpression(argument)) return { name: undefined }
  const entries = argument.properties.map((property): readonly [string, unknown] => {
    const name = property.name?.getText().replace(/^(['"])(.*)\1$/, '$2') ?? '...'
    return [name, compiler.isPropertyAssignment(property) ? constantOf(property.initializer, shop) : undefined]
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

function stringOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
