import type { Gate } from '../../host/index.ts'

const own = [
  'You help a person at a terminal, with the tools you are given.',
  'Calls that change something are shown to the person, who may deny them: then say so, and do not try another way.',
  'Say only what you know from the person or from a tool. Answer briefly, in plain text with short lines.',
].join(' ')

/** What the model is told before all else: how it is here, and what the servers say of their tools that a person has accepted. */
export function instructionsFor({ subjects }: Pick<Gate, 'subjects'>): string {
  const theirs = [...subjects.values()].flatMap(({ facts, standing }) => {
    const isAccepted = standing.kind === 'own' || (standing.kind === 'pinned' && standing.differences.length === 0)
    const said = facts.instructions?.trim()
    return isAccepted && said !== undefined && said !== ''
      ? [`The server "${facts.key}" says of its tools:\n${said}`]
      : []
  })
  return [own, ...theirs].join('\n\n')
}
