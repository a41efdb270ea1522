import { expect, test } from 'vitest'
import { failure, notification, readMessage, rpcCode, RpcError, success } from './json-rpc.ts'

test('a request has an id, a notification has none', () => {
  expect(readMessage({ jsonrpc: '2.0', id: 1, method: 'ping' })).toEqual({
    kind: 'request',
    id: 1,
    method: 'ping',
    params: {},
  })
  expect(readMessage({ jsonrpc: '2.0', method: 'x', params: { a: 1 } })).toEqual({
    kind: 'notification',
    method: 'x',
    params: { a: 1 },
  })
})

test('a response has a result or an error', () => {
  expect(readMessage({ jsonrpc: '2.0', id: 'a', result: {} })).toMatchObject({ kind: 'response', id: 'a', result: {} })
  expect(readMessage({ jsonrpc: '2.0', id: 'a', error: { code: 1 } })).toMatchObject({ error: { code: 1 } })
})

test.each([
  ['no object', 7, null, rpcCode.invalidRequest],
  ['a list in a list', [[]], null, rpcCode.invalidRequest],
  ['another version', { jsonrpc: '1.0', id: 3, method: 'ping' }, 3, rpcCode.invalidRequest],
  ['a method that is no string', { jsonrpc: '2.0', id: 3, method: 4 }, 3, rpcCode.invalidRequest],
  ['an id that is null', { jsonrpc: '2.0', id: null, method: 'ping' }, null, rpcCode.invalidRequest],
  ['an id that is an object', { jsonrpc: '2.0', id: {}, method: 'ping' }, null, rpcCode.invalidRequest],
  ['an id that was rounded', { jsonrpc: '2.0', id: 2 ** 53, method: 'ping' }, null, rpcCode.invalidRequest],
  ['an id that is endless', { jsonrpc: '2.0', id: Infinity, method: 'ping' }, null, rpcCode.invalidRequest],
  ['nothing to do', { jsonrpc: '2.0', id: 3 }, 3, rpcCode.invalidRequest],
  ['params that are a number', { jsonrpc: '2.0', id: 3, method: 'ping', params: 7 }, 3, rpcCode.invalidParams],
  ['params that are a list', { jsonrpc: '2.0', id: 3, method: 'ping', params: [] }, 3, rpcCode.invalidParams],
])('%s is refused', (_, value, id, code) => {
  expect(readMessage(value)).toMatchObject({ kind: 'invalid', id, error: { code } })
})

test('answers and notifications are one line of JSON', () => {
  expect(success('a"b', '{"tools":[]}')).toBe(String.raw`{"jsonrpc":"2.0","id":"a\"b","result":{"tools":[]}}`)
  expect(JSON.parse(failure(null, new RpcError(-32_000, 'no', { why: 1 })))).toEqual({
    jsonrpc: '2.0',
    id: null,
    error: { code: -32_000, message: 'no', data: { why: 1 } },
  })
  expect(notification('x', { a: 1 })).toBe('{"jsonrpc":"2.0","method":"x","params":{"a":1}}')
})
