import { isSeq, parseDocument } from 'yaml'

/** The text of a policy with one more rule, as it was written, and all else as it stands. */
export function addRule(policy: string, rule: string): string {
  const document = parseDocument(policy === '' ? 'version: 1\n' : policy)
  const added = parseDocument(rule).contents
  if (isSeq(document.get('rules'))) document.addIn(['rules'], added)
  else document.set('rules', document.createNode([added]))
  return document.toString({ lineWidth: 0 })
}
