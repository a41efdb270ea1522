import type { ResourceLink } from '../../tool/index.ts'

/** What a model does not get as it is, and may ask for by a handle. `data` is base64. */
export type Kept =
  | { readonly kind: 'text'; readonly text: string; readonly description: string }
  | { readonly kind: 'bytes'; readonly data: string; readonly mimeType: string; readonly description: string }
  | { readonly kind: 'link'; readonly link: ResourceLink }

/** Keeps it, and gives the handle by which a model can read it; undefined where it can be read by nobody. */
export type Keep = (item: Kept) => string | undefined

/** The same, with the name under which the model calls the tool that reads handles. */
export type KeepFor = (item: Kept) => { readonly handle: string; readonly reader: string } | undefined
