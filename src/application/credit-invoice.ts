import type { CreditedInvoice } from '../record/readable-draft.ts'
import type { StoredDocument } from '../store/documents/document-row.ts'
import { creditsOf } from '../store/documents/invoice-credits.ts'
import type { Text } from '../text/text.ts'
import type { ApplicationParts, Caller } from './caller.ts'
import { type Created, type Credits, createDocument, type NewDraft } from './create-document.ts'
import { type Judged, judgeDraft } from './judge-draft.ts'
import type { DocumentRefusal, Refusal } from './refusal.ts'

/**
 * Issues a credit note for lines of a stored invoice, named by their line numbers. Prices, charges
 * and VAT come from the invoice. The credit notes of an invoice add up to it exactly, and none
 * credits more than is left. Source: docs/decisions/0032.
 */
export async function creditInvoice(
  caller: Caller,
  credit: CreditInput,
  parts: ApplicationParts,
): Promise<Created | Refusal | DocumentRefusal> {
  const draft = await creditDraft(caller, credit, parts)
  return 'refusal' in draft ? draft : createDocument(caller, draft, parts)
}

/** The dry run of `creditInvoice`. */
export async function judgeCredit(
  caller: Caller,
  credit: CreditInput,
  parts: ApplicationParts,
): Promise<Judged | Refusal | DocumentRefusal> {
  const draft = await creditDraft(caller, credit, parts)
  return 'refusal' in draft ? draft : judgeDraft(caller, draft, parts)
}

export interface CreditInput {
  /** Family of the invoice. */
  readonly family: CreditedInvoice['family']
  readonly id: string
  /** JSON: the reason and the lines to credit. */
  readonly text: Text
}

export const creditNoteFamilies = {
  'purchase-invoices': 'purchase-credit-notes',
  'sales-invoices': 'sales-credit-notes',
} as const

async function creditDraft(
  caller: Caller,
  { family, id, text }: CreditInput,
  parts: ApplicationParts,
): Promise<NewDraft | DocumentRefusal> {
  const invoice = await parts.store.documents.find(caller.orgId, family, id, caller.room)
  if (!invoice) return { refusal: 'document_not_found', family, id }
  if (invoice.overallStatus === 'VALIDATION_FAILED') return { refusal: 'not_creditable' }
  return {
    family: creditNoteFamilies[family],
    profileId: invoice.profileId,
    text,
    credits: () => creditsFor(caller, family, invoice, parts),
  }
}

/**
 * A valid invoice never changes: only a failed document can be resubmitted. Its credits can change,
 * so each attempt reads them again.
 */
async function creditsFor(
  { room }: Caller,
  family: CreditedInvoice['family'],
  { orgId, id, documentNumber, answer }: StoredDocument,
  { store }: ApplicationParts,
): Promise<Credits> {
  const noteFamily = creditNoteFamilies[family]
  const { next, ...credited } = await creditsOf(store.database, { orgId, id, documentNumber, noteFamily, room })
  return {
    invoice: { family, answer: await answer.inParts(), ...credited },
    claim: (record) => ({ invoiceId: id, number: next, amounts: record.credited ?? '{}' }),
  }
}
