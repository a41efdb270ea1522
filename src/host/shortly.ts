import { visible } from '../tool/index.ts'

/** A JSON value on one line, as `visible` shows texts, cut to a length with a word on what is left out. */
export function shortly(value: unknown, longest = 200): string {
  const text = visible(
    typeof value === 'string' ? JSON.stringify(value.replaceAll('\n', '⏎')) : (JSON.stringify(value) ?? 'nothing'),
  )
  return text.length <= longest ? text : `${text.slice(0, longest)}… (${text.length - longest} more)`
}
