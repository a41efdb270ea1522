import type { SchemaObject } from '../../tool/index.ts'
import type { Compiler, ts } from '../program.ts'
import { commentOf } from './comment.ts'
import { constrain } from './constraints.ts'
import { withoutType } from './parse-comment.ts'
import type { Block, Comment } from './parse-comment.ts'

/** Told of a tag that does not fit. */
export type Misfit = (block: Block, reason: string) => void

/** What a comment says in words: its summary and its remarks. */
export function proseOf({ summary, blocks }: Comment): string {
  const remarks = blocks.filter(({ tag }) => tag === 'remarks').map(({ text }) => text)
  return [summary, ...remarks].filter((text) => text !== '').join('\n\n')
}

/** What a comment says of the result. */
export function returnsOf({ blocks }: Comment): string | undefined {
  const block = blocks.find(({ tag }) => tag === 'returns' || tag === 'return')
  const text = block === undefined ? '' : withoutType(block.text)
  return text === '' ? undefined : text
}

/** The schema with the words and the constraints of a comment. A `$ref` takes no other neighbour than a description. */
export function annotate(schema: SchemaObject, comment: Comment | undefined, misfit: Misfit): SchemaObject {
  if (comment === undefined) return schema
  const narrowed = schema.$ref === undefined ? constrain(schema, comment.blocks, misfit) : schema
  const prose = proseOf(comment)
  return prose === '' ? narrowed : { ...narrowed, description: prose }
}

/** The comment of the first declaration of a symbol that has one. */
export function commentOfSymbol(symbol: ts.Symbol, compiler: Compiler): Comment | undefined {
  for (const declaration of symbol.declarations ?? []) {
    const comment = commentOf(commentedNode(declaration, compiler))
    if (comment !== undefined) return comment
  }
  return undefined
}

/** The node that carries the comment of a declaration: for a constant, its statement. */
export function commentedNode(declaration: ts.Node, compiler: Compiler): ts.Node {
  if (compiler.isVariableDeclaration(declaration) && compiler.isVariableStatement(declaration.parent.parent)) {
    return declaration.parent.parent
  }
  return declaration
}
