import { dirname, relative } from 'node:path'
import type { Manifest } from '../tool/index.ts'
import type { BuildOptions, Built } from './build-server.ts'
import { bundleStandAlone } from './bundle.ts'
import { isRefusal } from './diagnostic.ts'
import type { Diagnostic } from './diagnostic.ts'
import { findAllEntries } from './entries.ts'
import { refuseToOverwrite, resolveOutfile, writeOutfile } from './outfile.ts'
import { Session } from './session.ts'
import type { Extraction } from './session.ts'
import { rethrowFrom, SourceError } from './source-error.ts'

/** Does what `buildServer` promises. */
export async function writeServer(targets: readonly string[], options: BuildOptions): Promise<Built> {
  const { cwd } = options
  const entries = await findAllEntries(targets, cwd)
  const outfile = resolveOutfile(options.outfile, cwd)
  refuseToOverwrite(outfile, entries, cwd)
  const { manifest, diagnostics, inputs } = extractFrom(entries, cwd)
  if (diagnostics.some(isRefusal) || !servesAnything(manifest, diagnostics, targets)) return { manifest, diagnostics }
  const { code, inputs: bundled } = await bundleStandAlone({
    main: mainText(entries, manifest, options.main),
    first: "import { claimStdout } from 'verbnoun/serve'\nclaimStdout()",
    outfile,
    external: [...ledgerDrivers, ...(options.external ?? [])],
    unneeded: options.main === undefined ? overHttpOnly : [],
    folder: dirname(entries[0] ?? cwd),
  }).catch(rethrowFrom(cwd))
  refuseToOverwrite(outfile, [...inputs.keys(), ...bundled], cwd)
  writeOutfile(outfile, code, cwd)
  return { manifest, diagnostics, outfile }
}

function extractFrom(entries: readonly string[], cwd: string): Extraction {
  try {
    const extraction = new Session(entries).extract()
    const diagnostics = extraction.diagnostics.map((each) => ({ ...each, file: relative(cwd, each.file) }))
    return { ...extraction, diagnostics }
  } catch (error) {
    return rethrowFrom(cwd)(error)
  }
}

/** Whether there is something to serve. Where there is nothing, and nothing was said of why, it is the wrong file. */
function servesAnything(
  { tools, runtime = [] }: Manifest,
  diagnostics: readonly Diagnostic[],
  targets: readonly string[],
): boolean {
  if (tools.length + runtime.length > 0) return true
  if (diagnostics.length > 0) return false
  throw new SourceError(`${targets.join(', ')} exports no tool: a tool is an exported function with a doc comment.`)
}

/** The program: it refuses to start when functions and manifest have parted. */
function mainText(entries: readonly string[], manifest: Manifest, main: string | undefined): string {
  const modules = entries.map((entry, index) => `import * as m${index} from ${JSON.stringify(entry)}`)
  return [
    "import 'verbnoun:first'",
    ...modules,
    main === undefined ? stdioMain(manifest) : `import { run } from ${JSON.stringify(main)}`,
    `const manifest = JSON.parse(${JSON.stringify(JSON.stringify(manifest))})`,
    `const modules = [${entries.map((_, index) => `m${index}`).join(', ')}]`,
    'for (const { name, module, export: key, parameters } of manifest.tools) {',
    '  const callee = modules[module][key]',
    "  if (typeof callee !== 'function') throw new TypeError(`${name}: its module exports no function ${key}.`)",
    '  if (callee.length > parameters.length) throw new TypeError(`${name}: its function takes other arguments than were compiled.`)',
    '}',
    'await run(manifest, modules)',
  ].join('\n')
}

/** Drivers are found beside the built file, where a ledger needs one. */
const ledgerDrivers = ['libsql', 'postgres']

/** Nobody brings a token over stdio. */
const overHttpOnly = ['jose']

/** What has nothing that must not act twice carries no ledger. */
function stdioMain({ tools, runtime = [] }: Manifest): string {
  const isKept =
    runtime.length > 0 || tools.some(({ idempotency, parameters }) => idempotency ?? takesContext(parameters))
  const ledger = isKept ? 'await openLedger(served, { cwd: process.cwd(), folder, env: process.env })' : 'undefined'
  return [
    "import { dirname } from 'node:path'",
    `import { createServer, filesWithin, ${isKept ? 'openLedger, ' : ''}serveModules, serveStdio } from 'verbnoun/serve'`,
    'async function run(manifest, modules) {',
    '  const served = serveModules(manifest, modules, process.env)',
    "  for (const { name, description } of served.missing) console.error(name + ' is not set: ' + description)",
    '  const folder = dirname(process.argv[1])',
    `  const ledger = ${ledger}`,
    '  await serveStdio(createServer({ ...served.options, ledger, readFile: filesWithin(folder) }))',
    '  await served.stop()',
    '  await ledger?.close()',
    '}',
  ].join('\n')
}

/** A function with a context may ask a person. */
function takesContext(parameters: Manifest['tools'][number]['parameters']): boolean {
  return parameters.some(({ kind }) => kind === 'context')
}
