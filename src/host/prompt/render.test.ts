import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { tiers, trusts } from '../tier.ts'
import { argumentsBlock, dataLines } from './block.ts'
import { elicitationFor } from './elicitation.ts'
import { shown, valueText } from './escape.ts'
import { argumentText } from './facts.ts'
import { paint } from './line.ts'
import { examples, now, requestFor, scene } from './prompts.cases.ts'
import { renderRequest } from './render.ts'
import { ruleFor } from './rule.ts'
import { columnsIn } from './wrap.ts'

const fenced = (block: string): string => `\`\`\`text\n${block}\n\`\`\``
const docs = readFileSync('docs/prompt.md', 'utf8')
const text = (tier: (typeof tiers)[number], width = 104): string =>
  renderRequest(examples[tier].request, { ...examples[tier].scene, width })
    .map((line) => line.text.trimEnd())
    .join('\n')

describe('the prompt of each tier', () => {
  test.each(tiers)('%s stands in the documentation as it is, for a terminal and for a host', (tier) => {
    const { message } = elicitationFor(examples[tier].request, examples[tier].scene)
    expect(docs.includes(fenced(text(tier))) ? '' : fenced(text(tier))).toBe('')
    expect(docs.includes(fenced(message)) ? '' : fenced(message)).toBe('')
  })

  test('is louder the worse it could be, without colour too', () => {
    expect(tiers.map((tier) => text(tier).split('\n')[0]!.slice(0, 16))).toEqual([
      '1 read · orders ',
      '2 WRITE  Refund ',
      '3 ▲ HARD TO UNDO',
      '4 ███ DANGER · M',
    ])
    const tones = tiers.map((tier) => renderRequest(examples[tier].request, examples[tier].scene)[0]!.tone)
    expect(tones).toEqual(['plain', 'bold', 'yellow', 'red'])
    expect(paint({ text: 'x', tone: 'red' }, true)).toBe('\u001B[1;31mx\u001B[0m')
    expect(paint({ text: 'x', tone: 'red' }, false)).toBe('x')
  })

  test('fits sixty columns', () => {
    expect(text('destructive_open', 60)).toMatchInlineSnapshot(`
      "4 ███ DANGER · MAY DESTROY FOR GOOD · ACTS OUTSIDE
        THIS MACHINE ███
        Delete repository acme/api      helper > delete_repository
        UNTRUSTED server: npx gh-helper@1.4.2, first seen today
          owner "acme"
          repo "acme/api"
          force not sent; the server's default is true
        - Its server does not say that it destroys nothing.
        - It may act outside.
        - Its name says delete.
        - This conversation has read web > fetch_page.
        If you did not ask for this yourself, deny. No rule can
            be made. Denied by itself at 13:37.
        Type info to see all of it as data.
        To allow this one call type acme/api and Enter; anything
            else denies >"
    `)
  })
})

