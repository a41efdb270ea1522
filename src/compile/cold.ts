import { join } from 'node:path'
import { bundleEntries } from './bundle.ts'
import { generation, writeRecord, writeWhole } from './cache.ts'
import type { CacheRecord } from './cache.ts'
import { dependsOn, knownMisses } from './dependencies.ts'
import type { ToolEffects } from './effects/effect.ts'
import { hashText } from './hash.ts'
import { openFolder } from './places.ts'
import { Session } from './session.ts'
import type { Extraction } from './session.ts'
import { stampOf } from './stamp.ts'
import type { Stamp } from './stamp.ts'

/** Compiles and bundles entries, and leaves a record of both for the next start. */
export async function compileCold(
  entries: readonly string[],
  folders: readonly string[],
  session: Session = new Session(entries),
): Promise<CacheRecord> {
  const folder = openFolder(folders)
  const extraction = session.extract()
  const { code, map, inputs: bundled } = await bundleEntries(entries, folder)
  const bundle = await writeBundle(folder, code, map)
  const stamps = await stampAll(extraction, bundled)
  const { manifest, diagnostics, misses } = extraction
  const record: CacheRecord = {
    generation,
    entries,
    inputs: stamps.filter((stamp) => stamp !== undefined),
    misses: knownMisses(misses),
    manifest,
    diagnostics,
    bundle,
  }
  // A file that changed meanwhile makes the record one of a state that never was.
  if (!stamps.includes(undefined)) writeRecord(folder, record)
  return record
}

/** What the code of the tools of these entries does, with absolute paths. */
export function findEffects(entries: readonly string[]): ToolEffects[] {
  return new Session(entries).effects()
}

async function writeBundle(folder: string, code: string, map: string): Promise<Stamp> {
  const name = `${hashText(code + map).slice(0, 22)}.mjs`
  const path = join(folder, name)
  writeWhole(`${path}.map`, map)
  const text = `${code}//# sourceMappingURL=${name}.map\n`
  writeWhole(path, text)
  // Nobody else writes to a file of this name, so that its time tells enough however young it is.
  const stamp = await stampOf(path, hashText(text), Number.POSITIVE_INFINITY)
  if (stamp === undefined) throw new Error(`${path} was changed while it was written.`)
  return stamp
}

async function stampAll({ inputs }: Extraction, bundled: readonly string[]): Promise<(Stamp | undefined)[]> {
  const hashes = new Map<string, string | undefined>([...bundled.map((path) => [path, undefined] as const), ...inputs])
  const now = Date.now()
  const files = [...hashes].filter(([path]) => dependsOn(path))
  return await Promise.all(files.map(async ([path, hash]) => await stampOf(path, hash, now)))
}
