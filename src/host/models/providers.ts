import type { Profile } from '../convert/profile.ts'
import anthropic from '../convert/profiles/anthropic.ts'
import gemini from '../convert/profiles/gemini.ts'
import openaiChat from '../convert/profiles/openai-chat.ts'
import openaiResponses from '../convert/profiles/openai-responses.ts'
import type { ProviderOptions } from './ai-sdk-types.ts'

/** A provider by the word that comes before its models' names. */
export interface Provider {
  readonly word: string
  readonly package: string
  /** Of the package, the version that fits. */
  readonly major: number
  /** What the package exports to make the provider, and what of that makes a model. */
  readonly make: string
  readonly method: string
  readonly profile: Profile
  /** A model of it. */
  readonly example: string
  /** Environment variables that may hold its key, the first first. */
  readonly keys: readonly [string, ...string[]]
  readonly isKeyOptional?: boolean
  readonly needsBaseUrl?: boolean
  /** What its maker is given besides. */
  readonly settings?: Readonly<Record<string, unknown>>
  /** What is asked with every request. */
  readonly options?: ProviderOptions
  /** The same, at the provider's own endpoint only. */
  readonly ownOptions?: ProviderOptions
}

const openai = {
  package: '@ai-sdk/openai',
  major: 4,
  make: 'createOpenAI',
  example: 'gpt-5.2',
  keys: ['OPENAI_API_KEY'],
} as const

/** What answers cannot hold follows them. The models of OpenAI see; of what is compatible nobody knows it. */
const openaiChatApart: Profile = { ...openaiChat, results: { ...openaiResponses.results, mediaApart: true } }
const anthropicApart: Profile = { ...anthropic, results: { ...anthropic.results, errorsHoldMedia: true } }

export const providers: readonly Provider[] = [
  {
    word: 'anthropic',
    package: '@ai-sdk/anthropic',
    major: 4,
    make: 'createAnthropic',
    method: 'languageModel',
    profile: anthropicApart,
    example: 'claude-sonnet-4-5',
    keys: ['ANTHROPIC_API_KEY'],
    // A loop says all of a conversation again with each step: what was said before costs a tenth then.
    ownOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } },
  },
  // Nothing is stored there: each request holds the whole conversation.
  { ...openai, word: 'openai', method: 'responses', profile: openaiResponses, options: { openai: { store: false } } },
  { ...openai, word: 'openai-chat', method: 'chat', profile: openaiChatApart },
  {
    word: 'google',
    package: '@ai-sdk/google',
    major: 4,
    make: 'createGoogleGenerativeAI',
    method: 'languageModel',
    profile: gemini,
    example: 'gemini-3-pro',
    keys: ['GOOGLE_GENERATIVE_AI_API_KEY', 'GEMINI_API_KEY'],
  },
  {
    word: 'openai-compatible',
    package: '@ai-sdk/openai-compatible',
    major: 3,
    make: 'createOpenAICompatible',
    method: 'chatModel',
    profile: openaiChat,
    example: 'qwen3',
    keys: ['OPENAI_COMPATIBLE_API_KEY'],
    isKeyOptional: true,
    needsBaseUrl: true,
    settings: { name: 'openai-compatible', includeUsage: true },
  },
]
