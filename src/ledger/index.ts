export { appendLine } from './append.ts'
export type { Attempt } from './attempt.ts'
export { createCalls } from './calls.ts'
export type { Calls, Claimed, Known, Standing, Taken, WantedCall } from './calls.ts'
export { decideCall, decisionLog, findCalls, listCalls } from './decide.ts'
export type { Decided, Decision, ListedCall } from './decide.ts'
export { memoryStore } from './memory.ts'
export { openStore } from './open.ts'
export type { OpenOptions } from './open.ts'
export { defaultLedger } from './places.ts'
export type { LedgerPlace } from './places.ts'
export {
  answerQuestion,
  findQuestions,
  keepQuestion,
  openQuestions,
  takeAnswer,
  withdrawQuestion,
} from './questions.ts'
export type { AskedQuestion, KeptQuestion, PersonsAnswer } from './questions.ts'
export { StoreError } from './store.ts'
export type { Change, Entry, LogLine, Query, Store, WriteOptions, Written } from './store.ts'
