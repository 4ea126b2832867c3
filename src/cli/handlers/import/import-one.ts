import { setTimeout as delay } from 'node:timers/promises'
import type { Family } from '@selfbill/pint-ae/document'
import { byField, codeOf, inEnglish, type MessageCode, message } from '@selfbill/pint-ae/messages'
import { stringOf, type Text } from '@selfbill/pint-ae/text'
import { errorsOf } from '../../../api/answer/error-shape.ts'
import { faultFor } from '../../../api/documents/refusal.ts'
import type { Fault } from '../../../api/faults.ts'
import type { Issuing } from '../../../api/parts.ts'
import type { ApiVersion } from '../../../api/versions.ts'
import { createDocument } from '../../../application/create-document.ts'
import { idempotencyKey } from '../../../application/idempotency-key.ts'
import { judgeDraft } from '../../../application/judge-draft.ts'
import { once, type StoreAnswer } from '../../../application/once.ts'
import { causesOf } from '../../../document-files/causes.ts'
import { type Finding, findingReason, withMeanings } from '../../../document-files/file-reasons.ts'
import { problemCodes } from '../../../document-files/problem.ts'
import type { ReadDocument } from '../../../document-files/read-document.ts'
import type { Encoding } from '../../../encoding/encodings.ts'
import { unlimitedRoom } from '../../../store/room.ts'
import { fieldReasons, type Outcome, problemReasons, type Reason } from './import-results.ts'

/** Where the documents of a file go. */
export interface ImportTarget {
  readonly parts: Issuing
  readonly orgId: string
  readonly version: ApiVersion
  readonly isCompatible: boolean
  readonly family: Family
  readonly profile: string
  /** Of the file. */
  readonly sha256: string
  readonly encoding: Encoding | undefined
  /** Called when the document of a line waits, with the time after which it waits no longer. */
  onWait(line: number, until: number): void
}

/** What became of a document, with the line of the refused file if it was refused. */
export interface Imported {
  readonly outcome: Outcome
  readonly refusedLine?: string
}

/**
 * Issues one document once, however often the import is run. Throws failures of ours: the import
 * goes on from here next time.
 */
export async function importOne(into: ImportTarget, document: ReadDocument): Promise<Imported> {
  const { text } = document
  if (text === undefined) return unread(document)
  const { parts, family, profile: profileId } = into
  const body = new TextEncoder().encode(text)
  const request = {
    store: parts.store.idempotency,
    key: await keyOf(into, document.keyLine, body),
    room: unlimitedRoom,
    now: () => parts.now(),
    // A conflict may be gone at the next run.
    answerOf: (result: Result) => ('isFailed' in result || result.status !== 409 ? kept(result) : undefined),
  }
  let reasons: readonly Reason[] = []
  const work = async (keep: StoreAnswer): Promise<Result> => {
    let issued: Issued = { isFailed: false }
    const alsoStore = ({ isValid, id, documentNumber: number }: StoredRecord) => {
      issued = { isFailed: !isValid, id, number }
      return keep(kept(issued))
    }
    const created = await createDocument({ ...callerOf(into), alsoStore }, { family, profileId, text }, parts)
    if ('refusal' in created) return refusalOf(document, faultFor(created), family)
    if (created.overallStatus === 'VALIDATION_FAILED') reasons = failedRules(document, created.answer)
    return issued
  }
  let outcome = await once(request, work)
  while (outcome.kind === 'running') {
    into.onWait(document.keyLine, parts.now() + outcome.waitMs)
    await delay(Math.min(lookAgainMs, outcome.waitMs))
    outcome = await once(request, work)
  }
  if (outcome.kind === 'other_content') return refusedByOlder(document)
  const result = outcome.kind === 'done' ? outcome.result : resultIn(await outcome.answer.body.string())
  if (!('isFailed' in result)) return refused(document, result)
  const { isFailed, number, id } = result
  return { outcome: { document, status: isFailed ? 'failed' : 'issued', number, id, reasons } }
}

/** A holder that runs ends long before its mark does. */
const lookAgainMs = 1_000

/** What `importOne` would do. Stores nothing. */
export async function tryOne(into: ImportTarget, document: ReadDocument): Promise<Imported> {
  const { text } = document
  if (text === undefined) return unread(document)
  const { parts, family, profile: profileId } = into
  const caller = { ...callerOf(into), alsoStore: () => undefined }
  const judged = await judgeDraft(caller, { family, profileId, text }, parts)
  if ('refusal' in judged) return refused(document, refusalOf(document, faultFor(judged), family))
  const reasons = failedRules(document, judged.dryRun)
  const status = reasons.length === 0 ? 'issued' : 'failed'
  return { outcome: { document, status, number: ownNumber(text), reasons } }
}

