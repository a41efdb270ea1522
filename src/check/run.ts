import { digest } from '../tool/index.ts'
import type { Profile } from './profile.ts'
import type { Finding, Report, Suppressed } from './report.ts'
import type { Observation, Rule, Severity } from './rule.ts'
import type { Subject } from './subject.ts'

/** What a team decided about one rule, on some tools or all. */
export interface Exception {
  readonly rule: string
  /** Absent: every tool. */
  readonly tool?: string
  /** Absent: every server. */
  readonly subject?: string
  readonly reason: string
}

export interface CheckOptions {
  readonly rules: readonly Rule[]
  /** Also the rules that are right less often. */
  readonly pedantic?: boolean
  readonly profiles?: readonly Profile[]
  /** Other severities than the rules' own; `off` does not ask. A rule that is named here is asked in any case. */
  readonly severities?: Readonly<Record<string, Severity | 'off'>>
  readonly exceptions?: readonly Exception[]
  /** Fingerprints of findings that were there before. */
  readonly baseline?: ReadonlySet<string>
}

/** Asks each rule about each server. Findings stand in the order of servers, tools and rules. */
export function check(subjects: readonly Subject[], options: CheckOptions): Report {
  const found: Raw[] = []
  for (const rule of options.rules.filter((each) => isAsked(each, options))) {
    const severity = severityOf(rule, options)
    for (const raw of observe(rule, subjects, options)) found.push({ ...raw, severity })
  }
  const findings: Finding[] = []
  const suppressed: Suppressed[] = []
  const seen = new Map<string, number>()
  for (const raw of inOrder(found, subjects)) {
    const finding = describe(raw, seen)
    const excuse = excuseOf(raw, finding, options)
    if (excuse === undefined) findings.push(finding)
    else suppressed.push({ ...finding, ...excuse })
  }
  return reportOf(subjects, findings, suppressed)
}

/** A report over more findings, such as those of a lock file. */
export function reportOf(
  subjects: readonly Subject[],
  findings: readonly Finding[],
  suppressed: readonly Suppressed[],
): Report {
  const count = (severity: Severity): number => findings.filter((finding) => finding.severity === severity).length
  return {
    version: 1,
    subjects: subjects.map(({ name, tools, place }) => ({
      name,
      tools: tools.length,
      ...(place !== undefined && { place }),
    })),
    findings,
    suppressed,
    incomplete: subjects.flatMap(({ name, incomplete = [] }) => incomplete.map((said) => `${name}: ${said}`)),
    summary: {
      tools: subjects.reduce((sum, { tools }) => sum + tools.length, 0),
      error: count('error'),
      warning: count('warning'),
      info: count('info'),
      suppressed: suppressed.length,
    },
  }
}

interface Raw {
  readonly rule: Rule
  readonly severity: Severity
  readonly subject: Subject
  readonly seen: Observation
}

function isAsked(rule: Rule, { pedantic = false, profiles = [], severities = {} }: CheckOptions): boolean {
  const wanted = Object.hasOwn(severities, rule.id) ? severities[rule.id] : undefined
  if (wanted !== undefined) return wanted !== 'off'
  switch (rule.set) {
    case 'default':
      return true
    case 'pedantic':
      return pedantic
    case 'target':
      return profiles.length > 0
  }
}

function severityOf({ id, severity }: Rule, { severities = {} }: CheckOptions): Severity {
  const wanted = Object.hasOwn(severities, id) ? severities[id] : undefined
  return wanted === undefined || wanted === 'off' ? severity : wanted
}

function* observe(rule: Rule, subjects: readonly Subject[], options: CheckOptions): Iterable<Omit<Raw, 'severity'>> {
  if (rule.scope === 'fleet') {
    for (const seen of rule.check(subjects)) if (seen.subject !== undefined) yield { rule, subject: seen.subject, seen }
    return
  }
  for (const subject of subjects) {
    const context = { subject, profiles: options.profiles ?? [] }
    if (rule.scope === 'server') {
      for (const seen of rule.check(subject, context)) yield { rule, subject, seen }
      continue
    }
    for (const tool of subject.tools)
      for (const seen of rule.check(tool, context)) yield { rule, subject, seen: { tool, ...seen } }
  }
}

function inOrder(found: readonly Raw[], subjects: readonly Subject[]): Raw[] {
  const orders = new Map(subjects.map((subject, index) => [subject, index]))
  const places = new Map(subjects.flatMap(({ tools }) => tools.map((tool, index) => [tool, index])))
  const placed = found.map((raw) => ({
    raw,
    order: orders.get(raw.subject) ?? 0,
    place: raw.seen.tool === undefined ? -1 : (places.get(raw.seen.tool) ?? -1),
  }))
  return placed.toSorted((one, other) => one.order - other.order || one.place - other.place).map(({ raw }) => raw)
}

function describe({ rule, severity, subject, seen }: Raw, before: Map<string, number>): Finding {
  const { tool, at = '', message, fix = rule.fix, related = [] } = seen
  const location = seen.place ?? tool?.place ?? subject.place
  return {
    rule: rule.id,
    severity,
    message,
    fix,
    subject: subject.name,
    tool: tool?.name ?? null,
    at,
    ...(location !== undefined && { location }),
    related,
    fingerprint: fingerprintOf([rule.id, subject.name, tool?.name ?? '', at], before),
  }
}

/** What is equal in all that counts is told apart by its turn. */
export function fingerprintOf(parts: readonly string[], before: Map<string, number>): string {
  const key = parts.map((part) => part.toWellFormed()).join('\n')
  const turn = before.get(key) ?? 0
  before.set(key, turn + 1)
  return digest([...parts.map((part) => part.toWellFormed()), turn]).slice(0, 16)
}

function excuseOf(
  { rule, subject, seen }: Raw,
  { fingerprint }: Finding,
  { exceptions = [], baseline }: CheckOptions,
): Pick<Suppressed, 'reason' | 'by'> | undefined {
  const own = seen.ignored ?? seen.tool?.ignored?.find((ignored) => ignored.rule === rule.id)?.reason
  if (own !== undefined) return { reason: own, by: 'source' }
  const exception = exceptions.find(
    (each) =>
      each.rule === rule.id &&
      (each.tool === undefined || each.tool === seen.tool?.name) &&
      (each.subject === undefined || each.subject === subject.name),
  )
  if (exception !== undefined) return { reason: exception.reason, by: 'config' }
  return baseline?.has(fingerprint) === true ? { reason: 'it was there before', by: 'baseline' } : undefined
}
