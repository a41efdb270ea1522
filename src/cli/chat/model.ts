import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { setTimeout as elapsed } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { openModel, readScript, retrying, scriptedModel } from '../../host/index.ts'
import type { Model } from '../../host/index.ts'
import { visible } from '../../tool/index.ts'
import { UsageError } from '../command.ts'
import type { Io } from '../command.ts'
import type { Screen } from './screen.ts'
import type { ChatSettings } from './settings.ts'

const scripted = 'scripted:'

/** Opens the model that was named. Throws a `UsageError` that says what to set or install. */
export async function openChosenModel(
  { model, baseUrl }: Pick<ChatSettings, 'model' | 'baseUrl'>,
  io: Io,
  screen: Pick<Screen, 'note'>,
): Promise<Model> {
  const name = model ?? io.env['VERBNOUN_MODEL'] ?? ''
  if (name === '')
    throw new UsageError(
      'Which model? Set VERBNOUN_MODEL or say --model, with a name such as anthropic:claude-sonnet-4-5 or openai:gpt-5.2. scripted:FILE needs no network.',
    )
  const opened = name.startsWith(scripted)
    ? await openScript(name.slice(scripted.length), io)
    : await openProvider(name, baseUrl, io)
  return retrying(opened, {
    sleep,
    random: Math.random,
    onWait: ({ message }, ms) => screen.note(`${visible(message)} Asked again in ${Math.ceil(ms / 1000)} s.`),
  })
}

async function openScript(path: string, io: Io): Promise<Model> {
  const text = await readFile(resolve(io.cwd, path), 'utf8').catch(() => undefined)
  if (text === undefined) throw new UsageError(`The script ${path} cannot be read.`)
  return await orUsageError(
    async () => scriptedModel(readScript(text), { id: `${scripted}${path}`, sleep }),
    `${path}: `,
  )
}

async function openProvider(name: string, baseUrl: string | undefined, io: Io): Promise<Model> {
  const load = (peer: string): Promise<unknown> => loadPeer(peer, io)
  return await orUsageError(() => openModel(name, { env: io.env, load, ...(baseUrl !== undefined && { baseUrl }) }))
}

/** A package beside this one, else one of where the person is. */
async function loadPeer(name: string, { cwd }: Io): Promise<unknown> {
  for (const place of [import.meta.url, join(cwd, 'here.js')]) {
    const path = findPeer(name, place)
    if (path !== undefined) return await import(pathToFileURL(path).href)
  }
  return undefined
}

function findPeer(name: string, place: string): string | undefined {
  try {
    return createRequire(place).resolve(name)
  } catch {
    return undefined
  }
}

async function orUsageError(open: () => Promise<Model>, where = ''): Promise<Model> {
  try {
    return await open()
  } catch (error) {
    if (error instanceof Error && (error.name === 'ModelError' || error.name === 'ScriptError'))
      throw new UsageError(`${where}${error.message}`)
    throw error
  }
}

async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  await elapsed(ms, undefined, { signal })
}
