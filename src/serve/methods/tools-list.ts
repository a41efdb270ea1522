import type { Method } from '../method.ts'
import { pageFor } from '../pages.ts'

/** https://modelcontextprotocol.io/specification/2026-07-28/server/tools#listing-tools */
const listTools: Method = {
  name: 'tools/list',
  run: ({ asked: { core, params, revision, rights } }) => pageFor(core.pages('tools', revision, rights), params),
}
export default listTools
