import { existsSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, extname, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { BuildOptions, Loader, OnLoadResult, OnResolveArgs, OnResolveResult, Plugin, ResolveResult } from 'esbuild'
import { isOwn, isOwnFile, ownModule } from './own-package.ts'
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
  const lines = entries.map((entry, index) => `export * as m${index} from ${JSON.stringify(entry)}`)
  const { code, map, inputs } = await bundle({
    stdin: { contents: lines.join('\n'), resolveDir: dirname(entries[0] ?? '.'), loader: 'js' },
    outfile: resolve(folder, 'bundle.mjs'),
    sourcemap: 'external',
    sourcesContent: false,
    plugins: [placesPlugin(placesOfAuthor), packagesPlugin(outside)],
  })
  return { ...withRequire(code, map), inputs }
}

/** What goes into a file that is run by itself. */
export interface StandAlone {
  /** The text of the module that starts it. */
  readonly main: string
  /** A module that the text imports as `verbnoun:first`, to run before all others. */
  readonly first: string
  readonly outfile: string
  /** Packages that stay outside, by name. */
  readonly external: readonly string[]
  /** Packages that only code of ours would load, which does not in this program. */
  readonly unneeded: readonly string[]
  /** Where the names in the texts are looked up. */
  readonly folder: string
}

/** Bundles a program with all the packages that it uses. */
export async function bundleStandAlone({
  main,
  first,
  outfile,
  external,
  unneeded,
  folder,
}: StandAlone): Promise<Pick<Bundle, 'code' | 'inputs'>> {
  const { code, inputs } = await bundle({
    stdin: { contents: main, resolveDir: folder, loader: 'js', sourcefile: 'verbnoun:main' },
    outfile,
    external: [...external],
    legalComments: 'none',
    plugins: [
      firstPlugin(first, folder),
      placesPlugin(placesFrom(outfile)),
      unneededPlugin(unneeded),
      packagesPlugin(inside),
    ],
  })
  return { code: `${placesRuntime}\n${withRequire(code, '').code}`, inputs }
}

type Settings = Pick<
  BuildOptions,
  'stdin' | 'outfile' | 'sourcemap' | 'sourcesContent' | 'external' | 'legalComments' | 'plugins'
>

async function bundle(settings: Settings): Promise<Bundle> {
  const { build } = await import('esbuild')
  const built = await build({
    ...settings,
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    conditions: [],
    keepNames: true,
    logLevel: 'silent',
    define: ownPlaces,
  }).catch((error: unknown) => {
    throw new SourceError(explain(error))
  })
  const map = built.outputFiles.find(({ path }) => path.endsWith('.map'))
  const code = built.outputFiles.find((file) => file !== map)
  if (code === undefined || code.text === '') throw new Error('The bundler gave no code.')
  const inputs = Object.keys(built.metafile.inputs).map((input) => resolve(input))
  return { code: code.text, map: map?.text ?? '', inputs: inputs.filter((input) => existsSync(input)) }
}

/** What names the place of a module, and the constants that stand for it in a bundle. */
const ownPlaces: Record<string, string> = {
  'import.meta.url': '__verbnoun_url',
  'import.meta.dirname': '__verbnoun_dirname',
  'import.meta.filename': '__verbnoun_filename',
  __dirname: '__verbnoun_dirname',
  __filename: '__verbnoun_filename',
}

/** Expressions for the address, the file and the folder of a module. */
type Places = (path: string) => Readonly<Record<'url' | 'filename' | 'dirname', string>>

const placesOfAuthor: Places = (path) => ({
  url: JSON.stringify(pathToFileURL(path).href),
  filename: JSON.stringify(path),
  dirname: JSON.stringify(dirname(path)),
})

/** The author's file as seen from the built one; where it is not there, the built file stands for it. */
function placesFrom(outfile: string): Places {
  return (path) => ({
    url: `__verbnoun_at(${JSON.stringify(relative(dirname(outfile), path).replaceAll('\\', '/'))})`,
    filename: '__verbnoun_path(__verbnoun_url)',
    dirname: '__verbnoun_path(new URL(".",__verbnoun_url)).slice(0,-1)',
  })
}

