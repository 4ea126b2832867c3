import type { CreditedInvoice } from '@selfbill/pint-ae/draft'
import type { Text } from '@selfbill/pint-ae/text'
import type { StoredDocument } from '../store/documents/document-row.ts'
import { findDocument } from '../store/documents/find-document.ts'
import { creditsOf } from '../store/documents/invoice-credits.ts'
import type { ApplicationParts, Caller } from './caller.ts'
import type { Credits, NewDraft } from './create-document.ts'
import type { DocumentRefusal } from './refusal.ts'

/**
 * The draft of a credit note for lines of a stored invoice, named by their line numbers. Prices,
 * charges and VAT come from the invoice. The credit notes of an invoice add up to it exactly, and
 * none credits more than is left. Issue or judge it like any other draft. Source:
 * docs/decisions/0032.
 */
export async function creditDraft(
  caller: Pick<Caller, 'orgId' | 'room'>,
  { family, id, text }: CreditInput,
  parts: Pick<ApplicationParts, 'store'>,
): Promise<NewDraft | DocumentRefusal> {
  const invoice = await findDocument(parts.store.database, caller.orgId, family, id, caller.room)
  if (!invoice) return { refusal: 'document_not_found', family, id }
  if (invoice.overallStatus === 'VALIDATION_FAILED') return { refusal: 'not_creditable' }
  return {
    family: creditNoteFamilies[family],
    profileId: invoice.profileId,
    text,
    credits: () => creditsFor(caller, family, invoice, parts),
  }
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

/**
 * A valid invoice never changes: only a failed document can be resubmitted. Its credits can change,
 * so each attempt reads them again.
 */
async function creditsFor(
  { room }: Pick<Caller, 'room'>,
  family: CreditedInvoice['family'],
  { orgId, id, documentNumber, answer }: StoredDocument,
  { store }: Pick<ApplicationParts, 'store'>,
): Promise<Credits> {
  const noteFamily = creditNoteFamilies[family]
  const { next, ...credited } = await creditsOf(store.database, { orgId, id, documentNumber, noteFamily, room })
  return {
    invoice: { family, answer: await answer.inParts(), ...credited },
    claim: (record) => ({ invoiceId: id, number: next, amounts: record.credited ?? '{}' }),
  }
}
