// Builds `dist`: TypeScript as it stands, one file for one file.
import { spawnSync } from 'node:child_process'
import { chmodSync, rmSync } from 'node:fs'

rmSync('dist', { recursive: true, force: true })
const tsc = ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json']
const { status } = spawnSync(process.execPath, tsc, { stdio: 'inherit' })
if (status === 0) chmodSync('dist/cli/main.js', 0o755)
process.exitCode = status ?? 1