const placesRuntime = [
  'import{existsSync as __verbnoun_exists}from"node:fs";',
  'import{fileURLToPath as __verbnoun_path}from"node:url";',
  'const __verbnoun_at=(path)=>{const at=new URL(encodeURI(path),import.meta.url);return __verbnoun_exists(at)?at.href:import.meta.url};',
].join('')

/** Keeps `import.meta.url` and its like naming the author's file. */
function placesPlugin(placesOf: Places): Plugin {
  return {
    name: 'places',
    setup(build) {
      build.onLoad({ filter: /\.[cm]?[jt]sx?$/ }, ({ path }): OnLoadResult | undefined => {
        const contents = readFileSync(path, 'utf8')
        if (!/\bimport\s*\.\s*meta\b|\b__(?:dirname|filename)\b/.test(contents)) return undefined
        const constants = Object.entries(placesOf(path)).map(([name, value]) => `__verbnoun_${name}=${value}`)
        return { contents: `const ${constants.join()};${contents.replace(/^#!/, '//')}`, loader: loaderOf(path) }
      })
    },
  }
}

function firstPlugin(contents: string, resolveDir: string): Plugin {
  return {
    name: 'first',
    setup(build) {
      build.onResolve({ filter: /^verbnoun:first$/ }, ({ path }) => ({ path, namespace: 'verbnoun' }))
      build.onLoad({ filter: /.*/, namespace: 'verbnoun' }, () => ({ contents, resolveDir, loader: 'js' }))
    },
  }
}

/** What is parsed at every start, and never run, costs as much as what is. */
function unneededPlugin(packages: readonly string[]): Plugin {
  return {
    name: 'unneeded',
    setup(build) {
      build.onResolve({ filter: /^[^./]/ }, ({ path, importer }) =>
        packages.includes(path) && isOwnFile(importer) ? { path, external: true } : undefined,
      )
    },
  }
}

/** What becomes of a module that was found. */
type Placing = (found: ResolveResult, asked: Pick<OnResolveArgs, 'kind' | 'path'>) => OnResolveResult

/** Packages are left outside, under the address of the very file that the importing module would get. */
const outside: Placing = (found, { kind, path }) => {
  const stays = found.external || found.namespace !== 'file' || (isBundled(found.path) && !isOwn(path))
  return stays ? found : outsideAt(found.path, kind)
}

const inside: Placing = (found) => found

function packagesPlugin(place: Placing): Plugin {
  const asked = {}
  return {
    name: 'packages',
    setup(build) {
      build.onResolve({ filter: /^[^./]/ }, async (args) => {
        if (args.pluginData === asked || args.kind === 'entry-point') return undefined
        if (isBuiltin(args.path) || /^(?:file|data|https?):/.test(args.path)) return { path: args.path, external: true }
        const { importer, resolveDir, kind, path } = args
        const found = await build.resolve(path, { importer, resolveDir, kind, pluginData: asked })
        if (found.errors.length === 0) return place(found, args)
        return (
          unresolved(args, found) ??
          place(await build.resolve(ownModule(path, 'default') ?? path, { kind, resolveDir }), args)
        )
      })
    },
  }
}

/** The answer for a module that was not found; undefined when it is one of ours. */
function unresolved({ path, kind }: OnResolveArgs, found: ResolveResult): OnResolveResult | undefined {
  if (isOwn(path) && ownModule(path, 'default') !== undefined) return undefined
  // What may be absent is asked for when it is needed, and fails then.
  return kind === 'import-statement' ? found : { path, external: true }
}

/** The author's own code, also behind a link of a workspace, and whatever Node would not load by itself. */
function isBundled(path: string): boolean {
  return !/[\\/]node_modules[\\/]/.test(path) ? !path.endsWith('.node') : /\.(?:[cm]?tsx?|jsx|json)$/.test(path)
}

function outsideAt(path: string, kind: OnResolveArgs['kind']): OnResolveResult {
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
