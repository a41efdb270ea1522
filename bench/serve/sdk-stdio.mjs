import { sdk, sdkServer } from './sdk-tools.mjs'

const { serveStdio } = await sdk('@modelcontextprotocol/server/stdio')
serveStdio(await sdkServer(Number(process.argv[2])))
