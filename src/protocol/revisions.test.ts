import { expect, test } from 'vitest'
import type { ContentBlock, ToolDefinition } from '../tool/index.ts'
import { envelopeVersions, latest, negotiate, revisionOf } from './negotiate.ts'
import { revisions } from './revisions/index.ts'

const tool: ToolDefinition = {
  name: 'list_orders',
  title: 'Orders',
  description: 'List orders.',
  inputSchema: { type: 'object' },
  outputSchema: { type: 'array' },
  annotations: { readOnlyHint: true },
}
const content: readonly ContentBlock[] = [
  { type: 'text', text: 'hi', _meta: { a: 1 } },
  { type: 'audio', data: 'AAAA', mimeType: 'audio/wav' },
  { type: 'resource_link', uri: 'orders://1', name: 'order 1', annotations: { priority: 1 } },
]

test('each revision lists a tool in the fields that it knows', () => {
  expect(Object.fromEntries(revisions.map(({ version, encodeTool }) => [version, encodeTool(tool)]))).toEqual({
    '2024-11-05': only('name', 'description', 'inputSchema'),
    '2025-03-26': only('name', 'description', 'inputSchema', 'annotations'),
    '2025-06-18': { ...only('name', 'title', 'description', 'inputSchema', 'annotations'), outputSchema: wrapped },
    '2025-11-25': { ...only('name', 'title', 'description', 'inputSchema', 'annotations'), outputSchema: wrapped },
    '2026-07-28': tool,
  })
})

test('each revision gives a result in the content that it knows, and loses none', () => {
  const results = revisions.map(({ version, encodeToolResult }) => [
    version,
    encodeToolResult({ content, structuredContent: [1], isError: false }, tool),
  ])
  const link = { type: 'text', text: 'order 1 <orders://1>', annotations: { priority: 1 } }
  const text = { type: 'text', text: 'hi' }
  const audio = { type: 'resource', resource: { uri: 'attachment:1', mimeType: 'audio/wav', blob: 'AAAA' } }
  expect(Object.fromEntries(results)).toEqual({
    '2024-11-05': { content: [text, audio, link], isError: false },
    '2025-03-26': { content: [text, content[1], link], isError: false },
    '2025-06-18': { content, structuredContent: { result: [1] }, isError: false },
    '2025-11-25': { content, structuredContent: { result: [1] }, isError: false },
    '2026-07-28': { content, structuredContent: [1], isError: false },
  })
})

test('the newest revision marks each result as complete and names the server', () => {
  expect(latest.encodeResult({ tools: [], _meta: { a: 1 } }, { name: 'shop', version: '1.0.0' })).toEqual({
    resultType: 'complete',
    tools: [],
    _meta: { a: 1, 'io.modelcontextprotocol/serverInfo': { name: 'shop', version: '1.0.0' } },
  })
})

test('a client gets the revision it asks for, else the newest that begins with a handshake', () => {
  expect(['2024-11-05', '2025-11-25', '2026-07-28', '1999-01-01', 7].map((asked) => negotiate(asked).version)).toEqual([
    '2024-11-05',
    '2025-11-25',
    '2025-11-25',
    '2025-11-25',
    '2025-11-25',
  ])
})

test('an envelope names a revision that is spoken without a handshake', () => {
  expect(revisionOf('2026-07-28')).toBe(latest)
  expect(envelopeVersions()).toEqual(['2026-07-28'])
  expect(() => revisionOf('2025-11-25')).toThrow('Unsupported protocol version')
})

const wrapped = { type: 'object', properties: { result: { type: 'array' } }, required: ['result'] }

function only(...fields: (keyof ToolDefinition)[]): object {
  return Object.fromEntries(fields.map((field) => [field, tool[field]]))
}
