/** The mistakes that models make most, each with the arguments that make it. */
export const mistakes = [
  { mistake: 'a name is misspelt', args: { customer: 'c-17', items: [{ sku: 'a', quantity: 1 }], priorty: 'high' } },
  { mistake: 'a name is missing', args: { items: [{ sku: 'a', quantity: 1 }] } },
  { mistake: 'a name is invented', args: { customer: 'c-17', items: [{ sku: 'a', quantity: 1 }], colour: 'red' } },
  { mistake: 'a number where a string is wanted', args: { customer: 17, items: [{ sku: 'a', quantity: 1 }] } },
  { mistake: 'a word where a number is wanted', args: { customer: 'c-17', items: [{ sku: 'a', quantity: 'one' }] } },
  { mistake: 'a number out of range', args: { customer: 'c-17', items: [{ sku: 'a', quantity: 0 }] } },
  {
    mistake: 'a choice that there is not',
    args: { customer: 'c-17', items: [{ sku: 'a', quantity: 1 }], priority: 'urgent' },
  },
  { mistake: 'one thing where a list is wanted', args: { customer: 'c-17', items: { sku: 'a', quantity: 1 } } },
  {
    mistake: 'a format that is not kept',
    args: { customer: 'c-17', items: [{ sku: 'a', quantity: 1 }], due: 'tomorrow' },
  },
  {
    mistake: 'several at once',
    args: { customer: 5, items: [{ sku: 'a', quantity: 0 }], priority: 'urgent', extra: 1 },
  },
]
