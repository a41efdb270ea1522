import { isObject } from '../../tool/index.ts'
import type { ToolRule } from '../rule.ts'
import { quoted } from '../phrase.ts'

const rule: ToolRule = {
  id: 'schema-root-object',
  scope: 'tool',
  severity: 'error',
  set: 'default',
  kind: 'decided',
  says: 'The input schema is missing or its root is not "type": "object".',
  because:
    'Arguments are an object in every revision of the protocol; clients drop a tool whose schema says otherwise, or fail for the whole list.',
  fix: 'Write {"type":"object","properties":{…}}; without parameters {"type":"object"}.',
  see: 'https://modelcontextprotocol.io/specification/2025-11-25/schema#tool',
  good: [
    { title: 'an object', tools: [{ inputSchema: { type: 'object', properties: { id: { type: 'string' } } } }] },
    { title: 'no parameters', tools: [{ inputSchema: { type: 'object' } }] },
  ],
  bad: [
    { title: 'a string', tools: [{ inputSchema: { type: 'string' } }] },
    { title: 'no type', tools: [{ inputSchema: { properties: { id: { type: 'string' } } } }] },
    { title: 'no schema', tools: [{ inputSchema: undefined }] },
  ],
  *check({ name, inputSchema }) {
    if (isObject(inputSchema) && inputSchema['type'] === 'object') return
    const fact = isObject(inputSchema) ? describe(inputSchema['type']) : 'has no inputSchema'
    yield { at: '/inputSchema', message: `${name} ${fact}; clients drop the tool or refuse the list.` }
  },
}

function describe(type: unknown): string {
  return type === undefined ? 'has a schema without "type"' : `wants ${quoted(JSON.stringify(type))} for its arguments`
}

export default rule
