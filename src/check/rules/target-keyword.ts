import type { UnknownObject } from '../../tool/index.ts'
import type { Profile } from '../profile.ts'
import type { ToolRule } from '../rule.ts'
import { nodesOf } from '../schema/walk.ts'

const rule: ToolRule = {
  id: 'target-keyword',
  scope: 'tool',
  severity: 'warning',
  set: 'target',
  target: 'gemini',
  kind: 'decided',
  says: 'A schema uses a keyword, a format or a list of types that the provider refuses or drops.',
  because:
    'Some are answered with an error for the whole request, some with an empty reply, and some are dropped, so that the model never learns of the bound.',
  fix: 'Say it with the keywords the provider takes, or in the description.',
  see: 'The sources of the profile; verbnoun explain target-keyword lists them.',
  good: [
    {
      title: 'plain types',
      tools: [{ inputSchema: { type: 'object', properties: { n: { type: 'integer', minimum: 1 } } } }],
    },
  ],
  bad: [
    {
      title: 'an exclusive bound',
      tools: [{ inputSchema: { type: 'object', properties: { n: { type: 'number', exclusiveMinimum: 0 } } } }],
    },
    {
      title: 'a list of types',
      tools: [{ inputSchema: { type: 'object', properties: { n: { type: ['string', 'null'] } } } }],
    },
  ],
  *check({ name, inputSchema }, { profiles }) {
    for (const profile of profiles) {
      const seen = new Map<string, string>()
      for (const { schema, at } of nodesOf(inputSchema, '/inputSchema'))
        for (const each of refusedIn(schema, profile)) seen.set(each, seen.get(each) ?? at)
      const [at] = seen.values()
      if (at === undefined) continue
      yield { at, message: `${name} uses ${[...seen.keys()].join(', ')}, which ${profile.title} refuses or drops.` }
    }
  },
}

function refusedIn(schema: UnknownObject, { keywords = [], formats, typeLists = true }: Profile): string[] {
  const found = keywords.filter((keyword) => schema[keyword] !== undefined)
  const { format, type } = schema
  if (typeof format === 'string' && formats !== undefined && !formats.includes(format)) found.push(`format ${format}`)
  if (!typeLists && Array.isArray(type)) found.push('a list of types')
  return found
}

export default rule
