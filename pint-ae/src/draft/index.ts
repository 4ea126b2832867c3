// An entry for the service alone: from a request to a judged document.

export { withTin } from './compatible-request.ts'
export { type Ids, systemIds } from './ids.ts'
export { type JudgedInPart, judgeInPart } from './judge-in-part.ts'
export type { JudgedDocument, JudgedResult, Refusal } from './judged-document.ts'
export {
  type ComputedFacts,
  computeDraft,
  judgeComputed,
  makeJudgedDocument,
  type StepName,
  setOf,
} from './make-judged-document.ts'
export type { FieldError } from './read-request.ts'
export type { CreditedInvoice, ReadableDraft, Replaced } from './readable-draft.ts'
export { type FindingKey, findingChanges } from './revision-changes.ts'
