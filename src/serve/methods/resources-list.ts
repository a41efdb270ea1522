import type { Method } from '../method.ts'
import { pageFor } from '../pages.ts'

/** https://modelcontextprotocol.io/specification/2026-07-28/server/resources#listing-resources */
const listResources: Method = {
  name: 'resources/list',
  capability: 'resources',
  run: ({ asked: { core, params, revision } }) => pageFor(core.pages('resources', revision), params),
}
export default listResources
