import { describe, expect, test } from 'vitest'
import { claimsOf } from './claims.ts'
import { hiddenIn } from './hidden.ts'
import { joinOf, singular, wordsOf } from './names.ts'
import { namingOf } from './naming.ts'
import { countWords, firstSentence, isEnglish } from './text.ts'
import type { Subject, SubjectTool } from '../subject.ts'

function serverOf(...names: string[]): Subject & { readonly tools: readonly [SubjectTool, ...SubjectTool[]] } {
  const [first = '', ...rest] = names
  return { name: 'shop', tools: [toolOf(first), ...rest.map(toolOf)] }
}

function toolOf(name: string): SubjectTool {
  return { name, inputSchema: { type: 'object' } }
}

test.each([
  ['getUserById', ['get', 'user', 'by', 'id'], 'camel'],
  ['list_orders', ['list', 'orders'], 'snake'],
  ['resolve-library-id', ['resolve', 'library', 'id'], 'kebab'],
  ['parseHTMLPage', ['parse', 'html', 'page'], 'camel'],
  ['search', ['search'], 'one word'],
  ['API-get_user', ['api', 'get', 'user'], 'mixed'],
])('%s has words and a form', (name, words, form) => {
  expect([wordsOf(name), joinOf(name)]).toEqual([words, form])
})

test('plurals have a singular, what only looks like one has not', () => {
  expect(['orders', 'queries', 'boxes', 'status', 'news', 'gas', 'class'].map(singular)).toEqual(
    'order query box status new gas class'.split(' '),
  )
})

describe('the verb of a name', () => {
  test('stands first, last, or behind what all names share', () => {
    const first = serverOf('list_orders', 'shop_refund_order')
    expect(first.tools.map((tool) => namingOf(first).actionOf(tool)?.verb)).toEqual(['list', 'refund'])
    const last = serverOf('order_list', 'order_delete', 'parcel_run_cancel')
    expect(last.tools.map((tool) => namingOf(last).actionOf(tool)?.verb)).toEqual(['list', 'delete', 'cancel'])
    const shared = serverOf('git_status', 'git_add', 'git_commit', 'git_diff')
    expect(namingOf(shared).prefix).toEqual(['git'])
    expect(namingOf(shared).actionOf(shared.tools[1]!)).toEqual({ verb: 'add', kind: 'write', object: [] })
  })

  test('is absent where no word is one', () => {
    const server = serverOf('order_status')
    expect(namingOf(server).actionOf(server.tools[0])).toBeUndefined()
  })
})

test.each([
  ['delete_user', true, true],
  ['update_user', true, false],
  ['create_chart', false, false],
  ['remove_background', false, false],
  ['dry_run_delete', false, false],
  ['generate_report', false, false],
  ['send_email', true, false],
])('%s claims to change (%s) and to destroy (%s)', (name, changes, destroys) => {
  const server = serverOf(name)
  expect(claimsOf(server.tools[0], server)).toEqual({ changes, destroys })
})

test('what nobody sees is found, what a script needs is not', () => {
  expect(hiddenIn('plain text, 使用关键词, 👩‍👩‍👧, می‌خواهم, 🏴󠁧󠁢󠁥󠁮󠁧󠁿')).toEqual([])
  expect(hiddenIn('a\u200Bb\u202Ec\u{E0041}')).toEqual(['U+200B', 'U+202E', 'U+E0041'])
  expect(hiddenIn('left\u200Eright')).toEqual(['U+200E'])
  expect(hiddenIn('שלום\u200E!')).toEqual([])
})

test('texts in other languages are left alone', () => {
  expect(isEnglish('Look up one order by its id.')).toBe(true)
  expect(isEnglish('Use this tool to find "Müller".')).toBe(true)
  expect(isEnglish('根据提供的ID获取对应网页的内容')).toBe(false)
  expect(isEnglish('Elimina un archivo de la carpeta del usuario')).toBe(false)
})

test('the first sentence ends at a full stop, a blank line or a docstring block', () => {
  expect(firstSentence('## Look up v1.2 of it. Then more.')).toBe('Look up v1.2 of it.')
  expect(firstSentence('Look up an order\n\nArgs:\n  id: x')).toBe('Look up an order')
  expect(countWords('搜索航班信息')).toBe(3)
})
