// The same tools as a TypeScript source: served from a warm cache, and built into one file.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url))

/** Arguments for Node that start both; the folder is the caller's to remove. */
export function prepareSource(count) {
  const folder = mkdtempSync(join(tmpdir(), 'verbnoun-bench-'))
  const source = join(folder, 'tools.ts')
  const built = join(folder, 'server.mjs')
  writeFileSync(join(folder, 'package.json'), '{"name":"bench","version":"1.0.0","type":"module"}')
  const tools = Array.from(
    { length: count },
    (_, at) => `
/** Add two numbers.
 * @readonly
 * @param a - One.
 * @param b - The other. */
export function add_numbers${at === 0 ? '' : `_${at}`}(a: number, b: number): string { return String(a + b) }`,
  )
  writeFileSync(source, tools.join('\n'))
  const { status, stderr } = spawnSync(process.execPath, [main, 'build', source, '-o', built], { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return { folder, served: [main, 'serve', source], built: [built] }
}
