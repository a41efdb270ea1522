import { expect, test } from 'vitest'
import type { ToolResult } from '../../tool/index.ts'
import { keepAnswered, showAnswered } from './answered.ts'
import type { Answered } from './answered.ts'
import { createScreen } from './screen.ts'

const place = { server: 'orders', tool: 'order_status' }

function answered(result: ToolResult, id = '1'): Answered {
  return { place, call: { id, name: 'orders__order_status', arguments: { order_id: id } }, result }
}

/** What a person sees who types `/result` and these words. */
function shown(results: readonly Answered[], words = '', columns = 60): string {
  let said = ''
  const write = (text: string): void => void (said += text)
  const width = (): number => columns
  showAnswered(
    results,
    words,
    createScreen({ out: write, err: write, outColumns: width, errColumns: width, hasColour: false }),
  )
  return said
}

test('a person sees all that a call gave: texts as they are, structures as JSON, what is no text by name', () => {
  const { all, result } = everything()
  expect(all).toMatchInlineSnapshot(`
    "· orders > order_status order_id "1"
        One
          two\\u{1B}[2J\\u{202E}
      For the model alone:
        for the model
      image (image/png, 3 bytes)
      holds file:///a.txt:
        inside
      file:///a.pdf (application/pdf, 4 bytes)
      link receipt shop://receipts/1
      Its structure:
        {
          "order_id": "PT-1042",
          "lines": [
            1,
            2
          ]
        }
    "
  `)
  // It is printed, never run.
  expect(all).not.toMatch(/[\p{Cc}\p{Cf}](?<!\n)/u)
  expect(shown([answered({ ...result, content: [], isError: true })])).toContain('It failed.')
})

function everything(): { all: string; result: ToolResult } {
  const result: ToolResult = {
    content: [
      { type: 'text', text: 'One\n  two\u001B[2J\u202E' },
      { type: 'text', text: 'for the model', annotations: { audience: ['assistant'] } },
      { type: 'text', text: '{"order_id":"PT-1042","lines":[1,2]}' },
      { type: 'image', data: 'AAAA', mimeType: 'image/png' },
      { type: 'resource', resource: { uri: 'file:///a.txt', text: 'inside' } },
      { type: 'resource', resource: { uri: 'file:///a.pdf', blob: 'JVBERg==', mimeType: 'application/pdf' } },
      { type: 'resource_link', uri: 'shop://receipts/1', name: 'receipt' },
    ],
    structuredContent: { order_id: 'PT-1042', lines: [1, 2] },
  }
  return { all: shown([answered(result)]), result }
}

test('long ones are shown to the end', () => {
  const text = `${'word '.repeat(20_000)}end`
  expect(shown([answered({ content: [{ type: 'text', text }] })]).replaceAll(/\s+/g, ' ')).toContain(text)
})

test('the last comes first, and the ones before it by number', () => {
  const results = ['PT-1', 'PT-2', 'PT-3'].map((id) => answered({ content: [{ type: 'text', text: `is ${id}` }] }, id))
  expect(shown(results)).toContain('is PT-3')
  expect(shown(results, '1')).toContain('is PT-3')
  expect(shown(results, '2')).toContain('order_id "PT-2"')
  expect(shown(results, '3')).toContain('is PT-1')
  expect(shown(results, '4')).toBe('There is none so far back: /result 3 is the first.\n')
  expect(shown([], '1')).toBe('No tool has answered yet.\n')
  for (const words of ['0', '-1', '1.5', 'x\u001B', '2 3'])
    expect(shown(results, words)).toMatch(/^\/result takes a whole number from 1, as in \/result 2/)
  expect(shown([answered({ content: [] })])).toContain('It gave nothing.')
})

test('so many are kept, the last ones', () => {
  const results: Answered[] = []
  for (let at = 1; at <= 60; at += 1) keepAnswered(results, answered({ content: [] }, `PT-${at}`))
  expect([results.length, results.at(-1)?.call.id]).toEqual([50, 'PT-60'])
})
