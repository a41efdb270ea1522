import type { Method } from '../method.ts'
import { pageFor } from '../pages.ts'

/** https://modelcontextprotocol.io/specification/2026-07-28/server/resources#resource-templates */
const listTemplates: Method = {
  name: 'resources/templates/list',
  capability: 'resources',
  run: ({ asked: { core, params, revision } }) => pageFor(core.pages('resourceTemplates', revision), params),
}
export default listTemplates
