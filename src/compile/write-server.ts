import { chmodSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import type { Manifest } from '../tool/index.ts'
import type { BuildOptions, Built } from './build-server.ts'
import { bundleStandAlone } from './bundle.ts'
import { writeWhole } from './cache.ts'
import { isRefusal } from './diagnostic.ts'
import { Session } from './session.ts'

/** Writes one file that serves the tools of the entries without their sources, their packages, or a compiler. */
export async function writeServer(entries: readonly string[], options: BuildOptions): Promise<Built> {
  const { manifest, diagnostics } = new Session(entries).extract()
  const found = diagnostics.map((each) => ({ ...each, file: relative(options.cwd, each.file) }))
  if (found.some(isRefusal)) return { manifest, diagnostics: found }
  const outfile = resolve(options.cwd, options.outfile)
  const code = await bundleStandAlone({
    main: mainText(entries, manifest, options.main),
    first: "import { claimStdout } from 'verbnoun/serve'\nclaimStdout()",
    outfile,
    external: options.external ?? [],
    folder: dirname(entries[0] ?? '.'),
  })
  writeWhole(outfile, `#!/usr/bin/env node\n${code}`)
  chmodSync(outfile, 0o755)
  return { manifest, diagnostics: found, outfile }
}

/** The program: it refuses to start when functions and manifest have parted. */
function mainText(entries: readonly string[], manifest: Manifest, main: string | undefined): string {
  const modules = entries.map((entry, index) => `import * as m${index} from ${JSON.stringify(entry)}`)
  return [
    "import 'verbnoun:first'",
    ...modules,
    main === undefined ? stdioMain : `import { run } from ${JSON.stringify(main)}`,
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

const stdioMain = [
  "import { dirname } from 'node:path'",
  "import { createServer, filesWithin, serveModules, serveStdio } from 'verbnoun/serve'",
  'async function run(manifest, modules) {',
  '  const { options, missing, stop } = serveModules(manifest, modules, process.env)',
  "  for (const { name, description } of missing) console.error(name + ' is not set: ' + description)",
  '  await serveStdio(createServer({ ...options, readFile: filesWithin(dirname(process.argv[1])) }))',
  '  await stop()',
  '}',
].join('\n')
