import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { readLock, writeLock } from '../../check/index.ts'
import type { Lock, Report, Subject } from '../../check/index.ts'
import { isObject, parseJson } from '../../tool/index.ts'
import { UsageError } from '../command.ts'

/** The accepted surface of the servers of a project. */
export const lockName = 'verbnoun.lock'

function loadLock(cwd: string): Lock | undefined {
  const path = resolve(cwd, lockName)
  if (!existsSync(path)) return undefined
  const lock = readLock(readFileSync(path, 'utf8'))
  if (lock === undefined) throw new UsageError(`${lockName} cannot be read; write it anew: verbnoun check --lock.`)
  return lock
}

/** Each server with its accepted tools; one that was never accepted has none. */
export function withLock(subjects: readonly Subject[], cwd: string): readonly Subject[] {
  const lock = loadLock(cwd)
  if (lock === undefined)
    throw new UsageError(`There is no ${lockName} here; write it first: verbnoun check TARGET --lock.`)
  return subjects.map((subject) => ({ ...subject, locked: lock.get(subject.name) ?? [] }))
}

/** Accepts the tools as they are, beside those of other servers. */
export function saveLock(subjects: readonly Subject[], cwd: string): void {
  writeFileSync(resolve(cwd, lockName), writeLock(subjects, loadLock(cwd)))
}

/** The fingerprints of findings that were there before. A file that is not there yet holds none when it is to be written. */
export function loadBaseline(name: string, cwd: string, mayLack: boolean): ReadonlySet<string> {
  const path = resolve(cwd, name)
  if (!existsSync(path) && mayLack) return new Set()
  if (!existsSync(path)) {
    throw new UsageError(
      `There is no baseline ${name}; write it first: verbnoun check TARGET --baseline ${name} --update-baseline.`,
    )
  }
  const value = parseJson(readFileSync(path, 'utf8'))
  const list: unknown = isObject(value) ? value['findings'] : undefined
  if (!Array.isArray(list)) throw new UsageError(`${name} is no baseline; --update-baseline writes it anew.`)
  return new Set(list.flatMap((each: unknown) => (isObject(each) ? [String(each['fingerprint'])] : [])))
}

/** Keeps every finding of now, so that only later ones count. */
export function saveBaseline(name: string, { findings, suppressed }: Report, cwd: string): void {
  const old = suppressed.filter(({ by }) => by === 'baseline')
  const kept = [...findings, ...old].map(({ fingerprint, rule, subject, tool }) => ({
    fingerprint,
    rule,
    subject,
    tool,
  }))
  writeFileSync(resolve(cwd, name), `${JSON.stringify({ version: 1, findings: kept }, undefined, 2)}\n`)
}
