import fc from 'fast-check'
import { expect, test } from 'vitest'
import { uniqueNames } from './names.ts'
import type { ToolPlace } from './names.ts'

const namesOf = (...places: readonly [string, string][]): readonly string[] => [
  ...uniqueNames(places.map(([server, tool]) => ({ server, tool }))).keys(),
]

test.each<[[string, string][], unknown[]]>([
  [[['orders', 'refund_order']], ['orders__refund_order']],
  [[['orders', 'admin.tools.list']], [expect.stringMatching(/^orders__admin_tools_list_[0-9a-f]{8}$/)]],
  [[['9', 'x']], [expect.stringMatching(/^_9__x_[0-9a-f]{8}$/)]],
  [[['a', 'x'.repeat(100)]], [expect.stringMatching(/^a__x{52}_[0-9a-f]{8}$/)]],
  [[['', 'refund_order']], ['refund_order']],
  [[['a', 'b_0123abcd']], [expect.stringMatching(/^a__b_0123abcd_[0-9a-f]{8}$/)]],
  [
    [
      ['a', 'b__c'],
      ['a__b', 'c'],
    ],
    [expect.stringMatching(/^a__b__c_[0-9a-f]{8}$/), expect.stringMatching(/^a__b__c_[0-9a-f]{8}$/)],
  ],
])('%j get these names', (places, names) => {
  expect(namesOf(...places)).toEqual(names)
})

const place = fc.record({
  server: fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,20}$/),
  tool: fc.oneof(fc.string({ unit: 'binary', minLength: 1 }), fc.stringMatching(/^[a-z]{1,3}(__?[a-z]{1,3}){0,2}$/)),
})
const places = fc.uniqueArray(place, { selector: (each) => JSON.stringify(each), maxLength: 30 })

test('each tool has a name that every client takes, and the name leads back to it', () => {
  fc.assert(
    fc.property(places, (all) => {
      const names = uniqueNames(all)
      expect([...names.values()]).toEqual(all)
      for (const name of names.keys()) expect(name).toMatch(/^[A-Za-z_][A-Za-z0-9_-]{0,63}$/)
    }),
  )
})

function nameOf(list: readonly ToolPlace[], one: ToolPlace): string | undefined {
  return [...uniqueNames(list)].find(([, each]) => each === one)?.[0]
}

test('a tool has the same name in whatever order they come', () => {
  fc.assert(
    fc.property(places, (all) => {
      const reversed = all.toReversed()
      expect(all.map((one) => nameOf(all, one))).toEqual(all.map((one) => nameOf(reversed, one)))
    }),
  )
})
