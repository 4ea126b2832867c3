import { hash } from 'node:crypto'
import { compatibleContent } from '@selfbill/pint-ae/document'
import {
  computeDraft,
  type Ids,
  type JudgedDocument,
  judgeComputed,
  type Refusal,
  type StepName,
} from '@selfbill/pint-ae/draft'
import { membersIn, writeJson, writeMembers } from '@selfbill/pint-ae/json'
import { message } from '@selfbill/pint-ae/messages'
import { findingsIn, type Rulebook, type RuleFinding } from '@selfbill/pint-ae/rulebook'
import { bytesIfLong, type Text } from '@selfbill/pint-ae/text'
import { isPacked, type StorableText } from '../text/packing.ts'
import { type PackedTexts, packRevision } from '../text/revision-frame.ts'
import { answerHead, answerTail } from './answer-tail.ts'
import { type AnswerForm, type Draft, type RecordFile, readableDraft } from './draft.ts'
import { maskRequest } from './mask-request.ts'
import type { Step } from './steps.ts'

/**
 * Makes the record of a draft: every text that is stored, hashed and answered. The callers need not
 * look into the texts. Input and output can move between threads.
 */
export function makeRecord(
  draft: Draft,
  rulebook: Rulebook,
  ids: Ids,
  begin: (step: StepName) => void = () => undefined,
): RecordResult {
  const readable = readableOrUndefined(draft)
  if (readable === undefined) return notUtf8
  const computed = computeDraft(readable, rulebook, ids, begin)
  if ('refusal' in computed) return computed
  const judged = judgeComputed(computed, draft.circumstances, rulebook, ids, begin)
  const { sent, excess, rewritten } = computed.read
  return { record: recordOf(judged, maskRequest(sent, excess, rewritten), draft) }
}

/** A judged document with everything that is stored, answered or sent. Long texts may be bytes. */
export interface DocumentRecord
  extends Omit<JudgedDocument, 'answer' | 'ubl' | 'taxData' | 'findings' | 'changes' | 'attachments'> {
  /** JSON of the request with card numbers masked. */
  readonly request: StorableText
  readonly answer: StorableText
  readonly ubl: StorableText
  readonly taxData: StorableText | null
  /** The frame of the short texts above, and of the findings. */
  readonly packed?: PackedTexts
  readonly changes?: Text
  /** JSON, in English. */
  readonly findings: StorableText
  /** The failed rules: flag and id of each finding. */
  readonly failed: readonly FailedRule[]
  /** Its status when it is stored. */
  readonly status: FirstStatus
  readonly attachments: readonly HashedFile[]
  /** SHA-256, hexadecimal. */
  readonly sha256: { readonly request: string; readonly answer: string; readonly ubl: string }
  /**
   * JSON of the answer, before and after the value of `document_sequence`. `stored` is `after` in
   * the form that is stored for a repeated request.
   */
  readonly answered: { readonly before: string; readonly after: Text; readonly stored?: StorableText }
  /** JSON of a dry run's answer. A dry run uses no other text of the record. */
  readonly dryRun?: Text
}

/**
 * Whether a document is sent, and its status when it is stored. The status is null without the
 * Phase 2 subscription: the document is not sent over Peppol.
 */
export interface FirstStatus {
  readonly isSent: boolean
  readonly overallStatus: 'VALIDATION_FAILED' | 'PENDING' | null
}

export type FailedRule = Pick<RuleFinding, 'flag' | 'reasonCode'>

export interface HashedFile extends RecordFile {
  /** SHA-256 of the content, hexadecimal. */
  readonly sha256: string
}

export type RecordResult = { readonly record: DocumentRecord } | { readonly refusal: Refusal }

/** A result, and how long its steps took on which thread. */
export type TimedResult = RecordResult & { readonly steps: readonly Step[]; readonly thread: 'main' | 'record' }

/** The record with its long texts as bytes. */
export function withBytes(result: RecordResult): RecordResult {
  if ('refusal' in result) return result
  const { record } = result
  return {
    record: {
      ...record,
      request: bytesIfLong(record.request),
      answer: bytesIfLong(record.answer),
      ubl: bytesIfLong(record.ubl),
      taxData: bytesIfLong(record.taxData),
      findings: bytesIfLong(record.findings),
      ...(record.changes !== undefined && { changes: bytesIfLong(record.changes) }),
      answered: { ...record.answered, after: bytesIfLong(record.answered.after) },
      ...(record.dryRun !== undefined && { dryRun: bytesIfLong(record.dryRun) }),
    },
  }
}

