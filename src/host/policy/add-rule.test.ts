import { expect, test } from 'vitest'
import { addRule } from './add-rule.ts'

const rule = '{ id: always-x, allow: orders/refund_order, tier: [ write ], when: { args.amount_cents: { max: 2400 } } }'

test.each([
  ['', `version: 1\nrules:\n  - ${rule}\n`],
  ['version: 1 # mine\n', `version: 1 # mine\nrules:\n  - ${rule}\n`],
  [
    'version: 1\nrules:\n- { id: a, deny: x/* } # never\n',
    `version: 1\nrules:\n  - { id: a, deny: x/* } # never\n  - ${rule}\n`,
  ],
])('a rule is added to %j', (before, after) => {
  expect(addRule(before, rule)).toBe(after)
})
