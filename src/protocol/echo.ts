const echoLimit = 100

/** What was sent, as an error repeats it: its beginning, where it is long. */
export function echo(sent: string): string {
  return sent.length > echoLimit ? `${sent.slice(0, echoLimit - 1)}…`.toWellFormed() : sent
}
