import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parse } from 'yaml'
import { profiles, rules } from '../../check/index.ts'
import type { Exception, Profile, Severity } from '../../check/index.ts'
import { isObject, nearest } from '../../tool/index.ts'
import type { UnknownObject } from '../../tool/index.ts'
import { UsageError } from '../command.ts'
import type { Invocation } from '../command.ts'

export type Format = 'text' | 'json' | 'sarif' | 'github'
export type FailOn = Severity | 'never'

/** What a check is to do: the options that were typed, over those of the file, over the defaults. */
export interface Settings {
  readonly pedantic: boolean
  readonly profiles: readonly Profile[]
  readonly severities: Readonly<Record<string, Severity | 'off'>>
  readonly exceptions: readonly Exception[]
  readonly failOn: FailOn
  readonly format: Format
  readonly output: string | undefined
  readonly baseline: string | undefined
  readonly updateBaseline: boolean
  readonly lock: boolean
  readonly locked: boolean
  readonly requests: string | undefined
  readonly confusion: boolean
  readonly probe: boolean
  readonly probeAll: boolean
}

/** Read where no other is named and it is there. */
const usual = 'verbnoun.yaml'
const known = ['rules', 'target', 'pedantic', 'failOn', 'baseline', 'requests', 'ignore']

/** Throws a `UsageError` for an option or a file that makes no sense. */
export function readSettings({ options }: Invocation, cwd: string): Settings {
  const file = readFile(options['config'], cwd)
  const baseline = textOf(options['baseline']) ?? textOf(file['baseline'])
  if (options['update-baseline'] === true && baseline === undefined)
    throw new UsageError('--update-baseline wants to know which: --baseline FILE.')
  const targets = typeof options['target'] === 'string' ? options['target'].split(',') : textsOf(file, 'target')
  const isOn = (name: string): boolean => options[name] === true
  return {
    pedantic: isOn('pedantic') || file['pedantic'] === true,
    profiles: targets.map((name) => findProfile(name.trim())),
    severities: readSeverities(file['rules']),
    exceptions: readExceptions(file['ignore']),
    failOn: readFailOn(options['fail-on'] ?? file['failOn'] ?? 'error'),
    format: isOn('json') ? 'json' : readFormat(options['format'] ?? 'text'),
    output: textOf(options['output']),
    baseline,
    updateBaseline: isOn('update-baseline'),
    lock: isOn('lock'),
    locked: isOn('locked'),
    requests: textOf(options['requests']) ?? textOf(file['requests']),
    confusion: isOn('confusion'),
    probe: isOn('probe') || isOn('probe-all'),
    probeAll: isOn('probe-all'),
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** The `check` part of the settings file. */
function readFile(named: unknown, cwd: string): UnknownObject {
  const name = typeof named === 'string' ? named : usual
  const path = resolve(cwd, name)
  if (!existsSync(path)) {
    if (named === undefined) return {}
    throw new UsageError(`There is no settings file ${name}.`)
  }
  const value = parseYaml(readFileSync(path, 'utf8'), name)
  const settings = isObject(value) ? (value['check'] ?? {}) : undefined
  if (!isObject(settings)) throw new UsageError(`${name} holds no settings: write them under "check:".`)
  const odd = Object.keys(settings).find((key) => !known.includes(key))
  if (odd === undefined) return settings
  throw new UsageError(`${name} has no setting "check.${odd}". ${suggest(odd, known)}`)
}

export function parseYaml(text: string, name: string): unknown {
  try {
    const value: unknown = parse(text)
    return value
  } catch (error) {
    throw new UsageError(`${name} is no YAML: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function suggest(name: string, names: readonly string[]): string {
  const near = nearest(name, names)
  return near.length > 0 ? `Did you mean ${near.join(' or ')}?` : `There are ${names.join(', ')}.`
}

function textsOf(settings: UnknownObject, key: string): string[] {
  const value = settings[key]
  return [value].flat().filter((text) => typeof text === 'string')
}

function findProfile(name: string): Profile {
  const found = profiles.find(({ id }) => id === name)
  if (found !== undefined) return found
  throw new UsageError(
    `There is no target "${name}". ${suggest(
      name,
      profiles.map(({ id }) => id),
    )}`,
  )
}

/** A rule by its id. Throws a `UsageError` that names near ones. */
export function requireRule(id: string): (typeof rules)[number] {
  const found = rules.find((rule) => rule.id === id)
  if (found !== undefined) return found
  const names = rules.map((rule) => rule.id)
  const near = nearest(id, names)
  throw new UsageError(
    `There is no rule "${id}". ${near.length > 0 ? `Did you mean ${near.join(' or ')}?` : 'verbnoun explain lists them all.'}`,
  )
}

function readSeverities(value: unknown): Record<string, Severity | 'off'> {
  if (value === undefined) return {}
  if (!isObject(value)) throw new UsageError('check.rules names rules with error, warning, info or off.')
  return Object.fromEntries(
    Object.entries(value).map(([id, said]): [string, Severity | 'off'] => {
      requireRule(id)
      // YAML 1.1 writers take a bare off for false.
      const severity = said === false ? 'off' : said
      if (isSeverity(severity) || severity === 'off') return [id, severity]
      throw new UsageError(`check.rules.${id} is ${JSON.stringify(said)}: write error, warning, info or off.`)
    }),
  )
}

function isSeverity(value: unknown): value is Severity {
  return value === 'error' || value === 'warning' || value === 'info'
}

function readExceptions(value: unknown): Exception[] {
  if (value === undefined) return []
  const list: readonly unknown[] = Array.isArray(value) ? value : [value]
  return list.map((each) => {
    const { rule, tool, server, reason } = isObject(each) ? each : {}
    if (typeof rule !== 'string' || typeof reason !== 'string') {
      throw new UsageError('Each entry of check.ignore wants a rule and a reason, and may name a tool and a server.')
    }
    return {
      rule: requireRule(rule).id,
      reason,
      ...(typeof tool === 'string' && { tool }),
      ...(typeof server === 'string' && { subject: server }),
    }
  })
}

function readFailOn(value: unknown): FailOn {
  if (isSeverity(value) || value === 'never') return value
  throw new UsageError(`--fail-on wants error, warning, info or never, not ${String(value)}.`)
}

function readFormat(value: unknown): Format {
  if (value === 'text' || value === 'json' || value === 'sarif' || value === 'github') return value
  throw new UsageError(`--format wants text, json, sarif or github, not ${String(value)}.`)
}
