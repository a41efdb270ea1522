import { access, constants } from 'node:fs/promises'
import { delimiter, isAbsolute, join, resolve } from 'node:path'
import { keyedDigest } from '../tool/index.ts'
import type { ServerCommand, ServerPlace } from './place.ts'
import { placeName } from './place.ts'
import { realPath } from './real-path.ts'

/** What a server is, whatever it is called: what is accepted of it holds for nothing else. */
export interface Identity {
  /** Under the key of the state folder. */
  readonly digest: string
  /** For a person: what is started, or where it is. */
  readonly command: string
}

export interface Identifying {
  readonly key: Uint8Array
  /** The environment that was set for this server; what all servers get says nothing of it. Default: all of it. */
  readonly env?: Readonly<Record<string, string>>
}

/**
 * Who a server is: of a command the program's real path, its arguments, its folder, and its environment; of a URL its
 * origin, path and headers. Values of environment and headers go in under the key, since they are secrets.
 */
export async function identify(place: ServerPlace, { key, env }: Identifying): Promise<Identity> {
  const secret = (values: Readonly<Record<string, string | undefined>>): readonly (readonly [string, string])[] =>
    Object.keys(values)
      .filter((name) => values[name] !== undefined)
      .toSorted()
      .map((name) => [name, keyedDigest(key, ['value', values[name]])] as const)
  if ('url' in place) {
    const { origin, pathname, search } = new URL(place.url)
    const parts = ['url', origin, pathname, search, secret(place.headers ?? {})]
    return { digest: keyedDigest(key, parts), command: placeName(place) }
  }
  const program = await findProgram(place.command, place)
  const parts = ['command', program, place.args, realPath(resolve(place.cwd)), secret(env ?? place.env)]
  return { digest: keyedDigest(key, parts), command: placeName(place) }
}

/** The file that would be started, its links followed; the name itself where there is none. */
async function findProgram(command: string, { cwd, env }: Pick<ServerCommand, 'cwd' | 'env'>): Promise<string> {
  if (isAbsolute(command) || /[\\/]/.test(command)) return realPath(resolve(cwd, command))
  for (const folder of (env['PATH'] ?? env['Path'] ?? '').split(delimiter)) {
    const candidate = join(resolve(cwd, folder), command)
    try {
      await access(candidate, constants.X_OK)
      return realPath(candidate)
    } catch {
      // Not in this folder.
    }
  }
  return command
}
