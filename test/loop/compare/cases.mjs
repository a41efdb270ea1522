// What a server may offer and answer by the protocol, and what is not every host's daily bread. Each case has the tools
// of its server; `name` is of the one that is called, with `args`, and answers `result`.
const object = (properties = {}, more = {}) => ({ type: 'object', properties, ...more })
const tool = (name, inputSchema = object()) => ({ name, description: 'Looks it up.', inputSchema })
const ok = { content: [{ type: 'text', text: 'It is done.' }] }
const text = (value, more = {}) => ({ type: 'text', text: value, ...more })

export const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
export const pdf = Buffer.from(`%PDF-1.4\n% ${'A receipt. '.repeat(40)}\n%%EOF\n`).toString('base64')
export const wav = Buffer.from(`RIFF${'\0'.repeat(400)}`).toString('base64')
export const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><circle r="4"/></svg>').toString('base64')
const long = 'The quick brown fox jumps over the lazy dog. '.repeat(10_000)
const longName = `look_${'up_the_order_of_a_customer_'.repeat(5)}`.slice(0, 100)

/** About tools: whether the request is taken, and what was made of the definition. */
export const toolCases = [
  { id: 'A name with dots', tools: [tool('admin.tools.list')], show: 'name' },
  { id: 'A name of 100 characters', tools: [tool(longName)], show: 'name' },
  {
    id: '`oneOf` at the root',
    tools: [
      tool('look', {
        type: 'object',
        oneOf: [
          { properties: { id: { type: 'string' } }, required: ['id'] },
          { properties: { mail: { type: 'string' } }, required: ['mail'] },
        ],
      }),
    ],
    args: { id: 'PT-1' },
    show: 'schema',
  },
  {
    id: 'Any name, texts as values',
    tools: [tool('look', { type: 'object', additionalProperties: { type: 'string' } })],
    args: { colour: 'red' },
    show: 'schema',
  },
  {
    id: '`$ref` and `$defs`',
    tools: [
      tool(
        'look',
        object({ at: { $ref: '#/$defs/place' } }, { $defs: { place: object({ town: { type: 'string' } }) } }),
      ),
    ],
    args: { at: { town: 'Ulm' } },
    show: 'schema',
  },
  {
    id: 'A property `filter[id]`',
    tools: [tool('look', object({ 'filter[id]': { type: 'string' } }))],
    args: { 'filter[id]': '7' },
    show: 'schema',
  },
  {
    id: '129 tools',
    tools: Array.from({ length: 129 }, (_, index) => tool(`look_${index + 1}`)),
    show: 'count',
  },
  {
    id: 'A broken schema beside a good one',
    tools: [tool('look'), tool('broken', object({ a: { type: 'txt' } }))],
    show: 'count',
  },
].map((one) => ({ args: {}, result: ok, name: one.tools[0].name, ...one }))

/** About answers: what the model got of them. */
export const resultCases = [
  ['A failure', { isError: true, content: [text('There is no PT-2.')] }],
  ['Structure alone', { content: [], structuredContent: { days: 2 } }],
  ['Structure, and the same as text', { content: [text('{"days":2}')], structuredContent: { days: 2 } }],
  ['Structure, and a text about it', { content: [text('In two days.')], structuredContent: { days: 2, carrier: 'X' } }],
  [
    'A text for the user only',
    { content: [text('Done.'), text('A private note.', { annotations: { audience: ['user'] } })] },
  ],
  ['A picture', { content: [{ type: 'image', mimeType: 'image/png', data: png }] }],
  [
    'A failure with a picture',
    { isError: true, content: [text('It did not print.'), { type: 'image', mimeType: 'image/png', data: png }] },
  ],
  ['An SVG picture', { content: [{ type: 'image', mimeType: 'image/svg+xml', data: svg }] }],
  ['Sound', { content: [{ type: 'audio', mimeType: 'audio/wav', data: wav }] }],
  [
    'A link to a resource',
    { content: [{ type: 'resource_link', uri: 'shop://orders/1', name: 'Order 1', description: 'All of it.' }] },
  ],
  [
    'A resource of text',
    { content: [{ type: 'resource', resource: { uri: 'shop://a.md', mimeType: 'text/markdown', text: '# Order 1' } }] },
  ],
  [
    'A resource that is a PDF',
    { content: [{ type: 'resource', resource: { uri: 'shop://r.pdf', mimeType: 'application/pdf', blob: pdf } }] },
  ],
  ['450,000 characters', { content: [text(long)] }],
  ['Nothing', { content: [] }],
].map(([id, result]) => ({ id, tools: [tool('look')], name: 'look', args: {}, result, show: 'answer' }))

export const cases = [...toolCases, ...resultCases]
