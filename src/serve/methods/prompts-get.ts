import { echo, type Revision, rpcCode, RpcError } from '../../protocol/index.ts'
import { isObject, nearest, text, type UnknownObject } from '../../tool/index.ts'
import type { Exchange } from '../exchange.ts'
import { follow, refusals } from '../flow.ts'
import type { Method } from '../method.ts'
import type { Prompt, PromptMessage, PromptValue } from '../prompt.ts'

/** https://modelcontextprotocol.io/specification/2026-07-28/server/prompts#getting-a-prompt */
const get: Method = {
  name: 'prompts/get',
  capability: 'prompts',
  run(exchange) {
    const { params, revision } = exchange.asked
    const prompt = promptNamed(params['name'], exchange)
    const args = readArguments(prompt, params['arguments'])
    return follow<PromptValue>(exchange, {
      subject: () => latestArguments(prompt),
      run: async (context) => prompt.render(args, context),
      finish: (value) =>
        exchange.encode({
          ...(prompt.description === undefined ? {} : { description: prompt.description }),
          messages: exchange.maskContent(messagesOf(value, revision)),
        }),
      ...refusals(exchange),
    })
  },
}
export default get

function promptNamed(name: unknown, { asked: { core } }: Exchange): Prompt {
  const { prompts } = core.catalog()
  if (typeof name !== 'string') throw invalid('"name" is a string.')
  const prompt = prompts.get(name)
  if (prompt !== undefined) return prompt
  const called = echo(name)
  const near = nearest(called, prompts.keys())
  throw invalid(`no prompt is named ${called}.${near.length === 0 ? '' : ` Did you mean ${near.join(' or ')}?`}`)
}

function readArguments({ arguments: known = {} }: Prompt, sent: unknown = {}): Record<string, string> {
  if (!isObject(sent)) throw invalid('"arguments" is an object.')
  const missing = Object.entries(known).flatMap(([name, { required }]) =>
    required === true && sent[name] === undefined ? [name] : [],
  )
  if (missing.length > 0) throw invalid(`the prompt wants ${missing.join(', ')}.`)
  return Object.fromEntries(
    Object.entries(sent).map(([name, value]) => {
      if (typeof value !== 'string') throw invalid(`the argument ${echo(name)} is a string.`)
      return [name, value]
    }),
  )
}

function latestArguments({ name, arguments: args = {} }: Prompt): UnknownObject {
  return { name, arguments: Object.keys(args) }
}

function messagesOf(value: PromptValue, { encodeContent }: Revision): PromptMessage[] {
  const messages: readonly PromptMessage[] = typeof value === 'string' ? [{ role: 'user', content: value }] : value
  return messages.map(({ role, content }, at) => ({
    role,
    content: encodeContent(typeof content === 'string' ? text(content) : content, at),
  }))
}

function invalid(says: string): RpcError {
  return new RpcError(rpcCode.invalidParams, `Invalid params: ${says}`)
}
