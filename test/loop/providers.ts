import { openModel } from '../../src/host/index.ts'
import type { Model } from '../../src/host/index.ts'
import type { Wire } from './wire/wire.mjs'

export const kinds = ['anthropic', 'openai', 'openai-chat', 'openai-compatible', 'google'] as const
export type Kind = (typeof kinds)[number]

/** A model of each provider. */
export const names: Record<Kind, string> = {
  anthropic: 'claude-sonnet-4-5',
  openai: 'gpt-5.2',
  'openai-chat': 'gpt-5.2',
  'openai-compatible': 'qwen3',
  google: 'gemini-3-pro',
}

/** Where the providers' packages are, which are installed where they are not. */
export async function installPeers(): Promise<string> {
  const path = '../peers/install.mjs'
  const found: { peers: string; installPeers: () => void } = await import(path)
  found.installPeers()
  return found.peers
}

export interface Opening {
  readonly peers: string
  readonly env: Record<string, string>
  readonly isStrict?: boolean
}

/** A model of a provider that is the wire. */
export async function openOnWire(
  kind: Kind,
  wire: Pick<Wire, 'url'>,
  { peers, env, isStrict = false }: Opening,
): Promise<Model> {
  return await openModel(`${kind}:${names[kind]}`, {
    env,
    isStrict,
    baseUrl: `${wire.url}/${kind === 'google' ? 'v1beta' : 'v1'}`,
    load: loadFrom(peers),
  })
}

/** Gives providers' packages by their names. */
export function loadFrom(peers: string): (name: string) => Promise<unknown> {
  return async (name) => await import(`${peers}node_modules/${name}/dist/index.js`)
}
