import { lineText } from '../../host/index.ts'
import type { ServerState } from '../../host/index.ts'

/** How it stands with a server, for a person; undefined while it starts. */
export function stateLine(state: ServerState): string | undefined {
  switch (state.kind) {
    case 'starting':
      return undefined
    case 'failed':
      return `not connected: ${lineText(state.reason)}`
    case 'unaccepted':
      return `not started: nobody has accepted ${lineText(state.identity.command)}`
    case 'ready': {
      const { standing, tools } = state.subject
      if (standing.kind === 'unreviewed') return 'nobody has looked at it yet: verbnoun gate review'
      const changed = standing.kind === 'pinned' ? standing.differences.length : 0
      const told = changed === 0 ? '' : `; ${changed} changed since it was accepted: verbnoun gate review`
      return `${tools.size} tools${told}`
    }
  }
}
