import type { ModelTool } from '../convert/parts.ts'
import type { Profile } from '../convert/profile.ts'
import type { Model, ModelEvent, ModelRequest } from '../loop/model.ts'
import { aborted, untilAborted } from '../loop/until-aborted.ts'
import { readParts } from './ai-sdk-parts.ts'
import { toPrompt } from './ai-sdk-prompt.ts'
import type { FunctionTool, LanguageModel, ProviderOptions, StreamOptions } from './ai-sdk-types.ts'
import { modelError } from './model-failure.ts'
import type { KeyPlace } from './model-failure.ts'

export interface AiSdkOptions {
  /** Such as `anthropic:claude-sonnet-4-5`. */
  readonly id: string
  /** What its provider takes. */
  readonly profile: Profile
  /** Whether its provider is to hold it to the schemas of tools. Default: false. */
  readonly isStrict?: boolean
  /** By provider, what is asked of it besides: `{ anthropic: { thinking: { type: 'enabled', budgetTokens: 4096 } } }`. */
  readonly providerOptions?: ProviderOptions
  /** For errors: where the key is, and what must not stand in them. */
  readonly key?: KeyPlace
}

/** A model of any provider of the AI SDK 7, such as `anthropic('claude-sonnet-4-5')` of `@ai-sdk/anthropic`. */
export function aiSdkModel(model: LanguageModel, options: AiSdkOptions): Model {
  const { id, profile, isStrict = false } = options
  return { id, profile, isStrict, stream: (request) => stream(model, options, request) }
}

async function* stream(
  model: LanguageModel,
  options: AiSdkOptions,
  request: ModelRequest,
): AsyncGenerator<ModelEvent, void, undefined> {
  const { signal } = request
  let hasBegun = false
  try {
    const begun = await untilAborted(signal, async () => await model.doStream(streamOptions(options, request)))
    if (begun === aborted) throw signal.reason
    hasBegun = true
    yield* readParts(begun.stream, signal)
  } catch (error) {
    throw signal.aborted ? error : modelError(error, { ...options, hasBegun })
  }
}

function streamOptions({ profile, providerOptions }: AiSdkOptions, request: ModelRequest): StreamOptions {
  const { tools, signal } = request
  return {
    prompt: toPrompt(request, profile),
    ...(tools.length > 0 && { tools: tools.map((tool) => functionTool(tool, profile)) }),
    ...(providerOptions !== undefined && { providerOptions }),
    abortSignal: signal,
  }
}

function functionTool({ name, description, inputSchema, strict }: ModelTool, profile: Profile): FunctionTool {
  const isStrict = strict ?? (profile.strict?.isDefault === true ? false : undefined)
  return {
    type: 'function',
    name,
    ...(description !== '' && { description }),
    inputSchema,
    ...(isStrict !== undefined && { strict: isStrict }),
  }
}
