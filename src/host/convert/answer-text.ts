import type { ModelAnswer, ModelPart } from './parts.ts'
import { note, typeText } from './results/notes.ts'

/** The texts of an answer as one: never empty where something comes with it. */
export function answerText({ parts }: Pick<ModelAnswer, 'parts'>): string {
  const text = parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('\n')
  return text.trim() === '' && parts.some(({ kind }) => kind !== 'text') ? attached : text
}

/** Some providers take an answer from its one text, and none of them an empty one. */
const attached = 'See what is attached.'

/** The texts of an answer on a wire that has no flag for failures: its first words say it. */
export function flaggedText(answer: Pick<ModelAnswer, 'parts' | 'isError'>): string {
  return answer.isError ? `The call failed.\n${answerText(answer)}` : answerText(answer)
}

/** Texts first of all that must not be empty. */
export function isBlank(part: ModelPart): boolean {
  return part.kind === 'text' && part.text.trim() === ''
}

/** An answer as a wire holds it: with a text where it has files, and with words for the files that it cannot have. */
export function heldAnswer(answer: ModelAnswer, holdsFiles = true): ModelAnswer {
  const parts = answer.parts
    .filter((part) => !isBlank(part))
    .map((part) => (part.kind === 'text' || holdsFiles ? part : leftOut(part)))
  const isWithoutText = parts.length > 0 && parts.every(({ kind }) => kind !== 'text')
  return { ...answer, parts: isWithoutText ? [{ kind: 'text', text: attached }, ...parts] : parts }
}

function leftOut({ mimeType }: Exclude<ModelPart, { readonly kind: 'text' }>): ModelPart {
  return { kind: 'text', text: note(typeText(mimeType), 'left out: this answer cannot hold it') }
}
