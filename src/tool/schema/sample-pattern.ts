/**
 * A string that a regular expression matches, for the expressions people write of ids, codes and dates: literals,
 * classes, groups, choices and counts. Undefined for the rest (look-around, back-references, negated classes).
 */
export function samplePattern(pattern: string): string | undefined {
  const reader = { rest: pattern }
  const sample = readChoice(reader)
  return sample !== undefined && reader.rest === '' && new RegExp(pattern, 'u').test(sample) ? sample : undefined
}

interface Reader {
  rest: string
}

/** Takes the first alternative; the others are read to find the end. */
function readChoice(reader: Reader): string | undefined {
  const first = readSequence(reader)
  while (take(reader, /^\|/) !== undefined) readSequence(reader)
  return first
}

function readSequence(reader: Reader): string | undefined {
  let sample = ''
  while (reader.rest !== '' && !/^[|)]/.test(reader.rest)) {
    const atom = readAtom(reader)
    if (atom === undefined) return undefined
    sample += atom.repeat(readCount(reader))
  }
  return sample
}

function readAtom(reader: Reader): string | undefined {
  if (take(reader, /^[\^$]|^\\b/) !== undefined) return ''
  if (take(reader, /^\((\?:|\?<\w+>)?(?!\?)/) !== undefined) {
    const sample = readChoice(reader)
    return take(reader, /^\)/) === undefined ? undefined : sample
  }
  const set = take(reader, /^\[(?!\^)(?:\\.|[^\]\\])+\]/)
  if (set !== undefined) return sampleSet(set.slice(1, -1))
  const escaped = take(reader, /^\\./)
  if (escaped !== undefined) return sampleEscape(escaped)
  return take(reader, /^\./) === undefined ? take(reader, /^[^()[\]{}*+?\\]/u) : 'a'
}

function sampleSet(set: string): string | undefined {
  const [first = ''] = /^\\.|^./u.exec(set) ?? []
  return first.startsWith('\\') ? sampleEscape(first) : first
}

function sampleEscape(escaped: string): string | undefined {
  const letter = escaped.slice(1)
  if (letter === 'd') return '1'
  if (letter === 'w') return 'a'
  if (letter === 's') return ' '
  return /[A-Za-z0-9]/.test(letter) ? undefined : letter
}

function readCount(reader: Reader): number {
  const count = take(reader, /^(?:\{\d+(?:,\d*)?\}|[*+?])\??/)
  if (count === undefined) return 1
  return count.startsWith('{') ? Number.parseInt(count.slice(1), 10) : count.startsWith('+') ? 1 : 0
}

function take(reader: Reader, shape: RegExp): string | undefined {
  const [taken] = shape.exec(reader.rest) ?? []
  if (taken !== undefined) reader.rest = reader.rest.slice(taken.length)
  return taken
}
