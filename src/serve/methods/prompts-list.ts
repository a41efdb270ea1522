import type { Method } from '../method.ts'
import { pageFor } from '../pages.ts'

/** https://modelcontextprotocol.io/specification/2026-07-28/server/prompts#listing-prompts */
const listPrompts: Method = {
  name: 'prompts/list',
  capability: 'prompts',
  run: ({ asked: { core, params, revision } }) => pageFor(core.pages('prompts', revision), params),
}
export default listPrompts
