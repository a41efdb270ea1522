import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readTools } from '../../src/check/index.ts'
import type { Subject } from '../../src/check/index.ts'

/** Third-party tool definitions, which are never copied here. https://github.com/icip-cas/LiveMCPBench and others. */
export const corpora = ['livemcpbench', 'github', 'azure'] as const
export type Corpus = (typeof corpora)[number]

const cases = process.env['VERBNOUN_CASES'] ?? '../shared/cases'
const folder = [resolve(cases, 'check'), resolve(cases)].find((path) => existsSync(join(path, 'azure.jsonl')))

/** Where they are absent the tests skip. */
export const isMissing: boolean = folder === undefined

/** The servers of a corpus. What has no schema there (Azure) gets an empty one: it was not part of the capture. */
export function subjectsOf(corpus: Corpus): Subject[] {
  const rows = readFileSync(join(folder ?? '', `${corpus}.jsonl`), 'utf8').split('\n')
  const servers = new Map<string, object[]>()
  for (const row of rows.filter((line) => line !== '')) {
    const tool: { server: string; inputSchema?: object } = JSON.parse(row)
    const tools = servers.get(tool.server) ?? []
    tools.push({ inputSchema: { type: 'object' }, ...tool })
    servers.set(tool.server, tools)
  }
  return Array.from(servers, ([name, tools]) => ({ name, tools: readTools(tools)?.tools ?? [] }))
}
