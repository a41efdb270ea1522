// Serves the fixture over stdio.
import { serveStdio } from 'verbnoun/serve'

await serveStdio(async () => {
  const { createFixture } = await import('./fixture/server.mjs')
  return createFixture()
})
