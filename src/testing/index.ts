export { testClient } from './client.ts'
export type { Called, Subject, TestClient, TestOptions } from './client.ts'
export type { Answer, AskedOfClient } from './line.ts'
export type { JsonOf, NameOf, StructureOf } from './types.ts'
