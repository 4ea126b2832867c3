import { createHash } from 'node:crypto'
import { compatibleContent } from '../document/compatible-content.ts'
import { writeJson } from '../json/write.ts'
import { findingsIn } from '../rulebook/findings/findings-in.ts'
import type { Rulebook, RuleFinding } from '../rulebook/rulebook.ts'
import { isPacked, type KeptText } from '../text/packing.ts'
import { bytesIfLong, type Text } from '../text/text.ts'
import { answerHead, answerTail } from './answer-tail.ts'
import { type AnswerForm, type Draft, readableDraft } from './draft.ts'
import { firstStatus } from './first-status.ts'
import type { Ids } from './ids.ts'
import type { PlainRecord, RecordFile, Refusal } from './plain-record.ts'
import { plainRecordOf } from './plain-record-of.ts'

/**
 * Issues a document and writes everything that is stored, hashed and answered of it, so that
 * whoever stores and answers it never looks into its texts. Input and output can cross to a worker
 * thread.
 */
export function makeRecord(order: Draft, rulebook: Rulebook, ids: Ids): RecordResult {
  const plain = readable(order)
  if (plain === undefined) return notUtf8
  const result = plainRecordOf(plain, rulebook, ids)
  return 'refusal' in result ? result : { record: recordOf(result.record, order) }
}

/**
 * Everything about an issued document that is stored, answered or sent. Long texts may be bytes.
 */
export interface DocumentRecord
  extends Omit<PlainRecord, 'request' | 'answer' | 'ubl' | 'taxData' | 'findings' | 'changes' | 'attachments'> {
  readonly request: KeptText
  readonly answer: KeptText
  readonly ubl: KeptText
  readonly taxData: KeptText | null
  readonly changes?: Text
  /** JSON, in English. */
  readonly findings: KeptText
  /** Which rules failed: of each finding its flag and its rule. */
  readonly failed: readonly FailedRule[]
  readonly attachments: readonly HashedFile[]
  /** SHA-256 in hexadecimal. */
  readonly sha256: { readonly request: string; readonly answer: string; readonly ubl: string }
  /**
   * JSON of the answer in two pieces, around document_sequence; `kept` is the second as it is kept
   * for a repeated request.
   */
  readonly answered: { readonly before: string; readonly after: Text; readonly kept?: KeptText }
  /** JSON of the answer to a dry run; nothing else of it is used. */
  readonly dryRun?: Text
}

export type FailedRule = Pick<RuleFinding, 'flag' | 'reasonCode'>

export interface HashedFile extends RecordFile {
  /** Of the content, in hexadecimal. */
  readonly sha256: string
}

export type RecordResult = { readonly record: DocumentRecord } | { readonly refusal: Refusal }

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

/** The record with the long texts that are stored packed; `pack` decides on which thread. */
export async function packedRecord(
  result: RecordResult,
  { answerForm }: Draft,
  pack: (text: Text) => KeptText | Promise<KeptText>,
): Promise<RecordResult> {
  if ('refusal' in result) return result
  const { record } = result
  const { answered } = record
  const packed = async (text: KeptText) => (isPacked(text) ? text : pack(text))
  return {
    record: {
      ...record,
      request: await packed(record.request),
      answer: await packed(record.answer),
      ubl: await packed(record.ubl),
      taxData: record.taxData && (await packed(record.taxData)),
      findings: await packed(record.findings),
      answered: { ...answered, ...(answerForm.isAnswerKept === true && { kept: await packed(answered.after) }) },
    },
  }
}

function recordOf(record: PlainRecord, { answerForm, isCompatible }: Draft): DocumentRecord {
  const { id, isValid, request, answer, ubl } = record
  const findings = writeJson(record.findings.map((finding) => ({ ...finding })))
  const failed = record.findings.map(({ flag, reasonCode }) => ({ flag, reasonCode }))
  const standing = { ...firstStatus(isValid, answerForm.hasPhase2), participantStatus: null, ftaStatus: null }
  const { overallStatus } = standing
  const about = { overallStatus, ...(!answerForm.isDryRun && { id }) }
  const content = isCompatible === true ? compatibleContent(answer, about) : answer
  const tail = answerTail(content, standing, findingsIn(answerForm.language, findings))
  const attachments = record.attachments.map((file) => ({ ...file, sha256: sha256(file.content) }))
  const written = { ...record, findings, failed, attachments }
  if (answerForm.isDryRun) return { ...written, ...unstored, dryRun: dryRunText(record, content, tail, answerForm) }
  return {
    ...written,
    sha256: { request: sha256(request), answer: sha256(answer), ubl: sha256(ubl) },
    answered: { before: answerHead(id, answerForm.orgId), after: `,${content.slice(1, -1)},${tail}` },
  }
}

/** The document without id, org_id and document_sequence, and the texts that would be sent. */
function dryRunText({ ubl, taxData }: PlainRecord, content: string, tail: string, { hasPhase2 }: AnswerForm): string {
  const texts = writeJson({ document_xml: ubl, tax_data_xml: hasPhase2 ? taxData : null })
  return `{"document":${content.slice(0, -1)},${tail},${texts.slice(1)}`
}

/** A dry run stores nothing: its texts need not leave the thread. */
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

function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}

function readable(order: Draft) {
  try {
    return readableDraft(order)
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}

const notUtf8: RecordResult = {
  refusal: {
    unreadable: { message: 'The body is not valid UTF-8', path: undefined },
    errors: new Map(),
    partyProfileId: undefined,
  },
}
