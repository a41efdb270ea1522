import { isObject, nearest } from '../../tool/index.ts'
import { boundedFetch } from '../bounded-fetch.ts'
import type { Model } from '../loop/model.ts'
import { ModelError } from '../loop/model.ts'
import { lineText, valueText } from '../prompt/escape.ts'
import { aiSdkModel } from './ai-sdk.ts'
import { isLanguageModel } from './ai-sdk-types.ts'
import type { LanguageModel } from './ai-sdk-types.ts'
import type { KeyPlace } from './model-failure.ts'
import { providers } from './providers.ts'
import type { Provider } from './providers.ts'

export interface OpenModelOptions {
  /** Where keys are. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** Of the endpoint. Default: the provider's own. */
  readonly baseUrl?: string
  /** Whether the provider is to hold the model to the schemas of tools. Default: false. */
  readonly isStrict?: boolean
  /** Gives a package by its name, undefined where it is not installed. */
  readonly load: (name: string) => Promise<unknown>
}

/** A model by its name, such as `anthropic:claude-sonnet-4-5`. A `ModelError` says what to install or to set. */
export async function openModel(name: string, options: OpenModelOptions): Promise<Model> {
  const { provider, model } = readName(name)
  const { env, isStrict, load } = options
  const baseUrl = readBaseUrl(provider, options.baseUrl)
  const key = readKey(provider, env)
  const settings = {
    ...provider.settings,
    ...(baseUrl !== undefined && { baseURL: baseUrl }),
    apiKey: key.value,
    fetch: fetchThere,
  }
  const make = await loadProvider(provider, load)
  return aiSdkModel(makeModel(provider, make, { settings, model }), {
    id: `${provider.word}:${model}`,
    profile: provider.profile,
    ...(isStrict !== undefined && { isStrict }),
    providerOptions: { ...provider.options, ...(baseUrl === undefined && provider.ownOptions) },
    key,
  })
}

/** The key goes nowhere else: headers such as `x-api-key` would follow a redirect to any host. */
async function fetchThere(input: string | URL, init?: RequestInit): Promise<Response> {
  return await boundedFetch(input, { ...init, redirect: 'manual' })
}

function readName(name: string): { readonly provider: Provider; readonly model: string } {
  const colon = name.indexOf(':')
  const [word, model] = colon === -1 ? [name, ''] : [name.slice(0, colon), name.slice(colon + 1).trim()]
  const provider = providers.find((one) => one.word === word)
  if (provider !== undefined && model !== '') return { provider, model }
  if (provider !== undefined) throw new ModelError(`Name a model of ${word}, such as ${example(provider)}.`)
  const words = providers.map((one) => one.word)
  if (colon === -1) {
    throw new ModelError(
      `Name a model with its provider, such as ${providers.map(example).join(', ')}: not ${valueText(name)}.`,
    )
  }
  const near = nearest(word, words)
  const hint = near.length === 0 ? '' : ` Did you mean ${near.join(' or ')}?`
  throw new ModelError(`There is no provider ${valueText(word)}.${hint} There are ${words.join(', ')}.`)
}

function example({ word, example: model }: Provider): string {
  return `${word}:${model}`
}

function readBaseUrl({ word, needsBaseUrl = false }: Provider, baseUrl: string | undefined): string | undefined {
  if (baseUrl === undefined) {
    if (needsBaseUrl) throw new ModelError(`${word}:… needs a base URL, such as http://127.0.0.1:11434/v1.`)
    return undefined
  }
  const protocol = URL.canParse(baseUrl) ? new URL(baseUrl).protocol : ''
  if (protocol === 'http:' || protocol === 'https:') return baseUrl
  throw new ModelError(`The base URL ${valueText(baseUrl)} is not an http or https URL.`)
}

function readKey({ word, keys, isKeyOptional = false }: Provider, env: OpenModelOptions['env']): KeyPlace {
  for (const name of keys) {
    const value = env[name]?.trim() ?? ''
    if (value !== '') return { name, value }
  }
  if (isKeyOptional) return { name: keys[0] }
  throw new ModelError(`${word}:… needs a key: set ${keys.join(' or ')}.`)
}

async function loadProvider({ word, package: name, make }: Provider, load: OpenModelOptions['load']): Promise<unknown> {
  let module: unknown
  try {
    module = await load(name)
  } catch (error) {
    const reason = lineText(error instanceof Error ? error.message : String(error))
    throw new ModelError(`${name} could not be loaded, and may want Node 22 or newer: ${reason}`, { cause: error })
  }
  if (module === undefined) throw new ModelError(`Install ${name} to use ${word}:… (npm install ${name}).`)
  return isObject(module) ? module[make] : undefined
}

interface Making {
  readonly settings: Readonly<Record<string, unknown>>
  readonly model: string
}

function makeModel(provider: Provider, make: unknown, { settings, model }: Making): LanguageModel {
  const made: unknown = typeof make === 'function' ? Reflect.apply(make, undefined, [settings]) : undefined
  const factory: unknown = made instanceof Object ? Reflect.get(made, provider.method) : undefined
  const found: unknown = typeof factory === 'function' ? Reflect.apply(factory, made, [model]) : undefined
  if (isLanguageModel(found)) return found
  const { package: name, major } = provider
  throw new ModelError(`${name} is of a version that does not fit: npm install ${name}@${major}.`)
}
