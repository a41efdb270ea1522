import { echo, rpcCode, RpcError } from '../../protocol/index.ts'
import { isObject, type UnknownObject } from '../../tool/index.ts'
import type { Catalog } from '../catalog.ts'
import type { Method } from '../method.ts'
import type { Complete } from '../resource.ts'

/** https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/completion */
const complete: Method = {
  name: 'completion/complete',
  capability: 'completions',
  async run(exchange) {
    const { core, params } = exchange.asked
    const { ref, argument, context } = params
    if (!isObject(ref)) throw invalid('"ref" is an object.')
    if (!isObject(argument)) throw invalid('"argument" is an object.')
    const { name, value } = argument
    if (typeof name !== 'string' || typeof value !== 'string') throw invalid('"argument" has a name and a value.')
    const completer = completerOf(core.catalog(), ref, name)
    const found = completer === undefined ? [] : await completer(value, othersIn(context))
    return exchange.encode({
      completion: {
        values: exchange.maskContent(found.slice(0, limit)),
        total: found.length,
        hasMore: found.length > limit,
      },
    })
  },
}
export default complete

const limit = 100

function completerOf({ prompts, templates }: Catalog, ref: UnknownObject, argument: string): Complete | undefined {
  if (ref['type'] === 'ref/prompt') {
    const prompt = prompts.get(String(ref['name']))
    if (prompt === undefined) throw invalid(`no prompt is named ${echo(String(ref['name']))}.`)
    return own(prompt.arguments, argument)?.complete
  }
  if (ref['type'] !== 'ref/resource') throw invalid('"ref" is of type ref/prompt or ref/resource.')
  const template = templates.get(String(ref['uri']))
  if (template === undefined) throw invalid(`no template is ${echo(String(ref['uri']))}.`)
  return own(template.complete, argument)
}

function own<Value>(record: Readonly<Record<string, Value>> | undefined, key: string): Value | undefined {
  return record !== undefined && Object.hasOwn(record, key) ? record[key] : undefined
}

/** What was chosen for the arguments before. */
function othersIn(context: unknown): Record<string, string> {
  const others = isObject(context) && isObject(context['arguments']) ? context['arguments'] : {}
  return Object.fromEntries(
    Object.entries(others).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )
}

function invalid(says: string): RpcError {
  return new RpcError(rpcCode.invalidParams, `Invalid params: ${says}`)
}
