import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Listening, listenToFixture } from './built.ts'

interface Peers {
  readonly peers: string
  readonly newerNode: string
  readonly installPeers: () => void
}

const fixture = 'test/conformance/stdio.mjs'
const run = promisify(execFile)
let listening: Listening | undefined
let known: Peers | undefined

beforeAll(async () => {
  const path = '../peers/install.mjs'
  known = await import(path)
  known?.installPeers()
  listening = await listenToFixture()
}, 300_000)
afterAll(() => listening?.close())

async function peer(file: string, ...args: string[]): Promise<unknown> {
  const { stdout } = await run(String(known?.newerNode), [`${known?.peers}${file}`, ...args])
  return JSON.parse(stdout)
}

function inspect(...args: string[]): Promise<unknown> {
  return peer('node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js', '--cli', ...args)
}

describe('the command line of the MCP Inspector', () => {
  const places = [
    ['over stdio', () => ['node', fixture]],
    ['over HTTP', () => [String(listening?.url), '--transport', 'http']],
  ] as const

  test.each(places)('lists and calls %s', async (_, place) => {
    expect(await inspect(...place(), '--method', 'tools/list')).toMatchObject({
      tools: expect.arrayContaining([expect.objectContaining({ name: 'test_simple_text' })]),
    })
    expect(await inspect(...place(), '--method', 'tools/call', '--tool-name', 'test_simple_text')).toMatchObject({
      content: [{ type: 'text', text: 'This is a simple text response for testing.' }],
    })
    expect(await inspect(...place(), '--method', 'resources/read', '--uri', 'test://static-text')).toMatchObject({
      contents: [{ text: 'This is the content of the static text resource.' }],
    })
  })
})

describe('the client of the AI SDK', () => {
  test.each([
    ['over stdio', () => fixture],
    ['over HTTP', () => String(listening?.url)],
  ])('lists, calls and reads %s', async (_, place) => {
    expect(await peer('ai-sdk.mjs', place())).toMatchObject({
      tools: expect.any(Number),
      content: [{ type: 'text', text: 'This is a simple text response for testing.' }],
      isError: true,
      contents: [{ text: 'This is the content of the static text resource.' }],
    })
  })
})
