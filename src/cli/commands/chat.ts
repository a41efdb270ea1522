import type { Command } from '../command.ts'

const command: Command = {
  name: 'chat',
  says: 'Talk with a model that has the tools of any servers; a person allows what changes something.',
  usage: [
    'chat [FILE|FOLDER…] [--config FILE] [--model NAME] [--base-url URL] [--approve ask|reads|none] [-- COMMAND]',
    'chat [FILE|FOLDER…] --prompt TEXT [--json] [--max-steps N] [-- COMMAND]',
    'chat [FILE|FOLDER…] --continue FILE [--transcript FILE] [-- COMMAND]',
  ],
  options: {
    config: {
      type: 'string',
      value: 'FILE',
      says: 'Servers, as other hosts have them. Default, where nothing else is named: servers.json in your state folder.',
    },
    model: {
      type: 'string',
      value: 'NAME',
      says: 'Such as anthropic:claude-sonnet-4-5, openai:gpt-5, google:gemini-2.5-pro or scripted:FILE. Default: VERBNOUN_MODEL.',
    },
    'base-url': {
      type: 'string',
      value: 'URL',
      says: 'Where openai-compatible:NAME is, such as a server of your own.',
    },
    prompt: {
      type: 'string',
      value: 'TEXT',
      says: 'One question, answered on stdout. Default in a pipe: all of stdin.',
    },
    approve: {
      type: 'string',
      value: 'WHO',
      says: 'ask: a person at the terminal. reads: nobody, and only what reads runs. none: nobody. Default: ask, in a pipe none.',
    },
    transcript: { type: 'string', value: 'FILE', says: 'Where it is kept. Default: chats/ in your state folder.' },
    continue: { type: 'string', value: 'FILE', says: 'Goes on from a transcript, and keeps it there.' },
    json: { type: 'boolean', says: 'One JSON object a line for all that happens, with --prompt or in a pipe.' },
    'max-steps': {
      type: 'string',
      value: 'N',
      says: 'How often the model is asked until it has answered. Default: 50.',
    },
  },
  examples: [
    'chat examples/paper-trail/paper-trail.ts --model scripted:examples/paper-trail/chat.json',
    'chat orders.ts --model anthropic:claude-sonnet-4-5 --prompt "Where is PT-1042?"',
    'chat --model openai:gpt-5 -- npx -y @modelcontextprotocol/server-everything',
  ],
  async run(invocation, io) {
    const { readSettings } = await import('../chat/settings.ts')
    const settings = readSettings(invocation)
    const { runChat } = await import('../chat/run-chat.ts')
    return await runChat(settings, io)
  },
}

export default command
