import type { UnknownObject } from '../../tool/index.ts'
import type { Finding, Report, Suppressed } from '../report.ts'
import type { Rule } from '../rule.ts'
import type { Place } from '../subject.ts'

export interface SarifOptions {
  /** Every rule that a finding may name. */
  readonly rules: readonly Rule[]
  /** Of Verbnoun. */
  readonly version: string
  /** Named where a finding has no file: code scanning shows nothing that has no place. */
  readonly fallback: string
}

const levels = { error: 'error', warning: 'warning', info: 'note' } as const
const home = 'https://www.npmjs.com/package/verbnoun'

/** A report as SARIF 2.1.0, for code scanning. https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html */
export function reportSarif(report: Report, options: SarifOptions): UnknownObject {
  const results = [...report.findings, ...report.suppressed]
  const named = options.rules.filter(({ id }) => results.some(({ rule }) => rule === id))
  const indexes = new Map(named.map(({ id }, index) => [id, index]))
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'verbnoun',
            version: options.version,
            semanticVersion: options.version,
            informationUri: home,
            rules: named.map(describeRule),
          },
        },
        columnKind: 'utf16CodeUnits',
        invocations: [
          {
            executionSuccessful: true,
            toolExecutionNotifications: report.incomplete.map((text) => ({ level: 'note', message: { text } })),
          },
        ],
        results: results.map((finding) => describeResult(finding, indexes.get(finding.rule), options)),
      },
    ],
  }
}

function describeRule({ id, says, because, fix, severity, kind, see, set }: Rule): UnknownObject {
  return {
    id,
    name: id.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase()),
    shortDescription: { text: says },
    fullDescription: { text: because },
    help: {
      text: `${because} ${fix}`,
      markdown: `${because}\n\n**Fix:** ${fix}${see === undefined ? '' : `\n\n${see}`}`,
    },
    defaultConfiguration: { level: levels[severity], enabled: set === 'default' },
    properties: { kind, tags: ['mcp', set] },
  }
}

function describeResult(
  finding: Finding | Suppressed,
  ruleIndex: number | undefined,
  options: SarifOptions,
): UnknownObject {
  const { rule, severity, message, fix, location, subject, tool, related, fingerprint } = finding
  const place = location ?? { file: options.fallback }
  const name = tool === null ? subject : `${subject}/${tool}`
  return {
    ruleId: rule,
    ...(ruleIndex !== undefined && { ruleIndex }),
    level: levels[severity],
    message: { text: `${message} ${fix}` },
    locations: [
      {
        physicalLocation: physical(place),
        logicalLocations: [
          { name: tool ?? subject, fullyQualifiedName: name, kind: tool === null ? 'module' : 'function' },
        ],
      },
    ],
    ...(related.length > 0 && {
      relatedLocations: related.map(({ message: text, place: other }, id) => ({
        id,
        message: { text },
        ...(other !== undefined && { physicalLocation: physical(other) }),
      })),
    }),
    partialFingerprints: { 'verbnoun/v1': fingerprint },
    ...('by' in finding && {
      suppressions: [
        { kind: finding.by === 'source' ? 'inSource' : 'external', status: 'accepted', justification: finding.reason },
      ],
    }),
  }
}

function physical({ file, line = 1, column }: Place): UnknownObject {
  return {
    artifactLocation: { uri: file.split('/').map(encodeURIComponent).join('/'), uriBaseId: '%SRCROOT%' },
    region: { startLine: line, ...(column !== undefined && { startColumn: column }) },
  }
}
