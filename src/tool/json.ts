/** A JSON object of unknown content: what a parser gives before anything was checked. */
export type UnknownObject = Readonly<Record<string, unknown>>

/** Whether a value is an object in JSON's sense: no array, no null. */
export function isObject(value: unknown): value is UnknownObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value of a JSON text, or undefined for what is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A copy of a JSON value with each object in it changed, the innermost first. */
export function mapObjects(value: UnknownObject, change: (object: UnknownObject) => UnknownObject): UnknownObject {
  const inside = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(inside)
    return isObject(part) ? mapObjects(part, change) : part
  }
  return change(Object.fromEntries(Object.entries(value).map(([key, part]) => [key, inside(part)])))
}

/** The way to a part of a JSON value: names of members and places in lists. */
export type JsonPath = readonly (string | number)[]

/** A copy of a JSON value with one part changed. */
export function replaceAt(value: unknown, [step, ...rest]: JsonPath, replacement: unknown): unknown {
  if (step === undefined) return replacement
  if (Array.isArray(value)) {
    return value.map((item: unknown, index) => (index === step ? replaceAt(item, rest, replacement) : item))
  }
  return isObject(value) ? { ...value, [step]: replaceAt(value[step], rest, replacement) } : value
}
