import { readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isObject } from '../tool/index.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const runsFromSource = import.meta.url.endsWith('.ts')

/** Where the running copy of Verbnoun keeps a module of its own, for authors who have not installed it. */
export function ownModule(specifier: string, condition: 'types' | 'default'): string | undefined {
  if (!isOwn(specifier)) return undefined
  const manifest: unknown = JSON.parse(readFileSync(`${root}package.json`, 'utf8'))
  const subpath = `.${specifier.slice('verbnoun'.length)}`
  const entry = isObject(manifest) && isObject(manifest['exports']) ? manifest['exports'][subpath] : undefined
  const file = isObject(entry) ? entry[condition] : undefined
  if (typeof file !== 'string') return undefined
  return root + (runsFromSource ? file.replace(/^\.\/dist\/(.*?)(\.d\.ts|\.js)$/, 'src/$1.ts') : file.slice(2))
}

/** Whether a module specifier names this package. */
export function isOwn(specifier: string): boolean {
  return specifier === 'verbnoun' || specifier.startsWith('verbnoun/')
}

/** Whether a file is part of the running copy of this package. */
export function isOwnFile(path: string): boolean {
  return ['dist', 'src'].some((folder) => path.startsWith(join(root, folder, sep)))
}
