import type { Tool, ToolContext, UnknownObject } from '../tool/index.ts'
import { converse, envelope } from './conversation.cases.ts'
import type { ServerOptions } from './core.ts'

export const yesOrNo = { type: 'object', properties: { approve: { type: 'boolean' } }, required: ['approve'] } as const
export const named = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } as const
export const capabilities = { elicitation: {}, sampling: {}, roots: {} }

/** What a client answers whose person has filled the form. */
export function accept(content: object): UnknownObject {
  return { action: 'accept', content }
}

/** A tool that runs this. */
export function asking(run: (context: ToolContext, args: UnknownObject) => unknown): Tool {
  return {
    name: 'ask_something',
    inputSchema: { type: 'object', properties: { price: { type: 'number' } } },
    run: (args, context) => run(context, args),
  }
}

/** One call with its questions answered, however the revision carries them. */
export type Call = (tool: Tool, answers: Answers, options?: Partial<ServerOptions>) => Promise<UnknownObject>

/** What the client answers, by the method of the question. */
export type Answers = Readonly<Record<string, object | ((params: unknown) => object)>>

const rounds = 12

function answerTo(answers: Answers, method: string, params: unknown): object | undefined {
  const answer = answers[method]
  return typeof answer === 'function' ? answer(params) : answer
}

export const eras: Record<string, Call> = {
  'a result that wants the call again': async (tool, answers, options = {}) => {
    const { request } = converse({ tools: [tool], ...options })
    let result = await request('tools/call', { name: tool.name, ...envelope(capabilities) })
    for (let round = 0; round < rounds && result['resultType'] === 'input_required'; round += 1) {
      const asked = Object.entries(result['inputRequests'] as Record<string, { method: string; params: unknown }>)
      const inputResponses = Object.fromEntries(
        asked.map(([key, { method, params }]) => [key, answerTo(answers, method, params)]),
      )
      const { requestState } = result
      const again = { name: tool.name, inputResponses, requestState, ...envelope(capabilities) }
      result = await request('tools/call', again)
    }
    return result
  },
  'a request of the server': async (tool, answers, options = {}) => {
    const { request, initialize, answering } = converse({ tools: [tool], ...options })
    await initialize('2025-11-25', capabilities)
    answering(
      Object.fromEntries(
        Object.keys(answers).map((method) => [method, (params) => ({ result: answerTo(answers, method, params) })]),
      ),
    )
    return request('tools/call', { name: tool.name })
  },
}
