const strict = new TextDecoder('utf-8', { fatal: true })

/** The text of these bytes, or undefined where they are no UTF-8. */
export function decodeUtf8(bytes: Buffer): string | undefined {
  const text = bytes.toString()
  return text.includes('\uFFFD') ? decodeStrictly(bytes) : text
}

/** A replacement character may stand for a broken byte, or for itself. */
function decodeStrictly(bytes: Buffer): string | undefined {
  try {
    return strict.decode(bytes)
  } catch {
    return undefined
  }
}
