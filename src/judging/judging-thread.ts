import { workerData } from 'node:worker_threads'
import type { Rulebook } from '@selfbill/pint-ae/rulebook'
import { readJudged, XmlUnreadable } from '@selfbill/schematron/read-xml'
import { openRulebook, type RulebookOptions } from '../rules/open-rulebook.ts'
import { doJobs } from '../threads/do-jobs.ts'
import type { BookFolder } from './book-folder.ts'
import { DocumentJudge, type Judged } from './document-judge.ts'

// Judges documents on a thread, where a long document or a costly rule delays nobody else.
const { rulebookOptions, folders }: JudgingThreadData = workerData

let now = 0
let own: Rulebook | undefined
const judge = new DocumentJudge(
  () => {
    own ??= openRulebook(rulebookOptions)
    return own
  },
  folders,
  () => new Date(now),
)

doJobs((order: JudgingOrder): JudgingReply => {
  if (order.kind === 'check') return { kind: 'checked', problems: judge.problems() }
  now = order.now
  try {
    return judge.judge(readJudged(order.bytes))
  } catch (error) {
    if (error instanceof XmlUnreadable) return { kind: 'unreadable', reason: error.message }
    throw error
  }
})

export interface JudgingThreadData {
  readonly rulebookOptions: RulebookOptions
  readonly folders: readonly BookFolder[]
}

export type JudgingOrder =
  | { readonly kind: 'check' }
  /** `now` in ms since 1970: the clock of the rules. */
  | { readonly kind: 'judge'; readonly bytes: Uint8Array; readonly now: number }

export type JudgingReply = Judged | { readonly kind: 'checked'; readonly problems: readonly string[] }