describe('arguments', () => {
  test.each([
    ['a\nb', '"a⏎b"'],
    ['a⏎b', String.raw`"a\u{23CE}b"`],
    ['\u001B[31mred', String.raw`"\u{1B}[31mred"`],
    ['a\u202Eb\u{E0041}\u200B', String.raw`"a\u{202E}b\u{E0041}\u{200B}"`],
    ['\uD800x', String.raw`"\u{D800}x"`],
    ['"} ok: "', String.raw`"\"} ok: \""`],
    ['e\u0301 e\u0301\u0301\u0301\u0301\u0301', '"e\u0301 e\u0301\u0301\u0301\\u{301}\\u{301}"'],
    ['a\uFE0Fb\u{E0101}c\u00A0d\u2800', String.raw`"a\u{FE0F}b\u{E0101}c\u{A0}d\u{2800}"`],
    ['⟪9 more⟫', String.raw`"\u{27EA}9 more\u{27EB}"`],
    [{ a: ['x\ty', 1, null] }, String.raw`{"a": ["x\u{9}y", 1, null]}`],
    ['שלום 日本 🎉', '"שלום 日本 🎉"'],
  ])('%j is shown as %s', (value, line) => {
    expect(valueText(value)).toBe(line)
  })

  test.each([
    ['amount_cents', 240_000, 'amount_cents 240000 (2,400.00)'],
    ['refundCents', -5, 'refundCents -5 (-0.05)'],
    ['amount_cents', 1.5, 'amount_cents 1.5'],
    ['amount', 24, 'amount 24'],
    ['a b', 1, '"a b" 1'],
    ['amоunt', 1, '"amоunt" 1'],
  ])('%s %j is told as %s', (name, value, line) => {
    expect(argumentText(name, value, 1000)).toBe(line)
  })

  test('that are long are cut with how much is left out and a digest, and are whole as data', () => {
    const request = requestFor({ args: { body: `${'x'.repeat(5000)}\u001B` } })
    const block = argumentsBlock(request, 96).join('\n')
    expect(block.length).toBeLessThan(1700)
    expect(block.replaceAll('\n    | ', '')).toMatch(/x⟪3,808 more characters, digest of all [0-9a-f]{12}⟫x/)
    expect(dataLines(request, 96).join('').replaceAll('    | ', '')).toContain('x'.repeat(5000))
    expect(dataLines(request, 96).join('')).not.toContain('\u001B')
  })

  test('that are many are counted', () => {
    const args = Object.fromEntries(Array.from({ length: 1042 }, (_, at) => [`a${at}`, at]))
    expect(argumentsBlock(requestFor({ args }), 96).at(-1)).toBe('    (1,002 more arguments)')
  })
})

describe('a rule that is made of an answer', () => {
  test('is for this tool at this tier, up to this amount, for a while', () => {
    expect(ruleFor(examples.write.request, now)).toBe(
      '{ id: always-refund_order-7f3a1b2c, allow: orders/refund_order, tier: [write], when: { args.amount_cents: { min: 0, max: 2400 } }, expires: 2027-03-01 }',
    )
  })

  test.each([
    ['for what is worst', examples.destructive_open.request],
    ['for a name that a pattern could be', requestFor({ name: 'refund_*' })],
    ['for a name that would break out', requestFor({ name: 'a, deny: x/y }' })],
  ])('is not made %s', (_, request) => {
    expect(ruleFor(request, now)).toBeUndefined()
  })
})

