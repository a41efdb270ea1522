import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Requests, Subject } from '../../check/index.ts'
import { isObject } from '../../tool/index.ts'
import type { UnknownObject } from '../../tool/index.ts'
import { UsageError } from '../command.ts'
import { parseYaml } from './settings.ts'

/**
 * Adds the requests of a YAML file to the tools that it names, beside those of their sources:
 * `order_status: { for: ["where is my parcel?"], notFor: [] }`. A list alone is `for`.
 */
export function withRequests(subjects: readonly Subject[], name: string, cwd: string): readonly Subject[] {
  const path = resolve(cwd, name)
  if (!existsSync(path)) throw new UsageError(`There is no file of requests ${name}.`)
  const value = parseYaml(readFileSync(path, 'utf8'), name)
  if (!isObject(value)) throw new UsageError(`${name} wants the names of tools, each with its requests.`)
  const names = new Set(subjects.flatMap(({ tools }) => tools.map((tool) => tool.name)))
  const odd = Object.keys(value).find((tool) => !names.has(tool))
  if (odd !== undefined) throw new UsageError(`${name} names the tool ${odd}, which is not there.`)
  return subjects.map((subject) => ({
    ...subject,
    tools: subject.tools.map((tool) => {
      if (!Object.hasOwn(value, tool.name)) return tool
      const { for: own = [], notFor = [] } = tool.requests ?? {}
      const added = readRequests(value[tool.name])
      return { ...tool, requests: { for: [...own, ...added.for], notFor: [...notFor, ...added.notFor] } }
    }),
  }))
}

function readRequests(value: unknown): Requests {
  if (!isObject(value)) return { for: textsOf(value), notFor: [] }
  const { for: wanted, notFor }: UnknownObject = value
  return { for: textsOf(wanted), notFor: textsOf(notFor) }
}

function textsOf(value: unknown): string[] {
  return [value].flat().filter((text) => typeof text === 'string')
}
