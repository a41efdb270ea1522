type Env = Readonly<Record<string, string>>

/** A picture as a terminal takes it; undefined: this terminal does not take this picture. */
export type Draw = (bytes: Uint8Array) => string | undefined

/** More is a file's business. In bytes. */
const mostBytes = 8_000_000
const inWindows = ['TMUX', 'STY', 'ZELLIJ']
const inlineFiles: ReadonlySet<string | undefined> = new Set(['iTerm.app', 'WezTerm'])

/** How the terminal that this environment speaks of shows pictures. What stands between it and us would only garble them. */
export function drawingFor(env: Env): Draw | undefined {
  const { TERM, TERM_PROGRAM, LC_TERMINAL, KITTY_WINDOW_ID } = env
  if (TERM === 'dumb' || inWindows.some((name) => (env[name] ?? '') !== '')) return undefined
  if (inlineFiles.has(TERM_PROGRAM) || (TERM_PROGRAM === undefined && LC_TERMINAL === 'iTerm2')) return asInlineFile
  // A terminal inside another one inherits what that one has set, and names itself.
  const isKitty = TERM === 'xterm-kitty' || (TERM_PROGRAM === undefined && (KITTY_WINDOW_ID ?? '') !== '')
  return isKitty || TERM_PROGRAM === 'ghostty' ? asKittyGraphic : undefined
}

const magic = {
  png: [0x89, 0x50, 0x4e, 0x47],
  jpeg: [0xff, 0xd8, 0xff],
  gif: [0x47, 0x49, 0x46, 0x38],
} as const

function isOne(of: keyof typeof magic, bytes: Uint8Array): boolean {
  return magic[of].every((byte, at) => bytes[at] === byte)
}

/** https://iterm2.com/documentation-images.html */
function asInlineFile(bytes: Uint8Array): string | undefined {
  if (bytes.length > mostBytes || !(isOne('png', bytes) || isOne('jpeg', bytes) || isOne('gif', bytes)))
    return undefined
  return `\u001B]1337;File=inline=1;size=${bytes.length}:${base64(bytes)}\u0007`
}

const chunkLength = 4096

/** https://sw.kovidgoyal.net/kitty/graphics-protocol. It takes PNG; `q=2`: it answers nothing. */
function asKittyGraphic(bytes: Uint8Array): string | undefined {
  if (bytes.length > mostBytes || !isOne('png', bytes)) return undefined
  const data = base64(bytes)
  const count = Math.ceil(data.length / chunkLength)
  return Array.from({ length: count }, (_, at) => {
    const keys = at === 0 ? 'a=T,f=100,q=2,' : ''
    const chunk = data.slice(at * chunkLength, (at + 1) * chunkLength)
    return `\u001B_G${keys}m=${at === count - 1 ? 0 : 1};${chunk}\u001B\\`
  }).join('')
}

/** Encoded anew: whatever a server sent as base64, nothing of it ends the sequence. */
function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64')
}
