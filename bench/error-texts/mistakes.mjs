/** The mistakes that models make most, each with the arguments that make it. */
export const mistakes = [
  ['a name is misspelt', { customer: 'c-17', items: [{ sku: 'a', quantity: 1 }], priorty: 'high' }],
  ['a name is missing', { items: [{ sku: 'a', quantity: 1 }] }],
  ['a name is invented', { customer: 'c-17', items: [{ sku: 'a', quantity: 1 }], colour: 'red' }],
  ['a number where a string is wanted', { customer: 17, items: [{ sku: 'a', quantity: 1 }] }],
  ['a word where a number is wanted', { customer: 'c-17', items: [{ sku: 'a', quantity: 'one' }] }],
  ['a number out of range', { customer: 'c-17', items: [{ sku: 'a', quantity: 0 }] }],
  ['a choice that there is not', { customer: 'c-17', items: [{ sku: 'a', quantity: 1 }], priority: 'urgent' }],
  ['one thing where a list is wanted', { customer: 'c-17', items: { sku: 'a', quantity: 1 } }],
  ['a format that is not kept', { customer: 'c-17', items: [{ sku: 'a', quantity: 1 }], due: 'tomorrow' }],
  ['several at once', { customer: 5, items: [{ sku: 'a', quantity: 0 }], priority: 'urgent', extra: 1 }],
]
