import { faultOf, isFailure } from '../../api/answer/error-shape.ts'
import { faultFor } from '../../api/documents/refusal.ts'
import type { Fault } from '../../api/faults.ts'
import type { Issuing, Sealing } from '../../api/parts.ts'
import { askForApproval } from '../../application/ask-for-approval.ts'
import { BatchMemory, comparedWith } from '../../application/batch-memory.ts'
import type { Caller } from '../../application/caller.ts'
import { createDocument } from '../../application/create-document.ts'
import { gatheredParts, issueMany } from '../../application/issue-many.ts'
import { judgeDraft } from '../../application/judge-draft.ts'
import type { Finding } from '../../document-files/file-reasons.ts'
import { userIdOf } from '../../people/sign-in.ts'
import { findApprovalRule } from '../../store/approvals/approval-rules.ts'
import { failedConstraint } from '../../store/constraints.ts'
import { isLoss } from '../../store/database/database.ts'
import { unlimitedRoom } from '../../store/room.ts'
import { asChecked, OtherThanChecked, seeingRepeat } from './as-checked.ts'
import type { StoredUpload } from './stored-uploads.ts'
import {
  comparedBefore,
  insertResult,
  keepResult,
  type NewResult,
  type PendingDocument,
  type Phase,
  pendingDocuments,
} from './upload-documents.ts'
import { faultErrors, findingErrors, repeatErrors, type Warning, warningErrors } from './upload-errors.ts'

/**
 * Works on the next documents of an upload: checks them, or issues them. The result of an issued
 * document is in its own create's transaction, so that a worker that dies in between, or another
 * one beside it, issues nothing twice.
 */
export async function workSlice(upload: StoredUpload, { issuing, onFailure }: SliceParts): Promise<Slice> {
  const phase: Phase = upload.status === 'CHECKING' ? 'CHECK' : 'ISSUE'
  const { database } = issuing.store
  const documents = await pendingDocuments(database, upload, phase, sliceMax)
  const rule = await findApprovalRule(database, upload.orgId)
  const caller: Caller = { ...callerOf(upload), approval: isAsked(upload) && rule ? { rule } : undefined }
  const one = phase === 'CHECK' ? checkOne : issueOne
  const memory = phase === 'CHECK' ? new BatchMemory(await comparedBefore(database, upload)) : undefined
  const parts = gatheredParts(issuing, memory)
  const work = (document: PendingDocument) =>
    one(upload, caller, document, parts).catch((error: unknown) => outcomeOf(document, error, { upload, onFailure }))
  const results = issueMany(documents, work, {
    clock: issuing.clock,
    sizeOf: ({ request }) => request.length,
    largeSize: largeBytes,
    sizeAtOnceMax: bytesAtOnceMax,
  })
  const kept: NewResult[] = []
  let isHeldUp = false
  for await (const result of results) {
    if (result === 'held up') isHeldUp = true
    else if (result !== 'stored') kept.push(result)
  }
  if (kept.length > 0) await database.transaction(kept.map((result) => keepResult(upload, phase, result)))
  return { isHeldUp, isLast: documents.length < sliceMax }
}

export interface SliceParts {
  readonly issuing: Issuing & Sealing
  readonly onFailure: (error: unknown) => void
}

export interface Slice {
  /** The service is busy or has lost its database: the same documents come again later. */
  readonly isHeldUp: boolean
  /** There was nothing behind it. */
  readonly isLast: boolean
}

function callerOf({ orgId, apiVersion }: StoredUpload): Caller {
  return {
    orgId,
    // Who reads the upload without the right to read documents does not get these warnings.
    mayRead: true,
    apiVersion,
    language: 'en',
    isCompatible: false,
    room: unlimitedRoom,
    isAnswerStored: false,
    alsoStore: () => undefined,
  }
}

/** `stored`: the create has stored the result itself. `held up`: the next try may get further. */
type Worked = NewResult | 'stored' | 'held up'

async function checkOne(
  upload: StoredUpload,
  caller: Caller,
  document: PendingDocument,
  given: Issuing,
): Promise<Worked> {
  const { family, profileId } = upload
  const { position, rows, request: text } = document
  const { parts, seen } = seeingRepeat(given)
  const judged = await judgeDraft({ ...caller, isThorough: true }, { family, profileId, text }, parts)
  if ('refusal' in judged) return refused(document, faultFor(judged), upload)
  const { findings, warnings: unlikely, references } = readDryRun(judged.dryRun)
  const compared = comparedWith(judged.facts.figures, references)
  const fatal = findings.filter(({ flag }) => flag === 'fatal')
  const isRepeat = seen.repeated !== undefined
  const repeats = repeatErrors(seen.repeated, rows)
  // The sentence with the number of the earlier document replaces the finding.
  const mild = findings.filter(({ flag, reasonCode }) => flag !== 'fatal' && reasonCode !== 'SB-DUPLICATE')
  const warnings = [...repeats, ...findingErrors(mild, rows, upload), ...warningErrors(unlikely, rows, upload)]
  return fatal.length === 0
    ? { position, outcome: 'PASSES', isRepeat, warnings, compared }
    : { position, outcome: 'FAILS', isRepeat, warnings, compared, errors: findingErrors(fatal, rows, upload) }
}

