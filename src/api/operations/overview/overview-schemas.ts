import {
  answerEnum,
  answerObject,
  families,
  instant,
  instantAt,
  OverallStatus,
  orNull,
  Type,
} from '@selfbill/pint-ae/document'
import { Decimal } from '@selfbill/schematron/decimal'
import type { Handled } from '../../../store/documents/handled.ts'
import type { InvoiceCredit } from '../../../store/overview/credit-standings.ts'
import { attentionReasons, type LegStanding, type OverviewRow } from '../../../store/overview/overview-rows.ts'
import type { CappedCount } from '../../../store/overview/overview-summary.ts'
import { LegStatusAnswer } from '../../documents/snapshot.ts'

const LegStandingAnswer = orNull(
  answerObject('LegStanding', { status: LegStatusAnswer, since: instant(), reason: Type.Optional(Type.String()) }),
)

/** The status of a document in a list. */
export const ListedStatus = orNull(OverallStatus)

/** Why a document may need a person. */
export const AttentionReason = answerEnum('AttentionReason', attentionReasons)

const FindingCounts = answerObject(
  'FindingCounts',
  { fatal: Type.Optional(Type.Integer()), warning: Type.Optional(Type.Integer()) },
  { description: 'How many findings; absent for a document of an older version of the service with very many' },
)

const CreditNoteOfInvoice = answerObject('CreditNoteOfInvoice', {
  id: Type.String({ format: 'uuid' }),
  document_number: Type.String(),
  status: ListedStatus,
  currency: Type.String(),
  amount: Type.Number(),
  is_counted: Type.Boolean(),
})

const CreditedInvoice = answerObject('CreditedInvoice', {
  id: Type.Optional(Type.String({ format: 'uuid' })),
  document_number: Type.String(),
  status: Type.Optional(ListedStatus),
})

/** What a person did about a rejected or failed document. */
export const HandledDocument = answerObject('HandledDocument', {
  note: Type.String(),
  handled_by: Type.String(),
  handled_at: instant(),
})

export function answeredHandling({ note, handledBy, handledAt }: Handled) {
  return { note, handled_by: handledBy, handled_at: instantAt(handledAt) }
}

/** A document of any family, as a list shows it. */
export const OverviewItem = answerObject('ListedDocument', {
  id: Type.String({ format: 'uuid' }),
  family: answerEnum('Family', families),
  document_number: Type.String(),
  business_profile_id: Type.String(),
  issue_date: Type.String({ format: 'date' }),
  seller_name: Type.String(),
  buyer_name: Type.String(),
  seller_trn: Type.Optional(Type.String()),
  buyer_trn: Type.Optional(Type.String()),
  currency: Type.String(),
  payable_amount: Type.Number(),
  tax_amount: Type.Number(),
  status: ListedStatus,
  c3: LegStandingAnswer,
  c5: LegStandingAnswer,
  findings: FindingCounts,
  attention: Type.Array(AttentionReason),
  created_at: instant(),
  changed_at: instant(),
  content_removed_at: Type.Optional(instant()),
  held_since: Type.Optional(instant()),
  handled: Type.Optional(HandledDocument),
  credited_amount: Type.Optional(Type.Number()),
  left_amount: Type.Optional(Type.Number()),
  credit_notes: Type.Optional(Type.Array(CreditNoteOfInvoice)),
  credit_notes_count: Type.Optional(Type.Integer()),
  credits: Type.Optional(Type.Array(CreditedInvoice)),
})

export function overviewItem(row: OverviewRow) {
  const { fatalFindings: fatal, warningFindings: warning } = row
  return {
    id: row.id,
    family: row.family,
    document_number: row.documentNumber,
    business_profile_id: row.profileId,
    issue_date: row.issueDate,
    seller_name: row.sellerName,
    buyer_name: row.buyerName,
    ...(row.sellerTrn !== undefined && { seller_trn: row.sellerTrn }),
    ...(row.buyerTrn !== undefined && { buyer_trn: row.buyerTrn }),
    currency: row.currency,
    payable_amount: Decimal.from(row.payableAmount),
    tax_amount: Decimal.from(row.taxAmount),
    status: row.status,
    c3: standing(row.c3),
    c5: standing(row.c5),
    findings: { ...(fatal !== undefined && { fatal }), ...(warning !== undefined && { warning }) },
    attention: [...row.attention],
    created_at: instantAt(row.createdAt),
    changed_at: instantAt(row.changedAt),
    ...(row.removedAt !== undefined && { content_removed_at: instantAt(row.removedAt) }),
    ...(row.heldAt !== undefined && { held_since: instantAt(row.heldAt) }),
    ...(row.handled && { handled: answeredHandling(row.handled) }),
    ...(row.credit && creditMembers(row.credit)),
    ...(row.credits && {
      credits: row.credits.map(({ id, documentNumber, status }) => ({
        ...(id && { id }),
        document_number: documentNumber,
        ...(status !== undefined && { status }),
      })),
    }),
  }
}

function creditMembers({ credited, left, notes, count }: InvoiceCredit) {
  return {
    credited_amount: credited,
    left_amount: left,
    credit_notes: notes.map(({ id, documentNumber, status, currency, amount, isCounted }) => ({
      id,
      document_number: documentNumber,
      status,
      currency,
      amount,
      is_counted: isCounted,
    })),
    credit_notes_count: count,
  }
}

function standing(leg: LegStanding | undefined) {
  if (leg === undefined) return null
  return { status: leg.status, since: instantAt(leg.since), ...(leg.reason !== undefined && { reason: leg.reason }) }
}

/** The members of a count that stops. */
export const countMembers = {
  count: Type.Integer(),
  is_capped: Type.Boolean(),
}

export function countAnswer({ count, isCapped }: CappedCount) {
  return { count, is_capped: isCapped }
}
