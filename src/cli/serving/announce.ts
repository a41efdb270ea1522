import { hintWords } from '../hints.ts'
import type { Running } from '../source.ts'

/** What a person reads when a server has started: where it serves, and its tools with their hints. */
export function announcement({ server, info }: Running, where: string): string[] {
  const tools = [...server.tools.values()].map(({ name, annotations }) => `  ${name}  ${hintWords(annotations)}`)
  return [`${info.name} ${info.version} serves on ${where}`, ...tools]
}
