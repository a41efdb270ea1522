export { appendLine } from './append.ts'
export type { Attempt } from './attempt.ts'
export { createCalls } from './calls.ts'
export type { Calls, Claimed, Known, Standing, Taken, WantedCall } from './calls.ts'
export { decideCall, decisionLog, findCalls, listCalls } from './decide.ts'
export type { Decided, Decision, ListedCall } from './decide.ts'
export { commitDraft } from './drafts/commit.ts'
export type { Committing } from './drafts/commit.ts'
export { approveDraft, discardDraft, editDraft, settleDraft, withdrawApproval } from './drafts/decide.ts'
export type { Deciding } from './drafts/decide.ts'
export { findDrafts, getDraft, keepDraft, listDrafts } from './drafts/keep.ts'
export type { NewDraft } from './drafts/keep.ts'
export { awakeServers, liveServers, moduleOf, ring, standBy } from './drafts/live.ts'
export type { LiveServer, StandingBy } from './drafts/live.ts'
export { draftUri } from './drafts/record.ts'
export type { DraftOrigin, DraftRecord, KeptDraft, Touch } from './drafts/record.ts'
export { lazyStore } from './lazy.ts'
export { memoryStore } from './memory.ts'
export { openStore } from './open.ts'
export type { OpenOptions } from './open.ts'
export { defaultLedger, stateFolder } from './places.ts'
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
