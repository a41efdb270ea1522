import { excuseFor, placeOf, stepsOf, wayTo } from '../effects.ts'
import type { ToolRule } from '../rule.ts'
import type { ReachedEffect } from '../subject.ts'

const request: ReachedEffect = {
  on: 'network',
  access: 'read',
  what: 'GET with fetch',
  path: [{ name: 'fetch', file: 'weather.ts', line: 20 }],
}

const rule: ToolRule = {
  id: 'network-unsaid',
  scope: 'tool',
  severity: 'warning',
  set: 'default',
  kind: 'decided',
  says: 'The code of a tool reaches the network, and the tool does not say @openWorld.',
  because:
    'What comes from the network was written by strangers, and what goes there has left. Hosts that watch the flow of data, and the people who read the hints, count on openWorldHint for it.',
  fix: 'Add @openWorld.',
  see: 'https://modelcontextprotocol.io/specification/2025-11-25/schema#toolannotations',
  good: [
    { title: 'said', tools: [{ annotations: { openWorldHint: true }, source: { effects: [request] } }] },
    { title: 'no network', tools: [{ source: { effects: [{ ...request, on: 'files', what: 'readFile' }] } }] },
  ],
  bad: [
    {
      title: 'denied',
      tools: [{ name: 'get_weather', annotations: { openWorldHint: false }, source: { effects: [request] } }],
    },
    { title: 'not said', tools: [{ name: 'get_weather', annotations: {}, source: { effects: [request] } }] },
  ],
  *check(tool) {
    const { openWorldHint } = tool.annotations ?? {}
    if (openWorldHint === true) return
    const effect = tool.source?.effects.find(({ on }) => on === 'network')
    if (effect === undefined) return
    const claim =
      openWorldHint === false ? 'is @closedWorld but reaches the network' : 'reaches the network without @openWorld'
    yield {
      at: '/annotations/openWorldHint',
      message: `${tool.name} ${claim}: ${wayTo(effect, tool)}; a host that watches where data goes is misled.`,
      related: stepsOf(effect),
      ...placeOf(effect),
      ...excuseFor('network-unsaid', effect),
    }
  },
}

export default rule
