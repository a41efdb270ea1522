// Fails when a room that every served tool loads has grown past its budget: minified and gzipped, in bytes.
import { resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'

const budgets = [
  { file: 'dist/tool/index.js', limit: 22_000 },
  { file: 'dist/serve/index.js', limit: 62_000 },
]

for (const { file, limit } of budgets) {
  const size = await sizeOf(file)
  console.log(`${file}: ${size} bytes of ${limit}`)
  if (size > limit) process.exitCode = 1
}

/** What is loaded at once; what is imported on demand does not count. */
async function sizeOf(file) {
  const { metafile, outputFiles } = await build({
    entryPoints: [file],
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    splitting: true,
    outdir: 'out',
    write: false,
    metafile: true,
    logLevel: 'error',
  })
  const loaded = new Set(Object.keys(metafile.outputs).filter((path) => metafile.outputs[path].entryPoint === file))
  for (const path of loaded) {
    for (const { path: next, kind, external } of metafile.outputs[path].imports) {
      if (kind === 'import-statement' && !external) loaded.add(next)
    }
  }
  const files = outputFiles.filter(({ path }) => [...loaded].some((name) => resolve(name) === path))
  return files.reduce((sum, { contents }) => sum + gzipSync(contents).length, 0)
}
