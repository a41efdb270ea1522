import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isObject } from '../tool/index.ts'
import type { Manifest } from '../tool/index.ts'
import type { Diagnostic } from './diagnostic.ts'
import { isTrusted } from './places.ts'
import { renewed } from './stamp.ts'
import type { Stamp } from './stamp.ts'

/** What one compilation left behind. */
export interface CacheRecord {
  readonly generation: string
  readonly entries: readonly string[]
  /** The files it depends on. */
  readonly inputs: readonly Stamp[]
  /** The paths where a new file would change what a name means. */
  readonly misses: readonly string[]
  readonly manifest: Manifest
  /** With absolute paths. */
  readonly diagnostics: readonly Diagnostic[]
  /** The file with the code. */
  readonly bundle: Stamp
}

/** What wrote a record: a version, and which copy of it. A record of another generation is none. */
export const generation: string = `verbnoun 0.1.0 ${statSync(fileURLToPath(import.meta.url)).mtimeMs}`

/** The record of these entries, if nothing has changed that it depends on. */
export async function readRecord(
  folders: readonly string[],
  entries: readonly string[],
): Promise<CacheRecord | undefined> {
  for (const folder of folders) {
    const record = isTrusted(folder) ? parseRecord(join(folder, nameOf(entries))) : undefined
    const fresh =
      record !== undefined && isFor(entries, record) ? await renew(record).catch(() => undefined) : undefined
    if (fresh === undefined) continue
    if (fresh !== record) refresh(folder, fresh)
    return fresh
  }
  return undefined
}

/** Leaves a record in a folder. */
export function writeRecord(folder: string, record: CacheRecord): void {
  writeWhole(join(folder, nameOf(record.entries)), JSON.stringify(record))
  sweep(folder, record)
}

/** Writes a file so that a reader sees all of it or nothing. Where it fails, nothing is left. */
export function writeWhole(path: string, text: string): void {
  const unfinished = `${path}.${process.pid}.${process.hrtime.bigint()}.tmp`
  mkdirSync(dirname(path), { recursive: true })
  try {
    writeFileSync(unfinished, text, { mode: 0o600 })
    renameSync(unfinished, path)
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw error
  }
}

function parseRecord(path: string): CacheRecord | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Only this generation writes its name into a record, and writes it whole. */
function isRecord(value: unknown): value is CacheRecord {
  if (!isObject(value) || value['generation'] !== generation) return false
  const { entries, inputs, misses, manifest, diagnostics, bundle } = value
  return [entries, inputs, misses, diagnostics].every(Array.isArray) && isObject(manifest) && isObject(bundle)
}

function isFor(entries: readonly string[], record: CacheRecord): boolean {
  return record.entries.length === entries.length && record.entries.every((entry, index) => entry === entries[index])
}

/** The record with the stamps of today; undefined when it holds no longer. */
async function renew(record: CacheRecord): Promise<CacheRecord | undefined> {
  if (record.misses.some((path) => statSync(path, { throwIfNoEntry: false }) !== undefined)) return undefined
  const stamps: Stamp[] = []
  for (const stamp of [record.bundle, ...record.inputs]) {
    const fresh = await renewed(stamp)
    if (fresh === undefined) return undefined
    stamps.push(fresh)
  }
  const [bundle, ...inputs] = stamps
  const isSame = bundle === record.bundle && inputs.every((stamp, index) => stamp === record.inputs[index])
  return bundle === undefined || isSame ? record : { ...record, bundle, inputs }
}

/** Saves the next start the reading of files that only look new. It can do without. */
function refresh(folder: string, record: CacheRecord): void {
  try {
    writeWhole(join(folder, nameOf(record.entries)), JSON.stringify(record))
  } catch {
    return
  }
}

/** A short name for a list of paths. Two lists that share it only take turns. */
function nameOf(entries: readonly string[]): string {
  let hash = 0xcbf29ce484222325n
  for (const byte of Buffer.from(entries.join('\0'))) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n)
  return `${hash.toString(36)}.json`
}

const dayInMs = 86_400_000

/** Removes code that nobody has asked for in a while. */
function sweep(folder: string, { bundle }: CacheRecord): void {
  const limit = statSync(bundle.path).mtimeMs - 7 * dayInMs
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    const found = statSync(path, { throwIfNoEntry: false })
    if (found !== undefined && found.mtimeMs < limit) rmSync(path, { force: true })
  }
}
