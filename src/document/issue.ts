import { strict as assert } from 'node:assert'
import { creditReasons } from '../codelists/codelists.ts'
import type { AnsweredLine, DocumentContent, Totals } from './answer.ts'
import { calculate } from './calculation/calculate.ts'
import { Errors, type FieldErrors } from './check.ts'
import type { CreditNoteRequest, InvoiceRequest } from './document.ts'
import type { Family } from './family.ts'
import type { IssuedAttachment, IssuedDocument } from './issued.ts'
import type { Attachment } from './objects/attachment.ts'
import type { Party } from './objects/party.ts'

/**
 * Turns a checked self-billed request into a document: computed, completed with what the service mints and with the buyer
 * of the business profile. Pure: ids and numbers are handed in. The errors are those that only the buyer or the computed
 * amounts show. Source: decisions §1 "Supplier equals buyer", §2, §3.
 */
export function issue(family: Family, request: InvoiceRequest | CreditNoteRequest, minted: Minted): Issuing {
  const errors = new Errors()
  if (isSameParty(request.accounting_supplier_party, minted.buyer)) {
    errors.add('accounting_supplier_party', 'Accounting supplier party must differ from the buyer')
  }
  const calculated = calculate(request)
  if ('errors' in calculated) for (const [path, message] of calculated.errors) errors.add(path, message)
  if (errors.count > 0 || 'errors' in calculated) return { errors: errors.byPath() }
  const attachments = identified(request.attachments ?? [], minted.attachmentIds ?? [])
  const content = contentOf(request, minted, attachments, calculated)
  return { document: { family, id: minted.id, content, attachments } }
}

/** What the service adds to a request. */
export interface Minted {
  readonly id: string
  /** Used when the request names none. */
  readonly documentNumber: string
  /** One for each attachment of the request, in order. */
  readonly attachmentIds?: readonly string[]
  /** The party of the business profile. */
  readonly buyer: Party
}

export type Issuing = { readonly document: IssuedDocument } | { readonly errors: FieldErrors }

/** The same participant of the network, or the same taxable person. */
function isSameParty(left: Party, right: Party): boolean {
  const isSameTin = left.tin !== undefined && left.tin === right.tin
  const isSameScheme = left.endpoint_scheme_id === right.endpoint_scheme_id
  // Participant identifiers are compared without letter case on the network.
  const isSameId = left.endpoint_id.toLowerCase() === right.endpoint_id.toLowerCase()
  return isSameTin || (isSameScheme && isSameId)
}

function identified(attachments: readonly Attachment[], ids: readonly string[]): readonly IssuedAttachment[] {
  return attachments.map((attachment, at) => {
    const id = ids[at]
    assert(id !== undefined, 'every attachment is given an id')
    return { id, ...attachment }
  })
}

/** In the order of an answer: the number first, lines and totals last. */
function contentOf(
  request: InvoiceRequest | CreditNoteRequest,
  minted: Minted,
  attachments: readonly IssuedAttachment[],
  calculated: { readonly lines: AnsweredLine[]; readonly totals: Totals },
): DocumentContent {
  const number = { document_number: request.document_number ?? minted.documentNumber }
  const completed = {
    ...number,
    document_source: request.document_source ?? 'API',
    accounting_customer_party: minted.buyer,
    ...(attachments.length > 0 && { attachments: attachments.map(({ file_content: _, ...about }) => about) }),
    document_lines: calculated.lines,
    totals: calculated.totals,
  }
  if ('credit_note_type_code' in request) {
    const { attachments: _, document_lines: __, ...sent } = request
    const reason = request.reason ?? creditReasons.get(request.discrepancy_response) ?? ''
    return { ...number, ...sent, reason, ...completed }
  }
  const { attachments: _, document_lines: __, ...sent } = request
  return { ...number, ...sent, ...completed }
}
