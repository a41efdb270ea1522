// The hosts that are compared, each as its guide shows it, with nothing tried again.
import { randomUUID } from 'node:crypto'
import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { memoryStore } from '../../../dist/ledger/index.js'
import * as verbnoun from '../../../dist/host/index.js'

const peers = createRequire(new URL('../../peers/package.json', import.meta.url))
const peer = (name) => import(pathToFileURL(peers.resolve(name)).href)
const server = fileURLToPath(new URL('server.mjs', import.meta.url))
const key = 'sk-REDACTED'
const prompt = 'Look it up.'

export const models = {
  anthropic: 'claude-sonnet-4-5',
  openai: 'gpt-5.2',
  'openai-chat': 'gpt-5.2',
  google: 'gemini-3-pro',
}

export const versions = Object.fromEntries(
  ['ai', '@ai-sdk/mcp', '@ai-sdk/anthropic', '@ai-sdk/google', '@ai-sdk/openai', '@openai/agents'].map((name) => [
    name,
    peers(`./node_modules/${name}/package.json`).version,
  ]),
)

/** Each asks a model of a provider at a URL, with the server of one case. */
export const hosts = { 'AI SDK': aiSdk, 'OpenAI Agents': agents, Verbnoun: ours }

async function aiSdk({ provider, url, index }) {
  const { generateText, isStepCount } = await peer('ai')
  const { createMCPClient } = await peer('@ai-sdk/mcp')
  const { Experimental_StdioMCPTransport: Stdio } = await peer('@ai-sdk/mcp/mcp-stdio')
  const transport = new Stdio({ command: process.execPath, args: [server, String(index)] })
  const client = await createMCPClient({ transport })
  try {
    const settings = { baseURL: baseUrl(provider, url), apiKey: key }
    const { createAnthropic } = await peer('@ai-sdk/anthropic')
    const { createGoogleGenerativeAI } = await peer('@ai-sdk/google')
    const { createOpenAI } = await peer('@ai-sdk/openai')
    const model = {
      anthropic: () => createAnthropic(settings)(models.anthropic),
      google: () => createGoogleGenerativeAI(settings)(models.google),
      openai: () => createOpenAI(settings)(models.openai),
      'openai-chat': () => createOpenAI(settings).chat(models['openai-chat']),
    }[provider]()
    const tools = await client.tools()
    await generateText({ model, tools, prompt, stopWhen: isStepCount(2), maxRetries: 0 })
  } finally {
    await client.close()
  }
}

function baseUrl(provider, url) {
  return `${url}/${provider === 'google' ? 'v1beta' : 'v1'}`
}

async function agents({ provider, url, index }) {
  const { Agent, MCPServerStdio, OpenAIChatCompletionsModel, OpenAIResponsesModel, run, setTracingDisabled } =
    await peer('@openai/agents')
  const { default: OpenAI } = await peer('openai')
  setTracingDisabled(true)
  const Model = provider === 'openai' ? OpenAIResponsesModel : OpenAIChatCompletionsModel
  const model = new Model(new OpenAI({ baseURL: `${url}/v1`, apiKey: key, maxRetries: 0 }), models[provider])
  const shop = new MCPServerStdio({ name: 'shop', command: process.execPath, args: [server, String(index)] })
  await shop.connect()
  try {
    await run(new Agent({ name: 'clerk', model, mcpServers: [shop] }), prompt)
  } finally {
    await shop.close()
  }
}

async function ours({ provider, url, index }) {
  const store = memoryStore({ now: Date.now })
  const common = { store, key: new Uint8Array(32), now: Date.now, newId: randomUUID }
  const rules = {
    text: 'version: 1\ndefault: { read: allow, write: allow, destructive: allow, destructive_open: ask }',
  }
  const policy = verbnoun.readPolicy(
    { ...rules, name: 'policy.yaml', source: 'user' },
    { home: '/', realPath: (path) => path },
  )
  const policies = verbnoun.joinPolicies([policy])
  const audit = verbnoun.createAudit(common)
  const gate = verbnoun.createGate({ ...common, audit, policies: () => policies, principal: 'ann' })
  const place = { command: process.execPath, args: [server, String(index)], cwd: process.cwd(), env: {} }
  const connections = verbnoun.openConnections(
    [{ key: 'shop', place, trust: 'trusted', tiers: {}, env: {}, isUsers: true }],
    {
      ...common,
      gate,
      client: { name: 'clerk', version: '1' },
      placeOf: async (entry) => entry.place,
      isAccepted: async () => true,
    },
  )
  await connections.ready()
  try {
    const env = { ANTHROPIC_API_KEY: key, OPENAI_API_KEY: key, GEMINI_API_KEY: key }
    const name = `${provider}:${models[provider]}`
    const model = await verbnoun.openModel(name, { env, baseUrl: baseUrl(provider, url), load: peer })
    const approver = { id: 'ann', how: 'terminal', assurance: 'local' }
    const approve = async () => ({ said: { kind: 'allow' }, approver })
    const toolbox = await verbnoun.createToolbox({ gate, connections, model, approve, newId: randomUUID })
    const messages = [{ role: 'user', parts: [{ kind: 'text', text: prompt }] }]
    for await (const event of verbnoun.runLoop({ model, messages, ...toolbox, now: Date.now }))
      if (event.kind === 'end' && event.end.error !== undefined) throw event.end.error
  } finally {
    await connections.close()
  }
}
