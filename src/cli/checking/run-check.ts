import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { check, confusionOf, reportGithub, reportSarif, reportText, rules, showConfusion } from '../../check/index.ts'
import type { Confusion, Report, Subject } from '../../check/index.ts'
import type { Invocation, Io } from '../command.ts'
import { version } from '../package.ts'
import { excerptsFrom } from './excerpts.ts'
import { loadBaseline, lockName, saveBaseline, saveLock, withLock } from './kept-files.ts'
import { withRequests } from './requests-file.ts'
import { readSettings } from './settings.ts'
import type { FailOn, Settings } from './settings.ts'
import { openSubjects } from './subjects.ts'

/** Looks, asks the rules, reports. Gives the exit code. */
export async function runCheck(invocation: Invocation, io: Io): Promise<number> {
  const settings = readSettings(invocation, io.cwd)
  const probing = settings.probe ? { options: { all: settings.probeAll }, env: io.env } : undefined
  const { subjects: opened, unreachable } = await openSubjects(invocation, probing, io)
  for (const said of unreachable) io.err(said)
  if (opened.every(({ tools }) => tools.length === 0)) {
    if (unreachable.length === 0) io.err('There is no tool here to check.')
    return 2
  }
  const subjects = complete(opened, settings, io.cwd)
  const report = judge(subjects, settings, io.cwd)
  keep(report, opened, { settings, io })
  write(render(report, subjects, { settings, io }), settings, io)
  if (unreachable.length > 0) return 2
  return !settings.updateBaseline && isFailed(report, settings.failOn) ? 1 : 0
}

interface Setting {
  readonly settings: Settings
  readonly io: Io
}

/** Writes what the next check is compared with. */
function keep(report: Report, opened: readonly Subject[], { settings, io }: Setting): void {
  if (settings.lock) {
    saveLock(opened, io.cwd)
    io.err(`${lockName} holds ${opened.map(({ name }) => name).join(', ')} as accepted.`)
  }
  if (settings.updateBaseline && settings.baseline !== undefined) saveBaseline(settings.baseline, report, io.cwd)
}

function complete(opened: readonly Subject[], { requests, locked }: Settings, cwd: string): readonly Subject[] {
  const asked = requests === undefined ? opened : withRequests(opened, requests, cwd)
  return locked ? withLock(asked, cwd) : asked
}

function judge(subjects: readonly Subject[], settings: Settings, cwd: string): Report {
  const { baseline, updateBaseline, pedantic, profiles, severities, exceptions } = settings
  return check(subjects, {
    rules,
    pedantic,
    profiles,
    severities,
    exceptions,
    ...(baseline !== undefined && { baseline: loadBaseline(baseline, cwd, updateBaseline) }),
  })
}

const colors = { error: 31, warning: 33, info: 36 } as const

function render(report: Report, subjects: readonly Subject[], { settings, io }: Setting): string {
  switch (settings.format) {
    case 'json':
      return JSON.stringify({ ...report, ...confusabilityOf(subjects, settings) }, undefined, 2)
    case 'sarif':
      return JSON.stringify(reportSarif(report, { rules, version: version(), fallback: lockName }), undefined, 2)
    case 'github':
      return reportGithub(report)
    case 'text': {
      const isPainted = settings.output === undefined && process.stdout.isTTY && io.env['NO_COLOR'] === undefined
      const text = reportText(report, {
        excerptOf: excerptsFrom(subjects, io.cwd),
        ...(isPainted && { paint: (word, severity) => `\u001B[${colors[severity]}m${word}\u001B[39m` }),
      })
      return settings.confusion
        ? [...subjects.map((each) => showConfusion(confusionOf(each))), text].join('\n\n')
        : text
    }
  }
}

/** For who asked for it, or declared requests to test. */
function confusabilityOf(
  subjects: readonly Subject[],
  { confusion }: Settings,
): { confusability?: readonly Confusion[] } {
  const asked = subjects.filter(({ tools }) => confusion || tools.some(({ requests }) => requests !== undefined))
  return asked.length === 0 ? {} : { confusability: asked.map(confusionOf) }
}

function write(text: string, { output }: Settings, io: Io): void {
  if (output !== undefined) writeFileSync(resolve(io.cwd, output), `${text}\n`)
  else if (text !== '') io.out(text)
}

function isFailed({ summary }: Report, failOn: FailOn): boolean {
  switch (failOn) {
    case 'never':
      return false
    case 'error':
      return summary.error > 0
    case 'warning':
      return summary.error + summary.warning > 0
    case 'info':
      return summary.error + summary.warning + summary.info > 0
  }
}
