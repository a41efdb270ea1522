import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { isObject } from '../tool/index.ts'
import { generation, writeWhole } from './cache.ts'
import type { CacheRecord } from './cache.ts'
import type { CallSite, ToolEffects } from './effects/effect.ts'
import { hashText } from './hash.ts'

/**
 * What the code of the tools of a record does, with files as somebody in `cwd` would name them. Kept beside the bundle of
 * the record, so that only who asks first loads the compiler.
 */
export async function effectsOf(record: CacheRecord, cwd: string): Promise<ToolEffects[]> {
  const read = record.inputs.map(({ path, hash }) => `${path} ${hash}`)
  const key = hashText([generation, ...record.entries, ...read].join('\n')).slice(0, 22)
  const file = join(dirname(record.bundle.path), `effects-${key}.json`)
  const found = readKept(file) ?? (await findAndKeep(record, file))
  const here = (site: CallSite): CallSite => ({ ...site, file: relative(cwd, site.file) })
  return found.map(({ tool, declared, effects, unknown }) => ({
    tool,
    ...(declared !== undefined && { declared: here(declared) }),
    effects: effects.map((effect) => ({ ...effect, path: effect.path.map(here) })),
    unknown: unknown.map(here),
  }))
}

async function findAndKeep({ entries }: CacheRecord, file: string): Promise<readonly ToolEffects[]> {
  const { findEffects } = await import('./cold.ts')
  const found = findEffects(entries)
  try {
    writeWhole(file, JSON.stringify(found))
  } catch {
    return found
  }
  return found
}

function readKept(file: string): readonly ToolEffects[] | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return Array.isArray(value) && value.every(isKept) ? value : undefined
  } catch {
    return undefined
  }
}

/** Only this generation writes under such a name, and writes it whole. */
function isKept(value: unknown): value is ToolEffects {
  return isObject(value) && Array.isArray(value['effects']) && Array.isArray(value['unknown'])
}
