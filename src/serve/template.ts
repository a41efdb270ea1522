/** A URI template that can be matched. */
export interface UriTemplate {
  readonly variables: readonly string[]
  /** The values of the variables in a URI of this form, or undefined. */
  match(uri: string): Readonly<Record<string, string>> | undefined
}

const expression = /\{([+?]?)([A-Za-z_][\w,]*)\}/g

/**
 * Reads a template: `{name}` stands for one step of a path, `{+name}` for any number of steps, `{?a,b}` for the query.
 * Throws a `TypeError` on any other expression. https://www.rfc-editor.org/rfc/rfc6570
 */
export function uriTemplate(template: string): UriTemplate {
  const literal = template.replaceAll(expression, '')
  if (/[{}]/.test(literal))
    throw new TypeError(`"${template}" is no template that can be matched: {x}, {+x} or {?x,y}.`)
  const path: string[] = []
  const query: string[] = []
  const pattern = template.split(expression).map((part, at, parts) => {
    if (at % 3 === 0) return escape(part)
    if (at % 3 === 1) return ''
    const operator = parts[at - 1]
    if (operator === '?') {
      query.push(...part.split(','))
      return String.raw`(?:\?(?<query>.*))?`
    }
    path.push(part)
    return `(?<${part}>${operator === '+' ? '.+' : '[^/?#]+'})`
  })
  const form = new RegExp(`^${pattern.join('')}$`, 's')
  return {
    variables: [...path, ...query],
    match(uri) {
      const found = form.exec(uri)?.groups
      if (found === undefined) return undefined
      const asked = new URLSearchParams(found['query'])
      const inPath = path.map((name) => [name, decoded(found[name] ?? '')] as const)
      const inQuery = query.flatMap((name) => (asked.has(name) ? [[name, asked.get(name) ?? ''] as const] : []))
      return Object.fromEntries([...inPath, ...inQuery])
    },
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}
