import type { SchemaObject } from '../../tool/index.ts'

const name: SchemaObject = { type: 'string', pattern: '^(\\*\\.)?[a-z0-9.:\\[\\]-]+$' }

/** Names of hosts or domains in lower case, international ones as `xn--`. */
export const hosts: SchemaObject = { anyOf: [name, { type: 'array', minItems: 1, items: name }] }

/** Whether a host is one of these, or lies below one that begins with `*.`. */
export function hostTest(operand: unknown): (host: string) => boolean {
  const names = [operand].flat().map(String)
  const exact = new Set(names.filter((each) => !each.startsWith('*.')))
  const above = names.filter((each) => each.startsWith('*.')).map((each) => each.slice(1))
  return (host) => exact.has(host) || above.some((end) => host.endsWith(end) && host.length > end.length)
}
