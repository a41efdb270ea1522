import { expect, test } from 'vitest'
import { challengeText, isMetadataPath, metadataText } from './challenge.ts'
import { readAuth } from './settings.ts'

const auth = readAuth({ issuer: 'https://id.example', audience: 'https://shop.example/mcp' })

test('a challenge names the place of the metadata, and nothing in it can leave its quotes', () => {
  const says = 'a "b" \\ \r\nx: y é'
  expect(challengeText(auth, { error: 'invalid_token', says, scopes: ['a', 'b'] })).toBe(
    `Bearer resource_metadata="https://shop.example/.well-known/oauth-protected-resource/mcp", error="invalid_token", error_description="a 'b' ' ''x: y '", scope="a b"`,
  )
})

test.each([
  ['https://shop.example', 'https://shop.example', ''],
  ['https://shop.example/', 'https://shop.example', ''],
  ['https://shop.example:8443/a/b', 'https://shop.example:8443/a/b', '/a/b'],
  ['https://Shop.Example/mcp?x=1', 'https://shop.example/mcp?x=1', '/mcp?x=1'],
])('of %s the metadata is where RFC 9728 says', (resource, named, path) => {
  const settings = readAuth({ issuer: 'https://id.example', audience: 'shop', resource })
  const { origin } = new URL(resource)
  expect(challengeText(settings, {})).toBe(
    `Bearer resource_metadata="${origin}/.well-known/oauth-protected-resource${path}"`,
  )
  expect(JSON.parse(metadataText(settings, []))).toMatchObject({ resource: named })
})

test('other paths are none of it', () => {
  expect(isMetadataPath('/.well-known/oauth-protected-resources')).toBe(false)
  expect(isMetadataPath('/.well-known/oauth-protected-resource/mcp')).toBe(true)
})
