/** A description in two: what a tool does, and the sentences that draw a line between it and others. */
export interface Divided {
  readonly plain: string
  readonly boundaries: readonly string[]
}

const contrast =
  /\b(?:do not|don['’]t|does not|doesn['’]t|not (?:for|to|intended|meant|where|what|how)|never|instead|unlike|rather than|as opposed to|only (?:for|when|if)|nicht|sondern|stattdessen|au lieu|pas pour|en lugar|no (?:para|usar))\b|不要|不是|请勿|而非|改用|代わり|ではなく|ません/iu

/** Takes the sentences of contrast out: what a tool is not says nothing of what it is, and a repair must count as one. */
export function divide(description: string): Divided {
  const plain: string[] = []
  const boundaries: string[] = []
  for (const sentence of sentencesOf(description)) {
    if (contrast.test(sentence)) boundaries.push(sentence.trim())
    else plain.push(sentence)
  }
  return plain.join('').trim() === '' ? { plain: description, boundaries } : { plain: plain.join(''), boundaries }
}

/** The sentences of a text with what stands between them; a list item or a line of its own is one. */
export function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?]\s)|(?<=[。！？])|(?<=\n)(?=[ \t]*(?:[-*•]|\n|\p{Lu}))/u)
}
