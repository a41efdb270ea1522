import { failedResult } from '../../tool/index.ts'
import type { ToolResult } from '../../tool/index.ts'
import { chooseContent } from '../convert/results/choose.ts'
import type { Denial } from '../decide.ts'
import { lineText } from '../prompt/escape.ts'
import { sentence, unknownText } from '../outcome-text.ts'
import type { Outcome } from '../raw-call.ts'
import { cleanResult } from './clean.ts'

/** What a host is told of what became of a call. Of what may have been done it never says that it failed. */
export function resultOf(outcome: Outcome | Denial, tool: string, uriOf: (uri: string) => string): ToolResult {
  switch (outcome.kind) {
    case 'result':
      return cleanResult(outcome.result, uriOf)
    case 'deny':
      return failedResult(outcome.reason)
    case 'unusable':
      return failedResult(unusableText(outcome, tool))
    case 'asked':
      return failedResult(
        `${tool} was not finished: its server asks something that nobody can be asked here. Tell the user.`,
      )
    case 'refused':
      return failedResult(`The server refused ${tool} (${outcome.code}): ${lineText(outcome.reason)}`)
    case 'unsent':
      return failedResult(`${sentence(lineText(outcome.reason))} Nothing has run.`)
    case 'unknown':
      return failedResult(unknownText(tool, lineText(outcome.reason)))
  }
}

/** What is wrong with a result may quote it, also what is for the user alone. */
function unusableText({ result, reason }: Extract<Outcome, { readonly kind: 'unusable' }>, tool: string): string {
  const isPrivate = result !== undefined && chooseContent(result, 'content').isWithheld
  if (result !== undefined && !isPrivate) return reason
  const what = isPrivate ? 'Its result broke its declared shape.' : sentence(reason)
  return `${tool} ran. ${what} Do not call it again.`
}
