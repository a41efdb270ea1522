import type { CompiledTool } from '../tool/index.ts'
import { proseOf, returnsOf } from './docs/describe.ts'
import { annotationsOf, hasTag, ignoredOf, requestsOf, tagText, unclearHints } from './docs/hints.ts'
import { idempotencyOf } from './docs/ledger-tags.ts'
import type { Comment } from './docs/parse-comment.ts'
import { createSearch } from './effects/find.ts'
import { marksSteps } from './effects/steps.ts'
import { reportTraps } from './effects/traps.ts'
import { bodyOf } from './module-exports.ts'
import { literalConfig } from './literal-config.ts'
import type { ModuleExport } from './module-exports.ts'
import { readInputs } from './parameters.ts'
import type { Callee, Inputs } from './parameters.ts'
import type { ts } from './program.ts'
import { readOutput } from './result.ts'
import type { Output } from './result.ts'
import { warnOfArguments, warnOfMisplacedTags, warnOfTags } from './warnings.ts'
import type { Workshop } from './workshop.ts'

const wellFormed = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/

/** The tool that an exported function is; undefined for what is no function, is hidden, or has an error. */
export function readTool(exported: ModuleExport, shop: Workshop): CompiledTool | undefined {
  const { comment, type } = exported
  const signatures = type.getCallSignatures()
  const [signature] = signatures
  if (signature === undefined || (comment !== undefined && hasTag(comment, 'internal'))) return undefined
  const name = nameOf(exported, shop)
  shop.reporter.tool = name
  const isSound = checkShape(signatures, exported, shop)
  const tool = isSound ? compile(name, signature, { exported, shop }) : undefined
  shop.reporter.tool = undefined
  return tool
}

interface Making {
  readonly exported: ModuleExport
  readonly shop: Workshop
}

function compile(name: string, signature: ts.Signature, making: Making): CompiledTool | undefined {
  const { exported, shop } = making
  const { comment, declaration, key, module } = exported
  const callee: Callee = { signature, comment, commented: exported.commented, at: declaration }
  const inputs = readInputs(callee, shop)
  const output = readOutput(callee, shop)
  if (inputs === undefined || output === undefined) return undefined
  const { inputSchema, parameters } = inputs
  warnOfArguments({ schema: inputSchema, comment, placeOf: inputs.placeOf }, shop.reporter)
  const documented = comment && fromComment(comment, { ...making, inputs, output })
  const { description, annotations, title: said, ...rest } = documented ?? {}
  const { title = said, ...config } = literalConfig(exported, shop)
  return {
    name,
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    inputSchema,
    ...output,
    ...(annotations === undefined ? {} : { annotations }),
    ...config,
    module,
    export: key,
    parameters,
    ...(parameters.some(({ kind }) => kind === 'context') ? fromBody(making) : {}),
    ...rest,
  }
}

/** What the body says that uses its context. */
function fromBody({ exported, shop }: Making): Pick<CompiledTool, 'steps'> {
  const body = bodyOf(exported)
  reportTraps(body, { scene: shop, search: createSearch(shop), reporter: shop.reporter })
  return marksSteps(body, shop) ? { steps: true } : {}
}

type Documented = Partial<
  Pick<CompiledTool, 'description' | 'title' | 'annotations' | 'idempotency' | 'requests' | 'ignored'>
>

/** All that the comment of a function says of the tool. */
function fromComment(comment: Comment, found: Making & { inputs: Inputs; output: Output }): Documented {
  const { reporter } = found.shop
  const at = found.exported.commented
  warnOfTags(comment, at, reporter)
  warnOfMisplacedTags(comment, at, reporter)
  const idempotency = idempotencyOf({
    comment,
    schema: found.inputs.inputSchema,
    computed: found.inputs.computed,
    report: (severity, code, { message, block }) =>
      reporter[severity === 'error' ? 'error' : 'warn'](code, message, { at, pos: block.pos }),
  })
  for (const { written, text, pos } of unclearHints(comment)) {
    const message = `@${written} is followed by nothing, true or false, not by ${JSON.stringify(text)}.`
    reporter.error('constraint', message, { at, pos })
  }
  const title = tagText(comment, 'title')
  const description = descriptionOf(comment, found.output.outputSchema !== undefined)
  const annotations = annotationsOf(comment, idempotency)
  const requests = requestsOf(comment)
  const ignored = ignoredOf(comment)
  return {
    ...(title === undefined ? {} : { title }),
    ...(description === '' ? {} : { description }),
    ...(annotations === undefined ? {} : { annotations }),
    ...(idempotency === undefined ? {} : { idempotency }),
    ...(requests === undefined ? {} : { requests }),
    ...(ignored === undefined ? {} : { ignored }),
  }
}

/** What has no place of its own on the wire joins the words: the result without a schema, and that a tool is outdated. */
function descriptionOf(comment: Comment, hasOutput: boolean): string {
  const returns = hasOutput ? undefined : returnsOf(comment)
  const outdated = hasTag(comment, 'deprecated')
    ? `Deprecated: ${tagText(comment, 'deprecated') ?? 'do not use it.'}`
    : ''
  const parts = [proseOf(comment), returns === undefined ? '' : `Returns: ${returns}`, outdated]
  return parts.filter((text) => text !== '').join('\n\n')
}

const nameless = 'default'

/** The name of the export; a default export has that of its function. */
function nameOf(exported: ModuleExport, { compiler }: Workshop): string {
  const { key, declaration, comment } = exported
  const chosen = comment && tagText(comment, 'name')
  if (chosen !== undefined) return chosen
  if (key !== nameless) return key
  const named = [declaration, bodyOf(exported)].find(
    (node) => compiler.isFunctionDeclaration(node) || compiler.isVariableDeclaration(node),
  )
  return named?.name === undefined ? nameless : named.name.getText()
}

function checkShape(
  signatures: readonly ts.Signature[],
  { comment, declaration, key }: ModuleExport,
  { reporter }: Workshop,
): boolean {
  const at = declaration
  const name = reporter.tool ?? key
  if (comment === undefined || proseOf(comment) === '') {
    const advice = 'Describe it in a doc comment, or mark it @internal.'
    reporter.warn('undocumented-export', `${key} is exported without a description. ${advice}`, { at })
  }
  if (name === nameless) {
    reporter.error('bad-name', 'A default export is named by its function or by @name, and this has neither.', { at })
  } else if (!wellFormed.test(name)) {
    reporter.error(
      'bad-name',
      `A tool cannot be named ${JSON.stringify(name)}: 1 to 64 of A-Z a-z 0-9 _ -, beginning with a letter or _.`,
      { at },
    )
  }
  if (signatures.length > 1)
    reporter.error('overloads', `${key} has overloads; a tool has one list of parameters.`, { at })
  const isGeneric = signatures.some(({ typeParameters }) => typeParameters !== undefined)
  if (isGeneric) reporter.error('generic', `${key} has type parameters; a tool has one schema.`, { at })
  return name !== nameless && wellFormed.test(name) && signatures.length === 1 && !isGeneric
}
