import {
  familyTitles,
  PurchaseCredit,
  PurchaseCreditNote,
  SalesCredit,
  SalesCreditNote,
} from '@selfbill/pint-ae/document'
import type { CreditedInvoice } from '@selfbill/pint-ae/draft'
import { creditDraft, creditNoteFamilies } from '../../../application/credit-invoice.ts'
import { createAnswer } from '../../documents/create-answer.ts'
import { documentOrDryRun, dryRunQuery } from '../../documents/dry-run.ts'
import { faultFor } from '../../documents/refusal.ts'
import { operationWith } from '../../operation.ts'
import type { Issuing } from '../../parts.ts'
import { documentParameters } from './document-parameters.ts'

/**
 * Issues a credit note for lines of a stored invoice, named by their numbers, at the invoice's
 * prices. All credit notes of an invoice add up to it exactly, and none exceeds the rest. Source:
 * docs/decisions/0032.
 */
export function creditInvoice(family: CreditedInvoice['family']) {
  const { name, noteName, request, answer } = kinds[family]
  const noteFamily = creditNoteFamilies[family]
  const title = familyTitles[family].toLowerCase()
  return operationWith<Issuing>()({
    id: `credit${name}`,
    method: 'POST',
    path: `/api/${family}/{id}/credit-notes`,
    summary: `Credit lines of a ${title}, or the rest of it`,
    description:
      'Lines, quantities and a reason are enough: prices, charges, allowances and VAT come from the invoice, and no ' +
      'more is credited than was billed.',
    access: { kind: 'scopes', scopes: ['documents:write'] },
    audits: { not: 'a document has its own log' },
    isTranslated: true,
    params: documentParameters,
    query: dryRunQuery,
    body: {
      kind: 'json',
      schema: request,
      example: { discrepancy_response: 'DL8.61.1.D', reason: 'Goods were returned', lines: [{ line: 1, quantity: 1 }] },
    },
    answers: {
      200: {
        description: 'The result of a dry run',
        type: 'application/json',
        schema: documentOrDryRun(noteName, answer),
      },
      201: { description: 'The stored credit note', type: 'application/json', schema: answer },
    },
    leadsTo: { path: `/api/${noteFamily}/{id}`, parameters: { id: '$response.body#/id' } },
    faults: [
      'parameter_invalid',
      'document_not_found',
      'content_removed',
      'document_not_creditable',
      'profile_not_found',
      'profile_inactive',
      'document_invalid',
      'document_number_taken',
      'totals_unexpected',
      'approval_required',
      'unavailable',
    ],
    async handle(call) {
      const credit = { family, id: call.params.id, text: call.body.bytes }
      const draft = await creditDraft({ orgId: call.account.orgId, room: call.room }, credit, call.parts)
      if ('refusal' in draft) throw faultFor(draft)
      return createAnswer(call, draft, call.query.dry_run === true)
    },
  })
}

const kinds = {
  'purchase-invoices': {
    name: 'PurchaseInvoice',
    noteName: 'PurchaseCreditNote',
    request: PurchaseCredit,
    answer: PurchaseCreditNote,
  },
  'sales-invoices': {
    name: 'SalesInvoice',
    noteName: 'SalesCreditNote',
    request: SalesCredit,
    answer: SalesCreditNote,
  },
} as const
