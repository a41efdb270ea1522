import { isObject } from '../../tool/index.ts'

/** The names and descriptions of the parameters that an input schema declares, as one text. */
export function parameterText(schema: unknown): string {
  if (!isObject(schema) || !isObject(schema['properties'])) return ''
  const texts = Object.entries(schema['properties']).flatMap(([name, property]) => {
    const description = isObject(property) ? property['description'] : undefined
    return [name, typeof description === 'string' ? description : '']
  })
  return texts.join(' ')
}
