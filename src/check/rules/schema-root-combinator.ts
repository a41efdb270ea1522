import { isObject } from '../../tool/index.ts'
import type { ToolRule } from '../rule.ts'

const refused = ['anyOf', 'oneOf', 'allOf', 'not', 'if'] as const

const rule: ToolRule = {
  id: 'schema-root-combinator',
  scope: 'tool',
  severity: 'error',
  set: 'default',
  kind: 'decided',
  says: 'The root of an input schema holds anyOf, oneOf, allOf, not or if.',
  because:
    'The protocol allows it, the providers do not: Anthropic and OpenAI answer with 400 for the whole request, and Claude Code drops the tool without a word. One tool of 27 took a whole server with it.',
  fix: 'Make the alternatives properties of one object and say in their descriptions when each is needed.',
  see: 'https://github.com/makenotion/notion-mcp-server/issues/340 (2026-08-05), https://github.com/anthropics/claude-code/issues/95504',
  good: [
    {
      title: 'the alternative inside a property',
      tools: [
        { inputSchema: { type: 'object', properties: { id: { anyOf: [{ type: 'string' }, { type: 'integer' }] } } } },
      ],
    },
  ],
  bad: [
    {
      title: 'a root anyOf',
      tools: [{ inputSchema: { type: 'object', anyOf: [{ required: ['page_id'] }, { required: ['block_id'] }] } }],
    },
  ],
  *check({ name, inputSchema }) {
    if (!isObject(inputSchema)) return
    const found = refused.filter((keyword) => inputSchema[keyword] !== undefined)
    const [first] = found
    if (first === undefined) return
    yield {
      at: `/inputSchema/${first}`,
      message: `${name} has ${found.join(' and ')} at the root of its schema; Anthropic and OpenAI refuse the whole request.`,
    }
  },
}

export default rule
