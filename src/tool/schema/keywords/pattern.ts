/** A regular expression as JSON Schema means it: with Unicode where the source allows it. https://json-schema.org/draft/2020-12/json-schema-core#section-6.4 */
export function patternOf(source: string): RegExp {
  return compile(source, 'u') ?? new RegExp(source)
}

export function isPattern(value: unknown): value is string {
  return typeof value === 'string' && (compile(value, 'u') ?? compile(value, '')) !== undefined
}

function compile(source: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(source, flags)
  } catch {
    return undefined
  }
}
