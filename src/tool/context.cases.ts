import type { ToolContext } from './tool.ts'

/** A context that nobody listens to, for tools that use none. */
export const idle = { signal: new AbortController().signal } as ToolContext
