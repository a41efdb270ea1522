import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'

const manifest: { exports: Record<string, { default: string } | string>; dependencies: object } = JSON.parse(
  readFileSync('package.json', 'utf8'),
)
const doors = Object.entries(manifest.exports).flatMap(([path, door]) =>
  typeof door === 'string' ? [] : [[path, door.default]],
)

test.each(doors)('%s exports these names and no others', async (path, file) => {
  const front: object = await import(/* @vite-ignore */ pathToFileURL(file).href)
  const names = Object.keys(front).toSorted()
  expect(names.join(' ')).toMatchSnapshot(path)
  expect(names.length).toBeLessThanOrEqual(path === '.' ? 20 : 60)
})
