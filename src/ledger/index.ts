export { memoryStore } from './memory.ts'
export { StoreError } from './store.ts'
export type { Change, Entry, LogLine, Query, Store, WriteOptions, Written } from './store.ts'
