// Builds `dist`: declarations by the compiler; code by the bundler, because a server that starts from few files starts
// in half the time. Rooms share chunks; packages stay outside, but for the leaves that a served tool needs.
import { spawnSync } from 'node:child_process'
import { chmodSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { build } from 'esbuild'

const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
const rooms = readdirSync('src', { recursive: true }).filter((path) => /^([a-z]+\/)?index\.ts$/.test(path))

rmSync('dist', { recursive: true, force: true })
const tsc = ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json']
const { status } = spawnSync(process.execPath, tsc, { stdio: 'inherit' })
if (status === 0) await bundle()
else process.exitCode = status ?? 1

async function bundle() {
  await build({
    entryPoints: [...rooms.map((path) => `src/${path}`), 'src/cli/main.ts'],
    outdir: 'dist',
    outbase: 'src',
    chunkNames: 'chunks/[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    external: Object.keys(dependencies).flatMap((name) => [name, `${name}/*`]),
    legalComments: 'none',
  })
  chmodSync('dist/cli/main.js', 0o755)
}
