import { chmodSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Room, chat, createRoom, hostile, paperTrail, refund, status } from './kit.ts'

let room: Room
beforeAll(() => {
  room = createRoom()
})
afterAll(() => room.remove())

const odd = ['--', process.execPath, hostile]

describe('a config that nobody has accepted', () => {
  test('starts nothing, and says how to accept it', async () => {
    const mark = join(room.folder, 'started')
    const server = {
      command: process.execPath,
      args: ['-e', `require('fs').writeFileSync(${JSON.stringify(mark)}, '')`],
    }
    const config = room.write('project.json', JSON.stringify({ mcpServers: { project: server } }))
    const model = room.script([[status], ['So.']])
    const alone = await chat(room, ['--config', config, '--model', model, '--prompt', 'Hi'])
    expect(alone.err).toContain(`verbnoun gate review --config ${config}`)
    expect(alone.code).toBe(2)
    const beside = await chat(room, [paperTrail, '--config', config, '--model', model, '--prompt', 'Hi'])
    expect(beside).toMatchObject({ code: 0, out: 'So.\n' })
    expect(() => readFileSync(mark)).toThrow('ENOENT')
  })
})

describe('a server', () => {
  test('that dies in the middle is said to, comes back, and the conversation goes on', async () => {
    const model = room.script([[{ call: 'die' }], [{ wait: 1600 }, { call: 'greet' }], ['It died.']])
    const { code, out, err } = await chat(room, ['--model', model, '--prompt', 'Hi', ...odd])
    expect(err).toContain('· server > die\n')
    expect(err).toContain('server: not connected: server has left.\n')
    expect(err).toMatch(/failed: Nobody knows whether die was done: /)
    expect(err).toMatch(/server is back\.\n· server > greet\n  done, /)
    expect({ code, out }).toEqual({ code: 0, out: 'It died.\n' })
  })
})

describe('nobody is asked', () => {
  test('--approve reads runs what reads only, whatever the policy allows', async () => {
    const own = createRoom()
    try {
      const state = join(own.folder, 'state')
      const args = [paperTrail, '--model', own.script([[refund, status], ['So.']]), '--prompt', 'Refund it']
      await chat(own, args)
      const policy = 'version: 1\ndefault: { write: allow }\n'
      for (const name of ['policy.yaml', 'policy.accepted.yaml']) own.write(`state/${name}`, policy)
      for (const name of ['policy.yaml', 'policy.accepted.yaml']) chmodSync(join(state, name), 0o600)
      expect((await chat(own, args)).err).toContain('draft_refund done')
      const { err } = await chat(own, [...args, '--approve', 'reads'])
      expect(err).toContain('draft_refund denied: the user\'s rule "approve-reads" denies it.')
      expect(err).toContain('order_status done')
    } finally {
      own.remove()
    }
  })
})

describe('a conversation goes on', () => {
  test('also when it was killed in the middle: what was whole is kept, and the next request can be sent', async () => {
    const model = room.script([[status], ['Ship', { wait: 60_000 }]])
    const args = [paperTrail, '--model', model, '--transcript', 'killed.json']
    expect(await chat(room, [...args, '--prompt', 'Where?'], { killAt: 'Ship' })).toMatchObject({ code: null })
    const path = join(room.folder, 'killed.json')
    const roles = (): string[] =>
      (JSON.parse(readFileSync(path, 'utf8')) as { messages: { role: string }[] }).messages.map(({ role }) => role)
    expect(roles()).toEqual(['user', 'assistant', 'tool'])
    const again = [paperTrail, '--model', room.script([['Shipped.']], 'more.json'), '--continue', 'killed.json']
    expect(await chat(room, [...again, '--prompt', 'Well?'])).toMatchObject({ code: 0, out: 'Shipped.\n' })
    expect(roles()).toEqual(['user', 'assistant', 'tool', 'user', 'assistant'])
  })
})
