import { fieldOf, textOf } from '../scene.ts'
import type { Scene } from '../scene.ts'
import type { Found, KnownCall, KnownEffects } from './known.ts'

/** Libraries whose functions are named for the method of the request. */
const byName = new Set(['axios', 'got', 'ky', 'superagent', 'needle', 'ofetch', 'wretch', 'node:http', 'node:https'])
/** Functions that take the method among their options, with the place of these. */
const byOption: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  global: { fetch: 1 },
  'node-fetch': { default: 1, fetch: 1 },
  'cross-fetch': { default: 1, fetch: 1 },
  undici: { fetch: 1, request: 1, stream: 1 },
  'node:http': { request: 0 },
  'node:https': { request: 0 },
  axios: { default: 0, request: 0, axios: 0 },
  got: { default: 1, got: 1 },
  ky: { default: 1, ky: 1 },
  ofetch: { ofetch: 1, $fetch: 1 },
}

const known: KnownEffects = {
  name: 'network',
  find(call, scene) {
    const { origin, names } = call
    if (origin === undefined) return undefined
    const name = names.at(-1) ?? ''
    const at = byOption[origin]?.[name]
    if (at !== undefined) return byMethod(methodIn(call, at, scene), name === 'default' ? origin : name)
    if (/^node:(?:net|tls|dgram)$/.test(origin) && /^(?:connect|createConnection|createSocket)$/.test(name)) {
      return { on: 'network', access: 'unknown', what: `${name} of ${origin}` }
    }
    if (!byName.has(origin) || !/^(?:get|head|options|post|put|patch|delete|del)$/.test(name)) return undefined
    return byMethod((name === 'del' ? 'delete' : name).toUpperCase(), origin)
  },
}
export default known

function byMethod(method: string | undefined, how: string): Found {
  if (method === undefined) return { on: 'network', access: 'unknown', what: `a request with ${how}` }
  const isRead = /^(?:GET|HEAD|OPTIONS)$/.test(method)
  return { on: 'network', access: isRead ? 'read' : 'write', what: `${method} with ${how}` }
}

/** The method of a request; undefined when it is not written out. */
function methodIn({ args }: KnownCall, at: number, scene: Scene): string | undefined {
  // `request(url, options)` takes the options second, `request(options)` first.
  const options = at === 0 && args.length > 1 && textOf(args[0], scene) !== undefined ? args[1] : args[at]
  if (options !== undefined && at === 0 && textOf(options, scene) !== undefined) return 'GET'
  const field = fieldOf(options, 'method', scene)
  if (field === undefined) return 'GET'
  return field === 'hidden' ? undefined : textOf(field, scene)?.toUpperCase()
}
