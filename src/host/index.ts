export { connect, ConnectionError } from './connection.ts'
export type { Authorization, Connection, ConnectOptions, Listing } from './connection.ts'
export type { ListedItem } from './pages.ts'
export type { ServerCommand, ServerPlace, ServerUrl } from './place.ts'
