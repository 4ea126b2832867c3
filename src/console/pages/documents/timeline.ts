import { type Html, html } from '@selfbill/pint-ae/html'
import type { ListedDocument, LogEntry } from '../../../../client/src/api-types.ts'
import { SelfbillError } from '../../../../client/src/errors.ts'
import type { Sentence } from '../../language/words.ts'
import { badge } from '../../parts/badge.ts'
import type { Call, Visit } from '../../route.ts'
import { documentWords } from './document-words.ts'
import { legsOf } from './guidance.ts'
import { logMessage } from './log-message.ts'
import { apiPathOf, pageOf } from './shown-document.ts'
import { legBadge } from './standing.ts'

/** The log of a document, oldest entry first. Empty without a subscription to Peppol. */
export async function logOf({ api }: Pick<Call, 'api'>, document: ListedDocument): Promise<readonly LogEntry[]> {
  try {
    const { bytes } = await api.send('GET', `${apiPathOf(document)}/peppol-status-logs`)
    const entries: readonly LogEntry[] = JSON.parse(Buffer.from(bytes).toString())
    return entries
  } catch (error) {
    if (error instanceof SelfbillError && error.status === 403) return []
    throw error
  }
}

/** What happened, on one time axis with a lane for each leg. */
export function timeline(visit: Visit, document: ListedDocument, log: readonly LogEntry[]): Html {
  const { say, format, now } = visit
  const heads = legsOf(document).map(({ corner, name, leg }) => {
    const isOverdue = leg?.status === 'SUBMITTED' && hasOverdue(log, corner)
    return html`<div class="lane-head"><h3>${say(name)} <bdi class="hint">${corner}</bdi></h3>
<p>${legBadge(visit, leg)} ${isOverdue && badge('warning', say(documentWords.overdue))}</p>
${leg && html`<p class="hint">${say(clockOf(leg.status))} ${format.ago(leg.since, now)}</p>`}</div>`
  })
  const shown = log.length > entriesMax ? [...log.slice(0, firstShown), ...log.slice(firstShown - entriesMax)] : log
  const items = shown.map((entry) => entryItem(visit, document, entry))
  const left = log.length - shown.length
  return html`<div class="lane-heads">${heads}</div>
${
  left > 0 &&
  html`<p class="notice warning">${say(documentWords.entriesLeft, { count: left })}
<a href="${`${pageOf(document)}/log.json`}">${say(documentWords.wholeLog)}</a></p>`
}
${
  log.length === 0
    ? html`<p class="hint">${say(documentWords.noLog)}</p>`
    : html`<ol class="timeline lanes">${items}</ol>`
}`
}

/** A leg that is tried again for days has an entry for each attempt: the first and the latest. */
const entriesMax = 60
const firstShown = 10

function hasOverdue(log: readonly LogEntry[], corner: string): boolean {
  return log.some(({ event }) => event === `MLS_OVERDUE_${corner}`)
}

function clockOf(status: string): Sentence {
  return status === 'SUBMITTED' ? documentWords.awaitsSince : documentWords.since
}

function entryItem(visit: Visit, document: ListedDocument, entry: LogEntry): Html {
  const { say, format } = visit
  const { stem, corner } = partsOf(entry)
  const lane = corner === undefined ? 'both' : corner === 'C3' ? 'first' : 'second'
  const where = legsOf(document).find((leg) => leg.corner === corner)
  const after = entry.timestamp - Date.parse(document.created_at)
  return html`<li class="${lane} ${toneOf(stem, entry.message)}">
<p class="strong">${where && html`<span class="lane-name">${say(where.name)}: </span>`}\
${wordsOf(visit, stem, entry.message)}</p>
<p class="hint">${format.moment(entry.timestamp)}${after >= 1000 && html` · <bdi>+${format.elapsed(after)}</bdi>`}</p>
${addsMore(stem, entry.message) && html`<p class="hint">${logMessage(visit.language, entry.message)}</p>`}</li>`
}

/** The event in words, with the side that it is about. */
export function eventWords(visit: Pick<Visit, 'say'>, document: ListedDocument, entry: LogEntry): Html {
  const { stem, corner } = partsOf(entry)
  const where = legsOf(document).find((leg) => leg.corner === corner)
  return html`${where && `${visit.say(where.name)}: `}${wordsOf(visit, stem, entry.message)}`
}

/** `RECEIPT_FROM_C3` → what happened, and on which side. */
function partsOf({ event }: LogEntry): { readonly stem: string; readonly corner: string | undefined } {
  const [, stem = event, corner] = /^(.+)_(C[35])$/.exec(event) ?? []
  return { stem, corner }
}

/** The event in words. An event that is new to this page is shown by its name. */
function wordsOf({ say }: Pick<Visit, 'say'>, stem: string, message: string): Html | string {
  if (stem === answered) return say(isRejection(message) ? documentWords.eventAnswerRejects : documentWords.eventAnswer)
  const words = eventSentences.get(stem)
  return words === undefined ? html`<code>${stem}</code>` : say(words)
}

/** By the name of an event, without the corner that it is about. */
export const eventSentences: ReadonlyMap<string, Sentence> = new Map([
  ['DOCUMENT_CREATED', documentWords.eventCreated],
  ['DOCUMENT_RESUBMITTED', documentWords.eventResubmitted],
  ['VALIDATION_SUCCESS', documentWords.eventValid],
  ['VALIDATION_FAILED', documentWords.eventInvalid],
  ['SUBMITTED_TO', documentWords.eventSubmitted],
  ['SUBMITTED_AGAIN_TO', documentWords.eventSubmittedAgain],
  ['RECEIPT_FROM', documentWords.eventReceipt],
  ['TRANSMISSION_RETRY', documentWords.eventRetry],
  ['TRANSMISSION_FAILED', documentWords.eventTransmissionFailed],
  ['MLS_UNVERIFIED', documentWords.eventAnswerWaits],
  ['MLS_REFUSED', documentWords.eventAnswerRefused],
  ['MLS_OVERDUE', documentWords.eventOverdue],
  ['REPORT_RESUBMITTED', documentWords.eventReportedAgain],
  ['REPORT_WITHDRAWN', documentWords.eventWithdrawn],
  ['REPORT_WITHDRAWAL_DROPPED', documentWords.eventWithdrawalDropped],
  ['DOCUMENT_APPROVED', documentWords.eventApproved],
  ['DOCUMENT_REJECTED', documentWords.eventRejected],
  ['DOCUMENT_CONTENT_REMOVED', documentWords.eventContentRemoved],
])

const answered = 'MLS_RECEIVED_FROM'

function isRejection(message: string): boolean {
  return message.startsWith('RE')
}

/** Whether the message says more than the words of its event. The log has every message. */
function addsMore(stem: string, message: string): boolean {
  // Findings and the entries before say why it failed or was rejected.
  if (stem === 'VALIDATION_FAILED' || stem === 'DOCUMENT_REJECTED') return false
  return toneOf(stem, message) === 'bad' || (stem !== answered && !eventSentences.has(stem))
}

function toneOf(stem: string, message: string): 'good' | 'bad' | 'plain' {
  if (stem === answered) return isRejection(message) ? 'bad' : 'good'
  if (/_(FAILED|REJECTED|REFUSED|OVERDUE|RETRY)$/.test(stem)) return 'bad'
  return /^(VALIDATION_SUCCESS|RECEIPT_FROM|DOCUMENT_APPROVED)$/.test(stem) ? 'good' : 'plain'
}
