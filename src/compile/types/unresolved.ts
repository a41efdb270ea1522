import type { ts } from '../program.ts'

/** Whether the compiler put `any` in the place of a name that it could not find. */
export function isUnresolved(type: ts.Type): boolean {
  return 'intrinsicName' in type && (type.intrinsicName === 'error' || type.intrinsicName === 'unresolved')
}
