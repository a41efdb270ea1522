import { echo, latest, rpcCode, RpcError } from '../../protocol/index.ts'
import { failedResult, nearest, type Tool, type ToolResult } from '../../tool/index.ts'
import { mayUse, needText } from '../auth/scopes.ts'
import { drafting } from '../drafts/drafting.ts'
import type { Exchange } from '../exchange.ts'
import { follow } from '../flow.ts'
import { guarded } from '../guard.ts'
import type { Method } from '../method.ts'
import { doubt, record } from '../once/conclude.ts'
import { questionMemory } from '../question-memory.ts'
import { encodeAnswer } from '../tool-answer.ts'

/** https://modelcontextprotocol.io/specification/2026-07-28/server/tools#calling-tools */
const call: Method = {
  name: 'tools/call',
  run(exchange) {
    const { core, params } = exchange.asked
    const tool = toolNamed(params['name'], exchange)
    const { timeout: timeoutMs = core.timeoutMs } = tool
    const deny = (text: string): string => encodeAnswer(failedResult(text), tool, exchange)
    return follow<ToolResult>(exchange, {
      subject: () => latest.encodeTool(tool),
      run: (context) =>
        core.callTool(guarded(watched(drafting(tool, exchange), exchange), exchange), params['arguments'], context),
      finish: (result) => encodeAnswer(result, tool, exchange),
      deny,
      memory: () => questionMemory(tool, exchange),
      timeoutMs,
      async late() {
        await record({ tool, exchange }, doubt({ tool, exchange }))
        return deny(tooLong(tool, timeoutMs, exchange))
      },
    })
  },
}
export default call

/** Asked for each request anew, so that an answer that was given before is given to nobody who may no longer have it. */
function toolNamed(name: unknown, { asked: { core, rights } }: Exchange): Tool {
  const { tools } = core.catalog()
  if (typeof name !== 'string') throw new RpcError(rpcCode.invalidParams, 'Invalid params: "name" is a string.')
  const tool = tools.get(name)
  if (tool !== undefined && mayUse(rights, tool)) return tool
  if (tool !== undefined) throw new RpcError(rpcCode.invalidRequest, needText([tool]))
  const called = echo(name)
  const visible = [...tools.values()].filter((each) => mayUse(rights, each))
  const near = nearest(
    called,
    visible.map((each) => each.name),
  )
  const hint = near.length === 0 ? '' : ` Did you mean ${near.join(' or ')}?`
  throw new RpcError(rpcCode.invalidParams, `Unknown tool: ${called}.${hint}`)
}

/** Who watches wants to know whether a function was entered. */
function watched(tool: Tool, exchange: Exchange): Tool {
  if (exchange.asked.core.observers.length === 0) return tool
  return {
    ...tool,
    run(args, context) {
      exchange.hasEntered = true
      return tool.run(args, context)
    },
  }
}

/** What is known of the effect of a call that was stopped. What is recorded of it is said beside. */
function tooLong({ name, annotations, steps }: Tool, timeoutMs: number, { attempt, run }: Exchange): string {
  const took = `${name} took longer than ${timeoutMs / 1000} s and was stopped.`
  if (attempt !== undefined) return took
  if (annotations?.readOnlyHint === true) return `${took} It changes nothing: ask for less, or try once more.`
  if (steps === true && run?.hasActed !== true) return `${took} Nothing has happened yet: you may try once more.`
  return `${took} It may have happened. Do not call it again before you have checked.`
}
