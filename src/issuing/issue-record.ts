import { createHash } from 'node:crypto'
import { compatibleContent } from '../document/compatible-content.ts'
import { writeJson } from '../json/write.ts'
import { isPacked, type KeptText } from '../packing.ts'
import { findingsIn } from '../rulebook/findings/findings-in.ts'
import type { Rulebook, RuleFinding } from '../rulebook/rulebook.ts'
import { bytesIfLong, type Text } from '../text.ts'
import { answerHead, answerTail } from './answer-tail.ts'
import { firstStatus } from './first-status.ts'
import type { Ids } from './ids.ts'
import { issueDocument } from './issue-document.ts'
import type { IssuedFile, IssuedRecord, Refusal } from './issued-record.ts'
import { plainOrder, type RequestedOrder, type Telling } from './requested-order.ts'

/**
 * Issues a document and writes everything that is stored, hashed and answered of it, so that
 * whoever stores and answers it never looks into its texts. Input and output can cross to a worker
 * thread.
 */
export function issueRecord(order: RequestedOrder, rulebook: Rulebook, ids: Ids): RecordResult {
  const plain = readable(order)
  if (plain === undefined) return notUtf8
  const result = issueDocument(plain, rulebook, ids)
  return 'refusal' in result ? result : { issued: recordOf(result.issued, order) }
}

/**
 * Everything about an issued document that is stored, answered or sent. Long texts may be bytes.
 */
export interface StoredRecord
  extends Omit<IssuedRecord, 'request' | 'answer' | 'ubl' | 'taxData' | 'findings' | 'changes' | 'attachments'> {
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

export interface HashedFile extends IssuedFile {
  /** Of the content, in hexadecimal. */
  readonly sha256: string
}

export type RecordResult = { readonly issued: StoredRecord } | { readonly refusal: Refusal }

/** The record with its long texts as bytes. */
export function withBytes(result: RecordResult): RecordResult {
  if ('refusal' in result) return result
  const { issued } = result
  return {
    issued: {
      ...issued,
      request: bytesIfLong(issued.request),
      answer: bytesIfLong(issued.answer),
      ubl: bytesIfLong(issued.ubl),
      taxData: bytesIfLong(issued.taxData),
      findings: bytesIfLong(issued.findings),
      ...(issued.changes !== undefined && { changes: bytesIfLong(issued.changes) }),
      answered: { ...issued.answered, after: bytesIfLong(issued.answered.after) },
      ...(issued.dryRun !== undefined && { dryRun: bytesIfLong(issued.dryRun) }),
    },
  }
}

/** The record with the long texts that are stored packed; `pack` decides on which thread. */
export async function packedRecord(
  result: RecordResult,
  { telling }: RequestedOrder,
  pack: (text: Text) => KeptText | Promise<KeptText>,
): Promise<RecordResult> {
  if ('refusal' in result) return result
  const { issued } = result
  const { answered } = issued
  const packed = async (text: KeptText) => (isPacked(text) ? text : pack(text))
  return {
    issued: {
      ...issued,
      request: await packed(issued.request),
      answer: await packed(issued.answer),
      ubl: await packed(issued.ubl),
      taxData: issued.taxData && (await packed(issued.taxData)),
      findings: await packed(issued.findings),
      answered: { ...answered, ...(telling.isAnswerKept === true && { kept: await packed(answered.after) }) },
    },
  }
}

function recordOf(issued: IssuedRecord, { telling, isCompatible }: RequestedOrder): StoredRecord {
  const { id, isValid, request, answer, ubl } = issued
  const findings = writeJson(issued.findings.map((finding) => ({ ...finding })))
  const failed = issued.findings.map(({ flag, reasonCode }) => ({ flag, reasonCode }))
  const standing = { ...firstStatus(isValid, telling.hasPhase2), participantStatus: null, ftaStatus: null }
  const { overallStatus } = standing
  const about = { overallStatus, ...(!telling.isDryRun && { id }) }
  const content = isCompatible === true ? compatibleContent(answer, about) : answer
  const tail = answerTail(content, standing, findingsIn(telling.language, findings))
  const attachments = issued.attachments.map((file) => ({ ...file, sha256: sha256(file.content) }))
  const written = { ...issued, findings, failed, attachments }
  if (telling.isDryRun) return { ...written, ...unstored, dryRun: dryRunText(issued, content, tail, telling) }
  return {
    ...written,
    sha256: { request: sha256(request), answer: sha256(answer), ubl: sha256(ubl) },
    answered: { before: answerHead(id, telling.orgId), after: `,${content.slice(1, -1)},${tail}` },
  }
}

/** The document without id, org_id and document_sequence, and the texts that would be sent. */
function dryRunText({ ubl, taxData }: IssuedRecord, content: string, tail: string, { hasPhase2 }: Telling): string {
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

function readable(order: RequestedOrder) {
  try {
    return plainOrder(order)
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
