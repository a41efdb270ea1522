import { readdir, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { SourceError } from './source-error.ts'

const notEntry = /^_|\.d\.[cm]?ts$|\.(test|spec|bench|stories)\.[cm]?ts$/

/**
 * The modules that a target names, as absolute paths: a file is itself, a folder is its TypeScript files except tests,
 * declarations and those that begin with `_`.
 */
export async function findEntries(target: string, cwd: string): Promise<string[]> {
  const path = resolve(cwd, target)
  const found = await stat(path).catch(() => undefined)
  if (found === undefined) throw new SourceError(`There is no file or folder ${target}.`)
  if (!found.isDirectory()) return [path]
  const names = await readdir(path)
  const entries = names.filter((name) => /\.[cm]?ts$/.test(name) && !notEntry.test(name)).toSorted()
  if (entries.length === 0)
    throw new SourceError(`The folder ${target} holds no TypeScript file that could hold tools.`)
  return entries.map((name) => join(path, name))
}

/** The modules that targets name, each once. Throws a `SourceError` for what is not there. */
export async function findAllEntries(targets: readonly string[], cwd: string): Promise<string[]> {
  const entries = await Promise.all(targets.map(async (target) => await findEntries(target, cwd)))
  const [first, ...others] = new Set(entries.flat())
  if (first === undefined) throw new SourceError('No module was named.')
  return [first, ...others]
}