/**
 * Packs the record's long texts before they are stored; `pack` chooses the thread. The short ones
 * go into a frame, which this thread makes.
 */
export async function packedRecord(
  result: RecordResult,
  { answerForm, isPacked: isFramed = false }: Draft,
  pack: (text: Text) => StorableText | Promise<StorableText>,
): Promise<RecordResult> {
  if ('refusal' in result) return result
  const { record } = result
  const { answered } = record
  const packed = async (text: StorableText) => (isPacked(text) ? text : pack(text))
  const made = {
    ...record,
    request: await packed(record.request),
    answer: await packed(record.answer),
    ubl: await packed(record.ubl),
    taxData: record.taxData && (await packed(record.taxData)),
    findings: await packed(record.findings),
    answered: { ...answered, ...(answerForm.isAnswerStored === true && { stored: await packed(answered.after) }) },
  }
  return { record: isFramed && !answerForm.isDryRun ? framedRecord(made) : made }
}

/** The record with its short texts in a frame; with the report only if it is sent. */
function framedRecord(record: DocumentRecord): DocumentRecord {
  const { request, answer, ubl, findings, taxData, status } = record
  const report = status.isSent ? taxData : null
  const { packed, texts } = packRevision({ request, answer, ubl, report, findings })
  const { report: taxDataLeft, ...left } = texts
  return { ...record, ...left, taxData: taxDataLeft, packed }
}

function recordOf(judged: JudgedDocument, request: string, { answerForm, isCompatible }: Draft): DocumentRecord {
  const { id, isValid, answer, ubl } = judged
  const findings = writeJson(judged.findings.map((finding) => ({ ...finding })))
  const failed = judged.findings.map(({ flag, reasonCode }) => ({ flag, reasonCode }))
  const status = firstStatus(isValid, answerForm.hasPhase2)
  const { overallStatus } = status
  const about = { overallStatus, ...(!answerForm.isDryRun && { id }) }
  const content = isCompatible === true ? compatibleContent(answer, about) : answer
  const statuses = { overallStatus, participantStatus: null, ftaStatus: null }
  const tail = answerTail(content, statuses, findingsIn(answerForm.language, findings))
  const attachments = judged.attachments.map(hashedFile)
  const written = { ...judged, request, findings, failed, status, attachments }
  if (answerForm.isDryRun) return { ...written, ...unstored, dryRun: dryRunText(judged, content, tail, answerForm) }
  return {
    ...written,
    sha256: { request: sha256(request), answer: sha256(answer), ubl: sha256(ubl) },
    answered: { before: answerHead(id, answerForm.orgId), after: `,${membersIn(content)},${tail}` },
  }
}

function firstStatus(isValid: boolean, hasPhase2: boolean): FirstStatus {
  if (!isValid) return { isSent: false, overallStatus: 'VALIDATION_FAILED' }
  return hasPhase2 ? { isSent: true, overallStatus: 'PENDING' } : { isSent: false, overallStatus: null }
}

/**
 * The answer of a dry run: the document without id, org_id and document_sequence, and the texts
 * that a create would send.
 */
function dryRunText(
  { ubl, taxData }: JudgedDocument,
  content: string,
  tail: string,
  { hasPhase2 }: AnswerForm,
): string {
  const texts = writeMembers({ document_xml: ubl, tax_data_xml: hasPhase2 ? taxData : null })
  return `{"document":{${membersIn(content)},${tail},${texts}}`
}

/** A dry run stores nothing, so these texts need not leave the thread. */
const unstored = {
  request: '',
  answer: '',
  ubl: '',
  taxData: null,
  findings: '[]',
  attachments: [],
  sha256: { request: '', answer: '', ubl: '' },
  answered: { before: '', after: '' },
} as const

function hashedFile({ id, file_name, file_type, file_content }: JudgedDocument['attachments'][number]): HashedFile {
  const content = Buffer.from(file_content, 'base64')
  return { id, fileName: file_name, fileType: file_type, content, sha256: sha256(content) }
}

function sha256(content: string | Uint8Array): string {
  return hash('sha256', content, 'hex')
}

function readableOrUndefined(draft: Draft) {
  try {
    return readableDraft(draft)
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}

const notUtf8: { readonly refusal: Refusal } = {
  refusal: {
    unreadable: { reason: message('not_utf8'), path: undefined },
    errors: new Map(),
    partyProfileId: undefined,
  },
}
