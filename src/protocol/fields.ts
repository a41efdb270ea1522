import type { UnknownObject } from '../tool/index.ts'

/** The named fields of a value, in that order, without those that it does not have. */
export function pick(value: object, fields: readonly string[]): UnknownObject {
  const all: UnknownObject = { ...value }
  const picked: Record<string, unknown> = {}
  for (const field of fields) if (all[field] !== undefined) picked[field] = all[field]
  return picked
}

/** The named fields of a prompt and of each of its arguments. */
export function pickPrompt(
  prompt: { readonly arguments: readonly object[] },
  fields: { readonly prompt: readonly string[]; readonly argument: readonly string[] },
): UnknownObject {
  const args = prompt.arguments.map((argument) => pick(argument, fields.argument))
  return { ...pick(prompt, fields.prompt), ...(args.length === 0 ? {} : { arguments: args }) }
}
