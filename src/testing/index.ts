export { testClient } from './client.ts'
export type { Called, Subject, TestClient, TestOptions } from './client.ts'
export type { JsonOf, NameOf, StructureOf } from './types.ts'
