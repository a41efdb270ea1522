import { existsSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, extname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Loader, OnLoadResult, OnResolveArgs, OnResolveResult, Plugin, PluginBuild } from 'esbuild'
import { isOwn, ownModule } from './own-package.ts'
import { SourceError } from './source-error.ts'

/** The code of all entries in one module, which exports each entry's namespace as `m0`, `m1`, …. */
export interface Bundle {
  readonly code: string
  readonly map: string
  /** Every file that went into it. */
  readonly inputs: readonly string[]
}

/** Bundles entries as if into `folder`, so that the modules they share stay shared. Packages are left outside. */
export async function bundleEntries(entries: readonly string[], folder: string): Promise<Bundle> {
  const { build } = await import('esbuild')
  const lines = entries.map((entry, index) => `export * as m${index} from ${JSON.stringify(entry)}`)
  const built = await build({
    stdin: { contents: lines.join('\n'), resolveDir: dirname(entries[0] ?? '.'), loader: 'js' },
    outfile: resolve(folder, 'bundle.mjs'),
    bundle: true,
    write: false,
    metafile: true,
    sourcemap: 'external',
    sourcesContent: false,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    conditions: [],
    keepNames: true,
    logLevel: 'silent',
    define: ownPlaces,
    plugins: [placesPlugin, packagesPlugin],
  }).catch((error: unknown) => {
    throw new SourceError(explain(error))
  })
  const [map, code] = built.outputFiles
  const inputs = Object.keys(built.metafile.inputs).map((input) => resolve(input))
  return { ...withRequire(code?.text ?? '', map?.text ?? ''), inputs: inputs.filter((input) => existsSync(input)) }
}

/** What names the place of a module, and the constants that stand for it in a bundle. */
const ownPlaces: Record<string, string> = {
  'import.meta.url': '__verbnoun_url',
  'import.meta.dirname': '__verbnoun_dirname',
  'import.meta.filename': '__verbnoun_filename',
  __dirname: '__verbnoun_dirname',
  __filename: '__verbnoun_filename',
}

/** Keeps `import.meta.url` and its like naming the author's file. */
const placesPlugin: Plugin = {
  name: 'places',
  setup(build) {
    build.onLoad({ filter: /\.[cm]?[jt]sx?$/ }, ({ path }): OnLoadResult | undefined => {
      const contents = readFileSync(path, 'utf8')
      if (!/\bimport\s*\.\s*meta\b|\b__(?:dirname|filename)\b/.test(contents)) return undefined
      const places = { url: pathToFileURL(path).href, dirname: dirname(path), filename: path }
      const constants = Object.entries(places).map(([name, value]) => `__verbnoun_${name}=${JSON.stringify(value)}`)
      return { contents: `const ${constants.join()};${contents.replace(/^#!/, '//')}`, loader: loaderOf(path) }
    })
  },
}

/** Leaves packages outside, under the address of the very file that the importing module would get. */
const packagesPlugin: Plugin = {
  name: 'packages',
  setup(build) {
    build.onResolve({ filter: /^[^./]/ }, async (args) => {
      if (args.pluginData === packagesPlugin || args.kind === 'entry-point') return undefined
      return await resolvePackage(build, args)
    })
  },
}

async function resolvePackage(build: PluginBuild, args: OnResolveArgs): Promise<OnResolveResult> {
  if (isBuiltin(args.path)) return { path: args.path, external: true }
  if (/^(?:[a-z]+:)/i.test(args.path) && !/^[a-z]:[\\/]/i.test(args.path)) return { path: args.path, external: true }
  const { importer, resolveDir, kind } = args
  const found = await build.resolve(args.path, { importer, resolveDir, kind, pluginData: packagesPlugin })
  if (found.errors.length > 0) return unresolved(args, found)
  if (found.external || found.namespace !== 'file' || isBundled(found.path)) return found
  return external(found.path, kind)
}

function unresolved({ path, kind }: OnResolveArgs, found: OnResolveResult): OnResolveResult {
  const own = isOwn(path) ? ownModule(path, 'default') : undefined
  if (own !== undefined) return isBundled(own) ? { path: own } : external(own, kind)
  // What may be absent is asked for when it is needed, and fails then.
  return kind === 'import-statement' ? found : { path, external: true }
}

/** The author's own code, also behind a link of a workspace, and whatever Node would not load by itself. */
function isBundled(path: string): boolean {
  return !/[\\/]node_modules[\\/]/.test(path) ? !path.endsWith('.node') : /\.(?:[cm]?tsx?|jsx|json)$/.test(path)
}

function external(path: string, kind: OnResolveArgs['kind']): OnResolveResult {
  return { path: kind.startsWith('require') ? path : pathToFileURL(path).href, external: true }
}

function loaderOf(path: string): Loader {
  const loaders: Readonly<Record<string, Loader>> = {
    '.tsx': 'tsx',
    '.jsx': 'jsx',
    '.ts': 'ts',
    '.mts': 'ts',
    '.cts': 'ts',
  }
  return loaders[extname(path)] ?? 'js'
}

/** Code that calls `require` gets one. Its line is made good for in the map. */
function withRequire(code: string, map: string): Pick<Bundle, 'code' | 'map'> {
  if (!/\b__require\(/.test(code)) return { code, map }
  const line =
    'import{createRequire as __verbnoun_require}from"node:module";const require=__verbnoun_require(import.meta.url);\n'
  return { code: line + code, map: map.replace('"mappings": "', '"mappings": ";') }
}

/** One sentence with the place, from the first of esbuild's messages. */
function explain(error: unknown): string {
  if (!(error instanceof Error) || !('errors' in error) || !Array.isArray(error.errors)) return String(error)
  const [first]: unknown[] = error.errors
  if (!isMessage(first)) return error.message
  const { location, text } = first
  return location === null ? text : `${resolve(location.file)}(${location.line},${location.column + 1}): ${text}`
}

interface Message {
  readonly text: string
  readonly location: { readonly file: string; readonly line: number; readonly column: number } | null
}

function isMessage(value: unknown): value is Message {
  return typeof value === 'object' && value !== null && 'text' in value && 'location' in value
}
