import { expect, test } from 'vitest'
import type { ModelAnswer, ModelTool } from './parts.ts'
import { profiles } from './profiles/index.ts'

const inputSchema = { type: 'object', properties: { id: { type: 'string' } } }
const tools: readonly ModelTool[] = [
  { name: 'find', description: 'Finds.', inputSchema, strict: true },
  { name: 'stop', description: '', inputSchema: { type: 'object', properties: {} } },
]
const answer: ModelAnswer = {
  id: 'c1',
  name: 'find',
  isError: false,
  parts: [
    { kind: 'text', text: 'one' },
    { kind: 'image', mimeType: 'image/png', data: 'AAAA' },
    { kind: 'text', text: 'two' },
    { kind: 'document', mimeType: 'application/pdf', data: 'BBBB', name: 'ann’s  report_1.pdf' },
  ],
}
const failure: ModelAnswer = { id: 'c2', name: 'find', isError: true, parts: [{ kind: 'text', text: 'No such id.' }] }

const attached = 'See what is attached.'
const left = (type: string): string => `⟪${type}, left out: this answer cannot hold it⟫`

const wire: Readonly<Record<string, { readonly tools: unknown; readonly answer: unknown; readonly failure: unknown }>> =
  {
    anthropic: {
      tools: [
        { name: 'find', description: 'Finds.', input_schema: inputSchema, strict: true },
        { name: 'stop', input_schema: { type: 'object', properties: {} } },
      ],
      answer: {
        type: 'tool_result',
        tool_use_id: 'c1',
        content: [
          { type: 'text', text: 'one' },
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
          { type: 'text', text: 'two' },
          {
            type: 'document',
            source: { type: 'base64', media_type: 'application/pdf', data: 'BBBB' },
            title: 'ann’s  report_1.pdf',
          },
        ],
      },
      failure: {
        type: 'tool_result',
        tool_use_id: 'c2',
        content: [{ type: 'text', text: 'No such id.' }],
        is_error: true,
      },
    },
    'openai-responses': {
      tools: [
        { type: 'function', name: 'find', description: 'Finds.', parameters: inputSchema, strict: true },
        { type: 'function', name: 'stop', parameters: { type: 'object', properties: {} }, strict: false },
      ],
      answer: {
        type: 'function_call_output',
        call_id: 'c1',
        output: [
          { type: 'input_text', text: 'one\ntwo' },
          { type: 'input_image', image_url: 'data:image/png;base64,AAAA', detail: 'auto' },
          { type: 'input_file', filename: 'ann’s  report_1.pdf', file_data: 'data:application/pdf;base64,BBBB' },
        ],
      },
      failure: { type: 'function_call_output', call_id: 'c2', output: 'The call failed.\nNo such id.' },
    },
    'openai-chat': {
      tools: [
        { type: 'function', function: { name: 'find', description: 'Finds.', parameters: inputSchema, strict: true } },
        { type: 'function', function: { name: 'stop', parameters: { type: 'object', properties: {} } } },
      ],
      answer: {
        role: 'tool',
        tool_call_id: 'c1',
        content: `one\n${left('image/png')}\ntwo\n${left('application/pdf')}`,
      },
      failure: { role: 'tool', tool_call_id: 'c2', content: 'The call failed.\nNo such id.' },
    },
    gemini: {
      tools: [
        {
          functionDeclarations: [
            { name: 'find', description: 'Finds.', parameters: inputSchema },
            { name: 'stop', description: 'stop' },
          ],
        },
      ],
      answer: {
        functionResponse: {
          id: 'c1',
          name: 'find',
          response: { output: 'one\ntwo' },
          parts: [
            { inlineData: { mimeType: 'image/png', data: 'AAAA' } },
            { inlineData: { mimeType: 'application/pdf', data: 'BBBB' } },
          ],
        },
      },
      failure: { functionResponse: { id: 'c2', name: 'find', response: { error: 'No such id.' } } },
    },
    bedrock: {
      tools: [
        { toolSpec: { name: 'find', description: 'Finds.', inputSchema: { json: inputSchema } } },
        {
          toolSpec: { name: 'stop', description: 'stop', inputSchema: { json: { type: 'object', properties: {} } } },
        },
      ],
      answer: {
        toolResult: {
          toolUseId: 'c1',
          content: [
            { text: 'one' },
            { image: { format: 'png', source: { bytes: 'AAAA' } } },
            { text: 'two' },
            { document: { format: 'pdf', name: 'ann s report 1 4', source: { bytes: 'BBBB' } } },
          ],
          status: 'success',
        },
      },
      failure: { toolResult: { toolUseId: 'c2', content: [{ text: 'No such id.' }], status: 'error' } },
    },
  }

test.each<[string, boolean, unknown]>([
  ['anthropic', false, { content: [{ type: 'text', text: attached }, expect.objectContaining({ type: 'image' })] }],
  ['anthropic', true, { content: [{ type: 'text', text: left('image/png') }] }],
  ['bedrock', false, { toolResult: { content: [{ text: attached }, { image: {} }] } }],
  ['bedrock', true, { toolResult: { content: [{ text: left('image/png') }] } }],
  ['gemini', false, { functionResponse: { response: { output: attached }, parts: [{}] } }],
  ['gemini', true, { functionResponse: { response: { error: attached }, parts: [{}] } }],
  ['openai-chat', false, { content: left('image/png') }],
  ['openai-chat', true, { content: `The call failed.\n${left('image/png')}` }],
  ['openai-responses', false, { output: [{ type: 'input_text', text: attached }, { type: 'input_image' }] }],
  ['openai-responses', true, { output: [{ text: `The call failed.\n${attached}` }, { type: 'input_image' }] }],
])('%s never has an answer without a text, where there is a picture only (failed: %s)', (id, isError, expected) => {
  const parts: ModelAnswer['parts'] = [
    { kind: 'text', text: ' \n' },
    { kind: 'image', mimeType: 'image/png', data: 'AAAA' },
  ]
  const profile = profiles.find((each) => each.id === id)!
  for (const each of [parts, parts.slice(1)])
    expect(profile.encodeAnswer({ ...answer, isError, parts: each })).toMatchObject(expected as object)
})

test.each(profiles)('$id has tools and answers in the shape of its wire', (profile) => {
  expect({
    tools: profile.encodeTools(tools),
    answer: profile.encodeAnswer(answer),
    failure: profile.encodeAnswer(failure),
  }).toEqual(wire[profile.id])
  expect(profile.sources.length).toBeGreaterThan(0)
  expect(profile.verified).toMatch(/^\d{4}-\d\d-\d\d$/)
})
