import { metaKey, rpcCode, RpcError } from '../../protocol/index.ts'
import { isObject, type UnknownObject } from '../../tool/index.ts'
import { type Change, changeNotice } from '../change.ts'
import type { Method } from '../method.ts'

/** https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/subscriptions */
const listen: Method = {
  name: 'subscriptions/listen',
  async run(exchange) {
    const { core, id, params } = exchange.asked
    const wanted = readFilter(params['notifications'], core.capabilities())
    if (core.listeners.size >= listenerLimit)
      throw new RpcError(rpcCode.internalError, `Internal error: ${listenerLimit} subscriptions are open.`)
    const meta = { _meta: { [metaKey.subscriptionId]: id } }
    const listener = (change: Change): void => {
      if (!wants(wanted, change)) return
      const notice = changeNotice(change)
      exchange.send(notice.method, { ...notice.params, ...meta })
    }
    exchange.send('notifications/subscriptions/acknowledged', { notifications: wanted, ...meta })
    core.listeners.add(listener)
    await exchange.untilEnd()
    core.listeners.delete(listener)
    return exchange.encode(meta)
  },
}
export default listen

const listenerLimit = 10_000
const resourceLimit = 1000

interface Filter {
  readonly toolsListChanged?: true
  readonly promptsListChanged?: true
  readonly resourcesListChanged?: true
  readonly resourceSubscriptions?: readonly string[]
}

/** What was asked for, as far as this server has it. */
function readFilter(sent: unknown, { prompts, resources }: UnknownObject): Filter {
  if (!isObject(sent)) throw new RpcError(rpcCode.invalidParams, 'Invalid params: "notifications" is an object.')
  const { resourceSubscriptions: uris } = sent
  if (Array.isArray(uris) && uris.length > resourceLimit)
    throw new RpcError(rpcCode.invalidParams, `Invalid params: ${resourceLimit} resources at most.`)
  return {
    ...(sent['toolsListChanged'] === true ? { toolsListChanged: true } : {}),
    ...(sent['promptsListChanged'] === true && prompts !== undefined ? { promptsListChanged: true } : {}),
    ...(sent['resourcesListChanged'] === true && resources !== undefined ? { resourcesListChanged: true } : {}),
    ...(Array.isArray(uris) && resources !== undefined ? { resourceSubscriptions: uris.filter(isText) } : {}),
  }
}

function wants(filter: Filter, change: Change): boolean {
  return change.kind === 'resource'
    ? filter.resourceSubscriptions?.includes(change.uri) === true
    : filter[`${change.kind}ListChanged`] === true
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}
