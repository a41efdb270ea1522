/** A JSON object of unknown content: what a parser gives before anything was checked. */
export type UnknownObject = Readonly<Record<string, unknown>>

/** Whether a value is an object in JSON's sense: no array, no null. */
export function isObject(value: unknown): value is UnknownObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
