import { workerData } from 'node:worker_threads'
import { type ListedRule, listedRule } from '@selfbill/pint-ae/rulebook'
import { readJudged, XmlUnreadable } from '@selfbill/schematron/read-xml'
import { openCatalogue, openRulebook, type RulebookOptions } from '../rules/open-rulebook.ts'
import { doJobs } from '../threads/do-jobs.ts'
import type { BookFolder } from './book-folder.ts'
import { DocumentJudge, type Judged } from './document-judge.ts'

// Judges documents on a thread, where a long document or a costly rule delays nobody else.
const { rulebookOptions, folders }: JudgingThreadData = workerData

let now = 0
const judge = new DocumentJudge(await openRulebook(rulebookOptions), folders, () => new Date(now))

doJobs(async (order: JudgingOrder): Promise<JudgingReply> => {
  if (order.kind === 'list') return { kind: 'listed', rules: (await openCatalogue(rulebookOptions)).map(listedRule) }
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
  /** Compiles the books of the operator. */
  | { readonly kind: 'check' }
  /** Lists the rules in force. */
  | { readonly kind: 'list' }
  /** `now` in ms since 1970: the clock of the rules. */
  | { readonly kind: 'judge'; readonly bytes: Uint8Array; readonly now: number }

export type JudgingReply =
  | Judged
  | { readonly kind: 'checked'; readonly problems: readonly string[] }
  | { readonly kind: 'listed'; readonly rules: readonly ListedRule[] }
