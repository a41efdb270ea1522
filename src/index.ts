export { server, text, ToolError } from './tool/index.ts'
export type {
  Annotations,
  Content,
  ServerDeclaration,
  ToolContext,
  ToolErrorOptions,
  ToolResult,
} from './tool/index.ts'
