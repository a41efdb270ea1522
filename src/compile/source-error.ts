/** What stops everything: a file that is missing, does not parse, does not bundle, or throws when it is loaded. */
export class SourceError extends Error {
  override readonly name: string = 'SourceError'
}