/**
 * Programs are not asked. An upload that an older instance began to issue does not say whose it is:
 * what needs a second person is then refused.
 */
function isAsked({ issuer }: StoredUpload): boolean {
  return issuer === undefined || userIdOf(issuer.id) !== undefined
}

async function issueOne(
  upload: StoredUpload,
  caller: Caller,
  document: PendingDocument,
  parts: Issuing & Sealing,
): Promise<Worked> {
  try {
    return await issueAsChecked(upload, caller, document, parts)
  } catch (error) {
    if (!(error instanceof OtherThanChecked)) throw error
    const { position, rows } = document
    if (error.repeated !== undefined) {
      const outcome = upload.choices?.repeats === 'skip' ? 'SKIPPED' : 'REFUSED'
      return { position, outcome, isRepeat: true, errors: repeatErrors(error.repeated, rows) }
    }
    // It says which rules. When it finds none any more, the document may be issued next time.
    const checked = await checkOne(upload, caller, document, parts)
    if (typeof checked === 'string' || checked.outcome === 'PASSES') return 'held up'
    return { position, outcome: 'REFUSED', errors: checked.errors ?? [] }
  }
}

/** What needs a second person waits for one. Source: docs/decisions/0180. */
async function issueAsChecked(
  upload: StoredUpload,
  caller: Caller,
  document: PendingDocument,
  given: Issuing & Sealing,
): Promise<Worked> {
  const { family, profileId } = upload
  const { position, request: text } = document
  const { parts, requireAsChecked } = asChecked(upload, given)
  const besides: Caller['besides'] = ({ id, documentNumber, isValid }) => {
    requireAsChecked(isValid)
    const outcome = isValid ? 'ISSUED' : 'TO_REPAIR'
    return [insertResult(upload, 'ISSUE', { position, outcome, documentId: id, documentNumber })]
  }
  const created = await createDocument({ ...caller, besides }, { family, profileId, text }, parts)
  if (!('refusal' in created)) return 'stored'
  if (created.refusal !== 'approval_required' || upload.issuer === undefined)
    return refused(document, faultFor(created), upload)
  const asked = await askForApproval(
    caller,
    upload.issuer,
    { kind: 'create', family, profileId, text },
    parts,
    (approval) => {
      requireAsChecked(true)
      return [insertResult(upload, 'ISSUE', { position, outcome: 'WAITING', approvalId: approval.id })]
    },
  )
  return 'refusal' in asked ? refused(document, faultFor(asked), upload) : 'stored'
}

/** A failure of ours comes again with each try, so it counts as refused, unless it passes. */
function outcomeOf(document: PendingDocument, error: unknown, { upload, onFailure }: Failing): Worked {
  if (failedConstraint(error) === 'upload_result') return 'stored'
  if (isFailure(error) && !isLoss(error)) onFailure(error)
  return refused(document, faultOf(error), upload)
}

interface Failing extends Pick<SliceParts, 'onFailure'> {
  readonly upload: StoredUpload
}

function refused(document: PendingDocument, fault: Fault, upload: StoredUpload): Worked {
  if (fault.status === 429 || fault.status > 500) return 'held up'
  return { position: document.position, outcome: 'REFUSED', errors: faultErrors(fault, document.rows, upload) }
}

function readDryRun(dryRun: string | Uint8Array): ReadDryRun {
  const text = typeof dryRun === 'string' ? dryRun : new TextDecoder().decode(dryRun)
  const { document, warnings }: DryRun = JSON.parse(text)
  const findings = document.meta_info?.peppol_status?.validation_results ?? []
  return { findings, warnings, references: document.billing_reference?.map(({ id }) => id) ?? [] }
}

interface ReadDryRun {
  readonly findings: readonly Finding[]
  readonly warnings: readonly Warning[]
  /** The numbers of the invoices that it names. */
  readonly references: readonly string[]
}

interface DryRun {
  readonly warnings: readonly Warning[]
  readonly document: {
    readonly billing_reference?: readonly { readonly id: string }[]
    readonly meta_info?: { readonly peppol_status: { readonly validation_results: readonly Finding[] } | null }
  }
}

/** Few enough to show progress every second or so. */
const sliceMax = 50
/** Longer documents run one by one. */
const largeBytes = 64 * 1024
const bytesAtOnceMax = 8 * largeBytes
