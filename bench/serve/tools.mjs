const inputSchema = {
  type: 'object',
  properties: { a: { type: 'number' }, b: { type: 'number' } },
  required: ['a', 'b'],
  additionalProperties: false,
}

/** As many tools as are asked for; the first is called. */
export function toolsOf(count) {
  return Array.from({ length: count }, (_, at) => ({
    name: at === 0 ? 'add_numbers' : `add_numbers_${at}`,
    description: 'Add two numbers.',
    inputSchema,
    run: ({ a, b }) => `${a + b}`,
  }))
}
