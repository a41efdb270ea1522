import type { Finding, Report } from '../report.ts'

const commands = { error: 'error', warning: 'warning', info: 'notice' } as const

/**
 * Workflow commands that GitHub Actions shows beside the lines of a pull request, one a line.
 * https://docs.github.com/actions/reference/workflow-commands-for-github-actions
 */
export function reportGithub({ findings }: Report): string {
  return findings.map(annotationOf).join('\n')
}

function annotationOf({ severity, message, fix, location, rule, subject, tool }: Finding): string {
  const about = tool === null ? subject : `${subject}: ${tool}`
  const properties = Object.entries({
    file: location?.file,
    line: location?.line,
    col: location?.column,
    title: `${rule} (${about})`,
  })
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}=${escapeProperty(String(value))}`)
  return `::${commands[severity]} ${properties.join(',')}::${escapeData(`${message} ${fix}`)}`
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
