/** What confusability reads of a tool: a `ToolDefinition`, or as much of one as is known. */
export interface DescribedTool {
  readonly name: string
  readonly title?: string | undefined
  readonly description?: string | undefined
  readonly inputSchema?: unknown
}
