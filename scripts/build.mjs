// Builds `dist`: TypeScript as it stands, one file for one file; then what a served tool needs of packages is bundled in.
import { spawnSync } from 'node:child_process'
import { chmodSync, rmSync } from 'node:fs'
import { build } from 'esbuild'

/** Files whose packages are leaves: served tools load no dependency. */
const withPackagesInside = ['dist/tool/mime.js']

rmSync('dist', { recursive: true, force: true })
const tsc = ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json']
const { status } = spawnSync(process.execPath, tsc, { stdio: 'inherit' })
if (status !== 0) process.exit(status ?? 1)
for (const file of withPackagesInside) {
  await build({
    entryPoints: [file],
    outfile: file,
    allowOverwrite: true,
    bundle: true,
    format: 'esm',
    platform: 'node',
  })
}
chmodSync('dist/cli/main.js', 0o755)
