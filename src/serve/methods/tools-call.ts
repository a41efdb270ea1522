import { echo, latest, rpcCode, RpcError } from '../../protocol/index.ts'
import { failedResult, hiddenError, nearest, traceOf, type Tool, type ToolResult } from '../../tool/index.ts'
import type { Exchange } from '../exchange.ts'
import { follow } from '../flow.ts'
import type { Method } from '../method.ts'

/** https://modelcontextprotocol.io/specification/2026-07-28/server/tools#calling-tools */
const call: Method = {
  name: 'tools/call',
  run(exchange) {
    const { core, peer, params } = exchange.asked
    const tool = toolNamed(params['name'], exchange)
    const { timeout: timeoutMs = core.timeoutMs } = tool
    const deny = (text: string): string => encode(failedResult(text), tool, exchange)
    return core.limits.keep({
      tool,
      caller: peer.caller,
      isNew: params['requestState'] === undefined,
      refuse: deny,
      run: () =>
        follow<ToolResult>(exchange, {
          subject: () => latest.encodeTool(tool),
          run: (context) => core.callTool(tool, params['arguments'], context),
          finish: (result) => encode(result, tool, exchange),
          deny,
          timeoutMs,
          late: () => deny(tooLong(tool, timeoutMs)),
        }),
    })
  },
}
export default call

function toolNamed(name: unknown, { asked: { core } }: Exchange): Tool {
  const { tools } = core.catalog()
  if (typeof name !== 'string') throw new RpcError(rpcCode.invalidParams, 'Invalid params: "name" is a string.')
  const tool = tools.get(name)
  if (tool !== undefined) return tool
  const called = echo(name)
  const near = nearest(called, tools.keys())
  const hint = near.length === 0 ? '' : ` Did you mean ${near.join(' or ')}?`
  throw new RpcError(rpcCode.invalidParams, `Unknown tool: ${called}.${hint}`)
}

function encode(result: ToolResult, tool: Tool, exchange: Exchange): string {
  const hidden = hiddenError(result)
  if (hidden !== undefined) {
    exchange.log(`${tool.name} failed (ref ${hidden.reference}): ${traceOf(hidden.error)}`)
  }
  return exchange.encode(exchange.asked.revision.encodeToolResult(result, tool))
}

/** What is known of the effect of a call that was stopped. */
function tooLong({ name, annotations }: Tool, timeoutMs: number): string {
  const took = `${name} took longer than ${timeoutMs / 1000} s and was stopped.`
  return annotations?.readOnlyHint === true
    ? `${took} It changes nothing: ask for less, or try once more.`
    : `${took} It may have happened. Do not call it again before you have checked.`
}