/** Minted numbers are not known before the create. */
function ownNumber(text: string): string | undefined {
  const { document_number: number }: { document_number?: string } = JSON.parse(text)
  return number
}

/** An older version has issued some rows of the document as a document of their own. */
export function refusedByOlder(document: ReadDocument): Imported {
  const reason = message('csv_earlier_version', { row: document.places[0]?.row ?? document.keyLine })
  return unread({ ...document, text: undefined, problems: [{ place: document.places[0], reason }] })
}

function callerOf({ orgId, version, isCompatible }: ImportTarget) {
  return {
    orgId,
    apiVersion: version,
    language: 'en',
    isCompatible,
    mayRead: true,
    room: unlimitedRoom,
    isAnswerStored: false,
  } as const
}

interface StoredRecord {
  readonly isValid: boolean
  readonly id: string
  readonly documentNumber: string
}

/** Older versions kept neither number nor id. */
interface Issued {
  readonly isFailed: boolean
  readonly number?: string
  readonly id?: string
}

interface Refused {
  readonly status: number
  readonly errors: Readonly<Record<string, string>>
  /** Older versions kept none. */
  readonly error_codes?: Readonly<Record<string, MessageCode>>
}

type Result = Issued | Refused

function refusalOf({ key }: ReadDocument, fault: Fault, family: Family): Refused {
  if (fault.status >= 500) throw fault
  // Only a table has keys, and only in a table members follow from others.
  const fields = key === undefined || fault.fields === undefined ? fault.fields : causesOf(fault.fields, family)
  const meant = fields && new Map([...fields].map(([path, reason]) => [path, withMeanings(path, reason)] as const))
  const errors = meant === undefined ? errorsOf(fault, inEnglish) : byField(meant, inEnglish)
  const codes = fields === undefined ? errorsOf(fault, codeOf) : byField(fields, codeOf)
  return { status: fault.status, errors, error_codes: codes }
}

/** The result as it is stored for the next run. */
function kept(result: Result) {
  return { status: 'isFailed' in result ? 201 : result.status, type: 'application/json', body: JSON.stringify(result) }
}

function resultIn(text: string): Result {
  const result: Result = JSON.parse(text)
  return result
}

/** The same bytes in another encoding are another request. */
function keyOf({ sha256, encoding, orgId, family, profile }: ImportTarget, line: number, body: Uint8Array) {
  const key = encoding === undefined ? `${sha256}-${line}` : `${sha256}-${line}-${encoding}`
  return idempotencyKey({ orgId, accountId: 'import', action: ['IMPORT', `${family}/${profile}`], key, body })
}

function unread(document: ReadDocument): Imported {
  const reasons = problemReasons(document)
  const errors = { message: reasons.map(({ text }) => text).join('; ') }
  return {
    outcome: { document, status: 'refused', reasons },
    refusedLine: refusedLine(document, { status: 400, errors, error_codes: problemCodes(document.problems) }),
  }
}

function refused(document: ReadDocument, result: Refused): Imported {
  return {
    outcome: { document, status: 'refused', reasons: fieldReasons(document, result.errors) },
    refusedLine: refusedLine(document, result),
  }
}

function refusedLine({ places, text, source }: ReadDocument, { status, errors, error_codes }: Refused): string {
  return `${JSON.stringify({ line: places[0]?.line, status, errors, error_codes, request: text ?? source ?? null })}\n`
}

/** The fatal findings in the JSON of a created document or of a dry run. */
function failedRules(document: ReadDocument, answer: Text): readonly Reason[] {
  const { document: ofDryRun, ...own }: AnswerWithFindings & { readonly document?: AnswerWithFindings } = JSON.parse(
    stringOf(answer),
  )
  const findings = (ofDryRun ?? own).meta_info?.peppol_status?.validation_results ?? []
  const fatal = findings.filter(({ flag }) => flag === 'fatal')
  return fatal.flatMap((finding) => {
    const { field, reasonCode, text } = finding
    const reason = findingReason(finding, field ?? '', { en: text, ar: text })
    const said = reason === undefined ? text : inEnglish(reason)
    return fieldReasons(document, { [field ?? 'message']: `${said} (${reasonCode})` })
  })
}

interface AnswerWithFindings {
  readonly meta_info?: {
    readonly peppol_status?: {
      readonly validation_results: readonly Finding[]
    } | null
  }
}
