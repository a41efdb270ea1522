import { rpcCode, RpcError } from '../../protocol/index.ts'
import { callTool, hiddenError, nearest, type Tool, type ToolResult } from '../../tool/index.ts'
import type { Exchange } from '../exchange.ts'
import type { Method } from '../method.ts'

/** https://modelcontextprotocol.io/specification/2026-07-28/server/tools#calling-tools */
const call: Method = {
  name: 'tools/call',
  run(exchange) {
    const { params } = exchange.asked
    const tool = toolNamed(params['name'], exchange)
    const result = callTool(tool, params['arguments'], exchange)
    return result instanceof Promise
      ? result.then((settled) => encode(settled, tool, exchange))
      : encode(result, tool, exchange)
  },
}
export default call

function encode(result: ToolResult, tool: Tool, exchange: Exchange): string {
  const hidden = hiddenError(result)
  if (hidden !== undefined) exchange.log(`${tool.name} failed (ref ${hidden.reference}): ${described(hidden.error)}`)
  return exchange.encode(exchange.asked.revision.encodeToolResult(result, tool))
}

function toolNamed(name: unknown, { asked: { core } }: Exchange): Tool {
  if (typeof name !== 'string') throw new RpcError(rpcCode.invalidParams, 'Invalid params: "name" is a string.')
  const tool = core.tools.get(name)
  if (tool !== undefined) return tool
  const near = nearest(name, core.tools.keys())
  const hint = near.length === 0 ? '' : ` Did you mean ${near.join(' or ')}?`
  throw new RpcError(rpcCode.invalidParams, `Unknown tool: ${name}.${hint}`)
}

function described(error: unknown): string {
  return error instanceof Error ? `${error.stack ?? error.message}\nExtend ToolError to show it.` : String(error)
}
