import { createHash } from 'node:crypto'
import type { Family } from '@selfbill/pint-ae/document'
import { stringOf, type Text } from '@selfbill/pint-ae/text'
import { v7 } from 'uuid'
import { insertApproval, type NewApproval } from '../store/approvals/approvals.ts'
import type { Statement } from '../store/database/database.ts'
import type { ApplicationParts, Caller } from './caller.ts'
import type { NewDraft } from './create-document.ts'
import { creditDraft } from './credit-invoice.ts'
import { type Judged, judgeDraft } from './judge-draft.ts'
import type { DocumentRefusal, Refusal } from './refusal.ts'
import { judgeResubmission } from './resubmit-document.ts'

/** What is to be issued once a second person has approved it. */
export type Submission =
  | { readonly kind: 'create'; readonly family: Family; readonly profileId: string; readonly text: Text }
  | { readonly kind: 'credit'; readonly family: InvoiceFamily; readonly documentId: string; readonly text: Text }
  | {
      readonly kind: 'correct'
      readonly family: Family
      readonly documentId: string
      readonly profileId: string
      readonly text: Text
    }

type InvoiceFamily = Parameters<typeof creditDraft>[1]['family']

/** Who asks, as the list of approvals names them. */
export interface Author {
  readonly id: string
  readonly name: string
}

export interface ApprovalParts extends ApplicationParts {
  /** Encrypts texts for the database. */
  readonly secrets: { seal(text: string): string }
}

/**
 * Stores a document that waits for a second person: without a number, and sealed. It must pass its
 * rules: nobody can approve what cannot be sent. `besides` is stored in the same transaction.
 */
export async function askForApproval(
  caller: Caller,
  author: Author,
  submission: Submission,
  parts: ApprovalParts,
  besides: (approval: NewApproval) => readonly Statement[] = () => [],
): Promise<NewApproval | Refusal | DocumentRefusal> {
  const judged = await judgeSubmission(caller, submission, parts)
  if ('refusal' in judged) return judged
  const { figures, isValid, profileVersion } = judged.facts
  if (!isValid) return { refusal: 'approval_of_failing' }
  const request = stringOf(submission.text)
  const now = parts.now()
  const about = {
    kind: submission.kind,
    family: submission.family,
    profileId: 'profileId' in submission ? submission.profileId : undefined,
    documentId: 'documentId' in submission ? submission.documentId : undefined,
    profileVersion,
    amount: figures.payableAmount,
  }
  const approval: NewApproval = {
    ...about,
    orgId: caller.orgId,
    id: v7(),
    request: parts.secrets.seal(request),
    summary: parts.secrets.seal(JSON.stringify(summaryOf(figures))),
    digest: digestOf(about, request),
    authorId: author.id,
    authorName: author.name,
    createdAt: now,
    expiresAt: now + waitsMs,
  }
  await parts.store.database.transaction([insertApproval(approval), ...besides(approval)])
  return approval
}

/** How it would be computed and judged now. */
export async function judgeSubmission(
  caller: Caller,
  submission: Submission,
  parts: ApplicationParts,
): Promise<Judged | Refusal | DocumentRefusal> {
  if (submission.kind === 'correct') {
    const { family, documentId, profileId, text } = submission
    return judgeResubmission(caller, { family, id: documentId, profileId, text }, parts)
  }
  const draft = await draftOf(caller, submission, parts)
  return 'refusal' in draft ? draft : judgeDraft(caller, draft, parts)
}

/** The draft of a document that does not exist yet. */
export async function draftOf(
  caller: Pick<Caller, 'orgId' | 'room'>,
  submission: Extract<Submission, { readonly kind: 'create' | 'credit' }>,
  parts: Pick<ApplicationParts, 'store'>,
): Promise<NewDraft | DocumentRefusal> {
  if (submission.kind === 'create') return submission
  const { family, documentId, text } = submission
  return creditDraft(caller, { family, id: documentId, text }, parts)
}

/** What a list shows of a document that waits. */
export type ApprovalSummary = ReturnType<typeof summaryOf>

function summaryOf({ issueDate, currency, payableAmount, billedByName, billedToName }: Judged['facts']['figures']) {
  return { issueDate, currency, payableAmount, sellerName: billedByName, buyerName: billedToName }
}

function digestOf(about: object, request: string): string {
  return createHash('sha256').update(JSON.stringify(about)).update('\n').update(request).digest('hex')
}

/** A document that nobody approves in two weeks has to be asked for again. */
const waitsMs = 14 * 24 * 3_600_000
