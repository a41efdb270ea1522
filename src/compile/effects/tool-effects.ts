import { bodyOf, exportsOf } from '../module-exports.ts'
import type { Manifest } from '../../tool/index.ts'
import type { Workshop } from '../workshop.ts'
import type { ToolEffects } from './effect.ts'
import { createSearch, siteOf } from './find.ts'

/** What the code of each tool of a manifest was found to do. */
export function effectsOfTools(shop: Workshop, entries: readonly string[], { tools }: Manifest): ToolEffects[] {
  const search = createSearch(shop)
  const exported = entries.flatMap((entry, module) => {
    const source = shop.program.getSourceFile(entry)
    return source === undefined ? [] : exportsOf(source, module, shop)
  })
  return tools.map(({ name, module, export: key }) => {
    const found = exported.find((each) => each.module === module && each.key === key)
    const body = found && bodyOf(found)
    return {
      tool: name,
      ...(found !== undefined && { declared: siteOf(found.declaration, name) }),
      ...(body === undefined ? { effects: [], unknown: [] } : search.from(body)),
    }
  })
}
