import { PurchaseCreditNote, SalesCreditNote } from '../../../document/answer.ts'
import { PurchaseCredit, SalesCredit } from '../../../document/credit/credit-request.ts'
import { familyTitles } from '../../../document/family.ts'
import { Fault } from '../../../faults.ts'
import type { CreditedInvoice } from '../../../issuing/issue-order.ts'
import type { StoredRecord } from '../../../issuing/issue-record.ts'
import type { StoredDocument } from '../../../store/documents/document-row.ts'
import { creditsOf, newCredit } from '../../../store/documents/invoice-credits.ts'
import { DryRun, dryRunQuery, isDryRun } from '../../documents/dry-run.ts'
import { type Credits, issueDocument } from '../../documents/issue-document.ts'
import { type Call, operationOf } from '../../operation.ts'
import { documentNotFound, documentParameters } from './document-parameters.ts'

/**
 * Issues a credit note for lines of an invoice that is here, named by their numbers: the service writes it at the invoice's prices, such
 * that all credit notes of an invoice come to it exactly and none takes more than is left. Source: decision 0032.
 */
export function creditInvoice(family: CreditedInvoice['family']) {
  const { name, request, answer, noteFamily } = kinds[family]
  const title = familyTitles[family].toLowerCase()
  return operationOf({
    id: `credit${name}`,
    method: 'POST',
    path: `/api/${family}/{id}/credit-notes`,
    summary: `Credit lines of a ${title}, or all that is left of it`,
    description:
      'Lines, quantities and a reason are enough: prices, charges, allowances and VAT are those of the invoice, and no more is credited than was billed.',
    scope: 'documents:write',
    isTranslated: true,
    params: documentParameters,
    query: dryRunQuery,
    example: { discrepancy_response: 'DL8.61.1.D', reason: 'Goods were returned', lines: [{ line: 1, quantity: 1 }] },
    body: request,
    answers: {
      200: { description: 'What a dry run found', type: 'application/json', schema: DryRun },
      201: { description: 'The stored credit note', type: 'application/json', schema: answer },
    },
    leadsTo: { path: `/api/${noteFamily}/{id}`, parameters: { id: '$response.body#/id' } },
    faults: [
      'parameter_invalid',
      'document_not_found',
      'document_not_creditable',
      'profile_not_found',
      'profile_inactive',
      'document_invalid',
      'document_number_taken',
      'unavailable',
    ],
    async handle(call) {
      const isDry = isDryRun(call)
      const id = call.param('id')
      const stored = await call.parts.store.documents.find(call.account.orgId, family, id, call.room)
      if (!stored) throw documentNotFound(family, id)
      if (stored.overallStatus === 'VALIDATION_FAILED') throw notCreditable()
      const { profileId } = stored
      const credits = () => creditsFor(call, family, stored)
      return issueDocument(call, { family: noteFamily, profileId, text: call.body, isDryRun: isDry, credits })
    },
  })
}

const kinds = {
  'purchase-invoices': {
    name: 'PurchaseInvoice',
    request: PurchaseCredit,
    answer: PurchaseCreditNote,
    noteFamily: 'purchase-credit-notes',
  },
  'sales-invoices': {
    name: 'SalesInvoice',
    request: SalesCredit,
    answer: SalesCreditNote,
    noteFamily: 'sales-credit-notes',
  },
} as const

/** The invoice itself cannot change any more: only what failed its rules can. */
async function creditsFor(
  { parts, room }: Call,
  family: CreditedInvoice['family'],
  { orgId, id, documentNumber, answer }: StoredDocument,
): Promise<Credits> {
  const { noteFamily } = kinds[family]
  const { next, ...credited } = await creditsOf(parts.store.database, { orgId, id, documentNumber, noteFamily, room })
  return {
    // Read anew for every attempt: the thread that issues takes them over.
    invoice: { family, answer: await answer.inParts(), ...credited },
    claim: (issued: StoredRecord) => [
      newCredit({
        orgId,
        invoiceId: id,
        number: next,
        creditNoteId: issued.id,
        amounts: issued.credited ?? '{}',
      }),
    ],
  }
}

function notCreditable(): Fault {
  const message = 'document status is VALIDATION_FAILED: it was never sent, correct it instead of crediting it'
  return new Fault('document_not_creditable', [], new Map([['document_status', message]]))
}
