export { connect, ConnectionError } from './connection.ts'
export type { Connection, ListedTool, ServerCommand } from './connection.ts'
