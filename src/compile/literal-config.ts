import { isObject } from '../tool/index.ts'
import type { CompiledTool, UnknownObject } from '../tool/index.ts'
import { bare, constantOf } from './constant.ts'
import type { ModuleExport } from './module-exports.ts'
import type { Workshop } from './workshop.ts'

type Config = Pick<CompiledTool, 'title' | 'icons' | '_meta'>

/**
 * What `tool(fn, { … })` says in literals of what is on the wire, so that it is known before the module runs. The rest
 * is joined when it does.
 */
export function literalConfig({ declaration }: ModuleExport, shop: Workshop): Config {
  const { compiler } = shop
  if (!compiler.isVariableDeclaration(declaration) || declaration.initializer === undefined) return {}
  const call = bare(declaration.initializer, compiler)
  if (!compiler.isCallExpression(call) || call.expression.getText().split('.').at(-1) !== 'tool') return {}
  const config = call.arguments[1]
  if (config === undefined || !compiler.isObjectLiteralExpression(config)) return {}
  const fields: UnknownObject = Object.fromEntries(
    config.properties.map((property) => [
      property.name?.getText() ?? '',
      compiler.isPropertyAssignment(property) ? constantOf(property.initializer, shop) : undefined,
    ]),
  )
  const { title, icons, _meta: meta } = fields
  return {
    ...(typeof title === 'string' ? { title } : {}),
    ...(isIcons(icons) ? { icons } : {}),
    ...(isObject(meta) ? { _meta: meta } : {}),
  }
}

function isIcons(value: unknown): value is NonNullable<Config['icons']> {
  return Array.isArray(value) && value.every((icon) => isObject(icon) && typeof icon['src'] === 'string')
}
