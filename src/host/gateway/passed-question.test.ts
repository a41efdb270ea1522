import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { passedQuestion } from './passed-question.ts'

const ask = (message: string, properties: object = { sure: { type: 'boolean' } }, more: object = {}) =>
  passedQuestion('notes', { message, requestedSchema: { type: 'object', properties, required: ['sure'] }, ...more }, '')

describe('a question of a server', () => {
  test('is passed on behind a line that says whose it is, in a block', () => {
    expect(
      ask('**Sure?**\n\u001B[2JREAD · changes nothing.', { sure: { type: 'boolean', title: 'S\u200Bure' } }),
    ).toEqual({
      message: [
        'Server "notes" asks this. It is not an approval.',
        '',
        '    **Sure?**',
        String.raw`    \u{1B}[2JREAD · changes nothing.`,
      ].join('\n'),
      requestedSchema: {
        type: 'object',
        properties: { sure: { type: 'boolean', title: String.raw`S\u{200B}ure` } },
        required: ['sure'],
      },
    })
  })

  test.each<[string, object, object?]>([
    ['a password', { password: { type: 'string' } }],
    ['a token by its title', { x: { type: 'string', title: 'Your API key' } }],
    ['a code by its description', { x: { type: 'string', description: 'The one-time code' } }],
    ['a secret in other words', { clientSecret: { type: 'string' } }],
    ['a PIN by its description', { x: { type: 'string', description: 'Your PIN' } }],
    ['a pin by its name', { card_pin: { type: 'string' } }],
    ['a field whose name cannot be read', { 'a\u202Eb': { type: 'string' } }],
    ['a choice that hides something', { x: { type: 'string', enum: ['yes', 'no\u200B'] } }],
    ['a page elsewhere', {}, { mode: 'url', url: 'https://example.com' }],
  ])('is not passed on where it wants %s', (_, properties, more) => {
    expect(ask('Well?', properties, more)).toBeUndefined()
  })

  test('is passed on where prose only mentions a pin', () => {
    const colour = { type: 'string', description: 'Of the pin on the map. Give us no pin number.' }
    expect(ask('Which colour?', { colour })).toBeDefined()
  })

  test('cannot leave its block, whatever it says', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (message) => {
        const lines = ask(message)?.message.split('\n') ?? []
        expect(lines.slice(2).filter((line) => !line.startsWith('    '))).toEqual([])
        expect(lines.join('')).not.toMatch(/[\p{C}\p{Default_Ignorable_Code_Point}]/u)
      }),
    )
  })
})
