/** Stands for a line end within one message, while it is typed and shown on one line. */
export const lineSign = '⏎'

const begin = '\u001B[200~'
const end = '\u001B[201~'

/** Asks a terminal to say what is pasted, and no longer. */
export const pasteMarks = { on: '\u001B[?2004h', off: '\u001B[?2004l' } as const

/**
 * What is typed, a piece at a time, with the line ends of pastes as `lineSign`, so that a paste of many lines is one
 * message. Where the terminal does not mark pastes, lines that come at once are one.
 */
export function createPasteReader(): (piece: string) => string {
  let isPasting = false
  let held = ''
  return function read(piece): string {
    let rest = `${held}${piece}`
    held = ''
    let typed = ''
    while (rest !== '') {
      const mark = isPasting ? end : begin
      const at = rest.indexOf(mark)
      if (at < 0) {
        held = isPasting ? startOf(end, rest) : ''
        const said = rest.slice(0, rest.length - held.length)
        return `${typed}${isPasting ? pasted(said) : atOnce(said)}`
      }
      const said = rest.slice(0, at)
      typed += isPasting ? pasted(said) : said
      isPasting = !isPasting
      rest = rest.slice(at + mark.length)
    }
    return typed
  }
}

/** The start of a mark that a text ends with: its end may come with the next piece. */
function startOf(mark: string, text: string): string {
  for (let length = mark.length - 1; length > 0; length -= 1)
    if (text.endsWith(mark.slice(0, length))) return mark.slice(0, length)
  return ''
}

/** Nothing in a paste is a key. */
function pasted(text: string): string {
  return text
    .replaceAll(/\r\n|[\r\n]/g, lineSign)
    .replaceAll('\t', '    ')
    .replaceAll(/\p{Cc}/gu, '')
}

function atOnce(text: string): string {
  const last = /[\r\n]+$/.exec(text)?.index ?? text.length
  const said = text.slice(0, last)
  if (!/[\r\n]/.test(said)) return text
  return `${said.replaceAll(/\r\n|[\r\n]/g, lineSign)}${text.slice(last, last + 1)}`
}
