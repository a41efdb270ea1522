import { decode } from '../codec/codec.ts'
import type { ToolResult } from '../results/content.ts'
import { failedResult } from '../failure.ts'
import { isObject } from '../json.ts'
import type { UnknownObject } from '../json.ts'
import { mend } from './mend.ts'
import { placeOf, tellProblems } from './problem-text.ts'
import { repair } from './repair.ts'
import type { ToolDefinition } from '../tool.ts'
import { problemsOf, validatorOf } from '../schema/validate.ts'

/** Arguments as the function takes them, or the answer to a caller whose arguments cannot be taken. */
export type Reading =
  | {
      readonly kind: 'read'
      readonly args: UnknownObject
      /** Places whose value had been quoted. */
      readonly repaired: readonly string[]
    }
  | { readonly kind: 'refused'; readonly result: ToolResult }

/** Reads the arguments of a call: strictly, and only where that fails, as a client may have meant them. */
export function readArguments(tool: ToolDefinition, sent: unknown = {}): Reading {
  if (validatorOf(tool.inputSchema)(sent)) return read(tool, sent, [])
  const repaired = repair(tool.inputSchema, sent)
  if (repaired === undefined) return { kind: 'refused', result: refuse(tool, sent) }
  return read(tool, repaired.args, repaired.places.map(placeOf))
}

function read({ inputSchema }: ToolDefinition, fitting: unknown, repaired: readonly string[]): Reading {
  const args = decode(inputSchema, fitting)
  return { kind: 'read', args: isObject(args) ? args : {}, repaired }
}

/** All that is wrong at once, and one call that would be right. */
function refuse(tool: ToolDefinition, sent: unknown): ToolResult {
  const lines = tellProblems(tool, problemsOf(tool.inputSchema, sent))
  const right = mend(tool.inputSchema, sent)
  return failedResult(...lines, ...(right === undefined ? [] : [`Right: ${JSON.stringify(right)}`]))
}
