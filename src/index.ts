export {
  audio,
  embed,
  file,
  forModel,
  forUser,
  image,
  link,
  result,
  server,
  text,
  tool,
  ToolError,
} from './tool/index.ts'
export type {
  Annotations,
  Content,
  ContentBlock,
  EnvVariable,
  ResourceLink,
  Result,
  ServerDeclaration,
  StandardSchema,
  ToolConfig,
  ToolContext,
  ToolErrorOptions,
  ToolResult,
  ToolSpecification,
} from './tool/index.ts'
export { createServer, listen, prompt, resource, serveStdio } from './serve/index.ts'
export type { Server, ServerOptions } from './serve/index.ts'
