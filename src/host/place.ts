/** How a server is started that speaks over its stdin and stdout. */
export interface ServerCommand {
  readonly command: string
  readonly args: readonly string[]
  readonly cwd: string
  /** The whole environment of the process; `process.env` gives it all that this one has. */
  readonly env: Readonly<Record<string, string | undefined>>
}

/** Where a server listens that speaks Streamable HTTP. */
export interface ServerUrl {
  readonly url: string
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>
}

export type ServerPlace = ServerCommand | ServerUrl

/** A place in a person's words: the command line or the URL. */
export function placeName(place: ServerPlace): string {
  return 'url' in place ? place.url : [place.command, ...place.args].join(' ')
}
