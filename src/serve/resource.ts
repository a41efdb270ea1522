import type { ContentAnnotations, ToolContext, UnknownObject } from '../tool/index.ts'

/** The content of a resource as it goes on the wire. https://modelcontextprotocol.io/specification/2026-07-28/schema#textresourcecontents */
export interface ResourceContents {
  /** Default: the URI that was asked for. */
  readonly uri?: string
  /** Default: that of the resource. */
  readonly mimeType?: string
  readonly text?: string
  /** In base64. */
  readonly blob?: string
}

/** What reading gives: a text, bytes, contents, or nothing where there is nothing. */
export type ResourceValue = string | Uint8Array | ResourceContents | readonly ResourceContents[] | undefined

/** What a person or a program may be offered for a variable, given what was typed. */
export type Complete = (
  typed: string,
  others: Readonly<Record<string, string>>,
) => readonly string[] | Promise<readonly string[]>

/** What is said of a resource, and how it is read. */
export interface ResourceOptions {
  readonly name: string
  /** A name for people. */
  readonly title?: string
  readonly description?: string
  readonly mimeType?: string
  /** In bytes. */
  readonly size?: number
  readonly annotations?: ContentAnnotations
  readonly _meta?: UnknownObject
  /** Reads it. Of a template, `variables` has the values that the URI gives them. */
  readonly read: (
    variables: Readonly<Record<string, string>>,
    context: ToolContext,
  ) => ResourceValue | Promise<ResourceValue>
  /** By variable of a template. */
  readonly complete?: Readonly<Record<string, Complete>>
}

/** Something that a client can read, or a template of such things. */
export interface Resource extends ResourceOptions {
  /** A URI, or a URI template. */
  readonly uri: string
}

const brand = Symbol.for('verbnoun.resource')

/** Declares a resource: `export const catalog = resource('shop://catalog', { name: 'catalog', read: () => … })`. */
export function resource(uri: string, options: ResourceOptions): Resource {
  return Object.defineProperty({ ...options, uri }, brand, { value: true })
}

/** Whether a value was made by `resource`, in this copy of the package or in another. */
export function isResource(value: unknown): value is Resource {
  return typeof value === 'object' && value !== null && brand in value
}
