import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Store } from '../ledger/index.ts'
import { digest, isObject, parseJson } from '../tool/index.ts'
import type { ServerCommand, ServerPlace } from './place.ts'
import { runnerOf } from './runner.ts'
import type { Runner } from './runner.ts'

/** The version that a registry gives for what is asked for. Rejects where that cannot be told. */
export type FindVersion = (runner: Runner) => Promise<string>

export interface Versions {
  /** The place as it is started: with the version that was there when it was first started. */
  exactly(place: ServerPlace): Promise<ServerPlace>
  /** Takes the version that is there now. Resolves to it; undefined for a place that fetches nothing. */
  update(place: ServerPlace): Promise<string | undefined>
}

export interface VersionOptions {
  readonly store: Store
  readonly newId: () => string
  /** Default: asks npm, PyPI or Docker. */
  readonly find?: FindVersion
}

/**
 * Holds commands that fetch what they run (`npx`, `uvx`, `docker run`) to one version. What that version fetches in
 * turn still floats, and that a program is the same says nothing of what it does.
 */
export function createVersions({ store, newId, find = findVersion }: VersionOptions): Versions {
  async function read(
    place: ServerCommand,
  ): Promise<{ key: string; entry: { version: string; value: string } | undefined }> {
    const { command, args, cwd } = place
    const key = `version/${digest([command, args, cwd])}`
    const { entries } = await store.read([key])
    return { key, entry: entries[0] }
  }
  async function write(place: ServerCommand, runner: Runner): Promise<string> {
    const found = await find(runner)
    const { key, entry } = await read(place)
    const written = await store.write([{ key, expect: entry?.version, version: newId(), value: found }])
    if (written.kind === 'written') return found
    // Another process was first; what it found is what both start.
    return written.entries[0]?.value ?? found
  }
  return {
    async exactly(place) {
      const runner = 'url' in place ? undefined : runnerOf(place)
      if ('url' in place || runner === undefined) return place
      const { entry } = await read(place)
      return runner.exactly(entry?.value ?? (await write(place, runner)))
    },
    async update(place) {
      const runner = 'url' in place ? undefined : runnerOf(place)
      return 'url' in place || runner === undefined ? undefined : await write(place, runner)
    },
  }
}

const run = promisify(execFile)
const patienceMs = 60_000

async function findVersion(runner: Runner): Promise<string> {
  try {
    return await finders[runner.kind](runner)
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error)
    throw new Error(`Which version of ${runner.name} this is cannot be told: ${reason}`, { cause: error })
  }
}

const finders: Readonly<Record<Runner['kind'], FindVersion>> = {
  async npm({ name, wanted = 'latest' }) {
    const { stdout } = await run('npm', ['view', `${name}@${wanted}`, 'version', '--json'], { timeout: patienceMs })
    const said = parseJson(stdout)
    // A range gives all versions in it, the newest last.
    const version: unknown = Array.isArray(said) ? said.at(-1) : said
    return exact(version, /^\d+\.\d+\.\d+[\w.+-]*$/)
  },
  async pypi({ name, wanted }) {
    if (wanted !== undefined && wanted !== 'latest') return exact(wanted, /^[\w.+!-]+$/)
    const response = await fetch(`https://pypi.org/pypi/${encodeURIComponent(name)}/json`, {
      signal: AbortSignal.timeout(patienceMs),
    })
    const said: unknown = await response.json()
    const info = isObject(said) ? said['info'] : undefined
    return exact(isObject(info) ? info['version'] : undefined, /^[\w.+!-]+$/)
  },
  async image({ name, wanted = 'latest' }) {
    const image = `${name}:${wanted}`
    const inspect = ['image', 'inspect', '--format', '{{json .RepoDigests}}', image]
    const options = { timeout: patienceMs * 5 }
    const { stdout } = await run('docker', inspect, options).catch(async () => {
      await run('docker', ['pull', image], options)
      return await run('docker', inspect, options)
    })
    const [first] = [parseJson(stdout)].flat()
    return exact(typeof first === 'string' ? first.split('@')[1] : undefined, /^sha256:[0-9a-f]{64}$/)
  },
}

function exact(version: unknown, shape: RegExp): string {
  if (typeof version === 'string' && shape.test(version)) return version
  throw new Error('the registry gave no version.')
}
