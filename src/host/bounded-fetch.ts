/** In bytes. */
const longestAnswer = 32 * 1024 * 1024

/** Fetches as `fetch` does, and ends an answer or an event that is longer than 32 MiB. */
export async function boundedFetch(input: string | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init)
  if (response.body === null) return response
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true
  return copyOf(response, response.body.pipeThrough(limit(isStream)))
}

/** A stream of events goes on for as long as it likes; only a line of it has an end. */
function limit(isStream: boolean): TransformStream<Uint8Array, Uint8Array> {
  const newline = 10
  let length = 0
  return new TransformStream({
    transform(chunk, controller) {
      const last = isStream ? chunk.lastIndexOf(newline) : -1
      length = last === -1 ? length + chunk.length : chunk.length - last - 1
      if (length > longestAnswer) controller.error(new RangeError(`The answer is longer than ${longestAnswer} bytes.`))
      else controller.enqueue(chunk)
    },
  })
}

/** With the members of the original that a constructed response lacks. */
function copyOf(response: Response, body: ReadableStream<Uint8Array>): Response {
  const { status, statusText, headers, url, redirected } = response
  const copy = new Response(body, { status, statusText, headers })
  return Object.defineProperties(copy, { url: { value: url }, redirected: { value: redirected } })
}
