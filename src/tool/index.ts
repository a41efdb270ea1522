export type { Annotations } from './annotations.ts'
export type { AuthOptions, KeySet } from './auth.ts'
export { canonicalArguments, keyArguments } from './arguments/key.ts'
export { callTool, createCaller, createOutcomes } from './call.ts'
export type { Around, Call, CallSettings, CallTool, Outcomes } from './call.ts'
export { canonicalJson } from './canonical.ts'
export { decode, encode, wireSchema } from './codec/codec.ts'
export {
  audio,
  embed,
  file,
  forModel,
  forUser,
  image,
  isDraft,
  isResult,
  link,
  result,
  text,
} from './results/content.ts'
export type {
  AudioContent,
  BytesMaker,
  BytesSource,
  Content,
  ContentAnnotations,
  ContentBlock,
  DraftContent,
  EmbeddedResource,
  ImageContent,
  ResourceLink,
  Result,
  TextContent,
  ToolResult,
  UnreadContent,
} from './results/content.ts'
export type { Icon, Idempotency, RateLimit, Reconciled, Repeatable, ToolConfig, ToolLimits } from './config.ts'
export { isTool, tool } from './define.ts'
export type { ToolSpecification } from './define.ts'
export { digest, keyedDigest } from './digest.ts'
export { isServerDeclaration, server } from './declaration.ts'
export type { EnvVariable, ServerDeclaration } from './declaration.ts'
export { drafts, isDrafts } from './drafts.ts'
export type { Drafts, DraftsOptions, Sending } from './drafts.ts'
export { isToolError, ToolError } from './error.ts'
export type { ToolErrorOptions } from './error.ts'
export { AnsweredError, failedResult, hiddenError, referenceOf, ResultError, traceOf } from './failure.ts'
export type { HiddenError } from './failure.ts'
export { isObject, parseJson } from './json.ts'
export type { UnknownObject } from './json.ts'
export { bindTool } from './manifest.ts'
export type { CompiledTool, ExportPlace, Manifest, Parameter, ServerInfo } from './manifest.ts'
export { nearest } from './arguments/nearest.ts'
export { tellProblem, tellProblems } from './arguments/problem-text.ts'
export type { ReadFile } from './results/read-content.ts'
export { redactCredentials, redactData, redactPaths, redactSecrets } from './redact.ts'
export type { Codec, JsonSchema, ObjectSchema, SchemaObject, SchemaType } from './schema/schema.ts'
export type {
  ClientDescription,
  Log,
  LogLevel,
  QuestionOptions,
  Returning,
  Tool,
  ToolContext,
  ToolDefinition,
} from './tool.ts'
export { problemsOf, unsupported, validatorOf } from './schema/validate.ts'
export type { Problem } from './schema/validate.ts'
export type { StandardSchema } from './schema/standard-schema.ts'
export { visible } from './visible.ts'
