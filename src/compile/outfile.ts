import { chmodSync, existsSync, lstatSync, readFileSync, realpathSync } from 'node:fs'
import type { Stats } from 'node:fs'
import { dirname, extname, join, relative, resolve } from 'node:path'
import { writeWhole } from './cache.ts'
import { parseObject } from './json-file.ts'
import { projectOf } from './places.ts'
import { SourceError } from './source-error.ts'

/** The path that a build may write to, which is there as a regular file or not at all. Throws a `SourceError` otherwise. */
export function resolveOutfile(outfile: string, cwd: string): string {
  const path = resolve(cwd, outfile)
  const extension = extname(path)
  if (extension !== '.mjs' && extension !== '.js') {
    throw new SourceError(`A built server is a module: name it ${nameWith('.mjs', outfile)}, not ${outfile}.`)
  }
  const found = statusOf(path, outfile)
  if (found?.isDirectory() === true) throw new SourceError(`${outfile} is a folder; a build writes one file.`)
  if (found?.isFile() === false) throw new SourceError(`${outfile} is there already and is no regular file.`)
  if (extension === '.js' && !isModuleScope(dirname(path))) {
    throw new SourceError(
      `Node would not run ${outfile} as a module, because its package.json has no "type": "module"; name it ${nameWith('.mjs', outfile)}.`,
    )
  }
  return path
}

/** Throws a `SourceError` where a build would write over one of the files that it is made of. */
export function refuseToOverwrite(outfile: string, inputs: Iterable<string>, cwd: string): void {
  if (!existsSync(outfile)) return
  const path = realpathSync.native(outfile)
  for (const input of inputs) {
    if (!existsSync(input) || realpathSync.native(input) !== path) continue
    throw new SourceError(`${relative(cwd, outfile)} is one of the sources; a build does not write over it.`)
  }
}

/** Writes a file that can be run. */
export function writeOutfile(outfile: string, code: string, cwd: string): void {
  try {
    writeWhole(outfile, `#!/usr/bin/env node\n${code}`)
    chmodSync(outfile, 0o755)
  } catch (error) {
    throw cannotWrite(relative(cwd, outfile), error)
  }
}

function statusOf(path: string, shown: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  } catch (error) {
    throw cannotWrite(shown, error)
  }
}

function cannotWrite(outfile: string, error: unknown): SourceError {
  const reason = error instanceof Error ? error.message : String(error)
  return new SourceError(`${outfile} cannot be written: ${reason}.`, { cause: error })
}

/** https://nodejs.org/api/packages.html#determining-module-system */
function isModuleScope(folder: string): boolean {
  const project = projectOf(folder)
  return project !== undefined && parseObject(readFileSync(join(project, 'package.json'), 'utf8'))['type'] === 'module'
}

function nameWith(extension: string, outfile: string): string {
  return outfile.slice(0, outfile.length - extname(outfile).length) + extension
}