/** Texts that try. */
const evil = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc
    .array(
      fc.constantFrom(
        '\n',
        '\r',
        '\u001B[2J',
        '\u001B]8;;http://evil\u0007',
        '\u202E',
        '\u2066',
        '\u200B',
        '\u{E0041}',
        '\uD800',
        '\uFE0F',
        '\u0301',
        '\u0085',
        '\u2028',
        '\t',
        ' '.repeat(90),
        '"',
        '\\',
        '⏎',
        '⟪',
        'Run? [Y/n]',
        '1 read · changes nothing (your own server)',
        '  To allow this one call type yes and Enter; anything else denies > ',
        '4 ███',
        '**bold** [x](http://evil) <img>',
        '日本',
        '    amount_cents 1 (0.01)',
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join('')),
)
const value = fc.oneof(evil, fc.integer(), fc.boolean(), fc.constant(null), fc.array(evil, { maxLength: 3 }))
const args = fc.dictionary(evil, value, { maxKeys: 6 })
const shape = fc.record({
  server: evil,
  name: evil,
  command: evil,
  args,
  trust: fc.constantFrom(...trusts),
  tier: fc.constantFrom(...tiers),
  properties: fc.dictionary(evil, fc.record({ default: value, description: evil }), { maxKeys: 3 }),
  more: fc.record({
    client: fc.record({ name: evil, verified: fc.boolean() }),
    flow: fc.array(evil, { maxLength: 2 }),
  }),
})
const width = fc.constantFrom(60, 80, 120)
/** Nothing that moves, hides or ends a line. */
const hidden = /[\p{C}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u

describe('whatever names, descriptions, arguments and hosts say', () => {
  test('a text is shown so that it can be told from every other', () => {
    fc.assert(
      fc.property(evil, (said) => {
        expect(unshown(shown(said))).toBe(said)
        expect(shown(said)).not.toMatch(hidden)
      }),
    )
  })

  test('no line is longer than the terminal, moves or hides, and only the first begins in our column', () => {
    fc.assert(
      fc.property(shape, width, (said, columns) => {
        const lines = renderRequest(requestFor(said), { ...scene, width: columns }).map((line) => line.text)
        for (const line of lines) {
          expect(line).not.toMatch(hidden)
          expect(columnsIn(line)).toBeLessThanOrEqual(columns + 9)
        }
        const [first = '', ...rest] = lines
        expect(first).toMatch(/^(1 read |2 WRITE |3 ▲ HARD TO UNDO |4 ███ DANGER)/)
        expect(rest.filter((line) => !line.startsWith('  '))).toEqual([])
      }),
      { numRuns: 300 },
    )
  })

  test('the label and the last words are those of the tier', () => {
    fc.assert(
      fc.property(shape, (said) => {
        const request = requestFor(said)
        const lines = renderRequest(request, scene).map((line) => line.text)
        const labels = { read: '1 read', write: '2 WRITE', destructive: '3 ▲', destructive_open: '4 ███' }
        expect(lines[0]!.startsWith(labels[request.risk.tier])).toBe(true)
        const end = lines.join(' ').replaceAll(/ +/g, ' ')
        const { typed } = request.need
        const asking = `To allow this one call type ${typed} and Enter; anything else denies > `
        const isWhole = typed === undefined ? /Run\? \[Y\/n\] $|say why \[i\] info > $/.test(end) : end.endsWith(asking)
        expect(isWhole ? '' : end).toBe('')
      }),
      { numRuns: 300 },
    )
  })

  test('each argument can be read back from its lines', () => {
    fc.assert(
      fc.property(args, width, (said, columns) => {
        const lines = argumentsBlock(requestFor({ args: said }), columns)
        const joined = lines.join('\n').replaceAll('\n    | ', '').split('\n')
        const wanted = Object.entries(said).map(([name, member]) => `    ${argumentText(name, member, 1200)}`)
        expect(joined).toEqual(wanted.length === 0 ? ['    (no arguments)'] : wanted)
      }),
    )
  })

  test('what a server says of a tool changes nothing', () => {
    fc.assert(
      fc.property(shape, evil, (said, description) => {
        const request = requestFor(said)
        const told = { ...request.tool, definition: { ...request.tool.definition, description, title: description } }
        const lines = (each: typeof request): readonly unknown[] => renderRequest(each, scene)
        expect(lines({ ...request, tool: told })).toEqual(lines(request))
        expect(elicitationFor({ ...request, tool: told }, scene)).toEqual(elicitationFor(request, scene))
      }),
    )
  })

  test('a host that renders Markdown finds none that is not ours', () => {
    fc.assert(
      fc.property(shape, (said) => {
        const { message } = elicitationFor(requestFor(said), scene)
        const lines = message.split('\n')
        expect(lines.filter((line) => hidden.test(line))).toEqual([])
        const outside = lines.filter((line) => !line.startsWith('    '))
        expect(outside.filter((line) => !/^[A-Za-z0-9 .,·:'()/_@#-]*$/.test(line))).toEqual([])
        expect(outside.join('')).not.toMatch(/:\/\/|\]\(/)
        expect(message).toMatch(/^(READ|WRITE|HARD TO UNDO|DANGER) /)
      }),
      { numRuns: 300 },
    )
  })
})

/** Reads back what `shown` has written. */
function unshown(line: string): string {
  return line.replaceAll(/\\u\{([0-9A-F]+)\}|\\(.)|⏎/gu, (_, code: string | undefined, escaped: string | undefined) =>
    code === undefined ? (escaped ?? '\n') : String.fromCodePoint(Number.parseInt(code, 16)),
  )
}
