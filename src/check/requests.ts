import type { ToolRequest } from './confusability/findability.ts'
import type { Subject } from './subject.ts'

/** The requests that the tools of a server declare, one by one. */
export function requestsOf({ tools }: Subject): ToolRequest[] {
  return tools.flatMap(({ name, requests }) => [
    ...(requests?.for ?? []).map((request) => ({ tool: name, request, wanted: true })),
    ...(requests?.notFor ?? []).map((request) => ({ tool: name, request, wanted: false })),
  ])
}
