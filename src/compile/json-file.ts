import { isObject } from '../tool/index.ts'
import type { UnknownObject } from '../tool/index.ts'

/** The object that a JSON file holds; an empty one where it holds none. */
export function parseObject(text: string): UnknownObject {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}
