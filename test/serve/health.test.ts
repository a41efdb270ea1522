import { request } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { type Listening, listenToFixture } from './built.ts'

let listening: Listening | undefined
afterEach(() => listening?.close())

/** As a balancer asks: under whatever name it knows, with a connection of its own. */
function ask(url: string, method = 'GET'): Promise<readonly [number | undefined, string]> {
  return new Promise((resolve, reject) => {
    const headers = { host: '10.0.0.7', connection: 'close' }
    const asking = request(new URL('/health', url), { method, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (more: string) => (text += more))
      response.on('end', () => resolve([response.statusCode, text]))
    })
    asking.once('error', reject).end()
  })
}

test('/health says whether requests are taken, under any name, and nothing else', async () => {
  listening = await listenToFixture()
  expect(await ask(listening.url)).toEqual([200, 'ok\n'])
  expect(await ask(listening.url, 'HEAD')).toEqual([200, ''])
  expect(await ask(listening.url, 'POST')).toEqual([405, ''])
})
