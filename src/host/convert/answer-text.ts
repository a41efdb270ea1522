import type { ModelAnswer, ModelPart } from './parts.ts'

/** The texts of an answer as one. */
export function answerText({ parts }: Pick<ModelAnswer, 'parts'>): string {
  return parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('\n')
}

/** The texts of an answer on a wire that has no flag for failures: its first words say it. */
export function flaggedText(answer: Pick<ModelAnswer, 'parts' | 'isError'>): string {
  return answer.isError ? `The call failed.\n${answerText(answer)}` : answerText(answer)
}

/** Texts first of all that must not be empty. */
export function isBlank(part: ModelPart): boolean {
  return part.kind === 'text' && part.text.trim() === ''
}
