import { strict as assert } from 'node:assert'
import { creditReasons } from '../codelists/codelists.ts'
import type { AnsweredLine, DocumentContent, Totals } from './answer.ts'
import type { VatByGroup } from './calculation/breakdown.ts'
import { calculate } from './calculation/calculate.ts'
import { Errors, type FieldErrors } from './check.ts'
import type { DocumentRequest } from './document.ts'
import { principalIsAnother } from './document-rules.ts'
import type { Family } from './family.ts'
import type { IssuedAttachment, IssuedDocument } from './issued.ts'
import type { Attachment } from './objects/attachment.ts'
import { type Party, supplierRules } from './objects/party.ts'

/**
 * Turns a checked request into a document: computed, completed with what the service mints and with the party of the business
 * profile, the buyer of a purchase and the seller of a sale. Pure: ids and numbers are handed in. The errors are those that
 * only the profile or the computed amounts show. Source: decisions §1 "Supplier equals buyer", §2, §3.
 */
export function issue(family: Family, request: DocumentRequest, minted: Minted): Issuing {
  const errors = new Errors()
  if ('accounting_supplier_party' in request) checkBuyer(request.accounting_supplier_party, minted.profile, errors)
  else checkSeller(request, minted.profile, errors)
  const calculated = calculate(request, minted.vat)
  if ('errors' in calculated) for (const [path, message] of calculated.errors) errors.add(path, message)
  if (errors.count > 0 || 'errors' in calculated) return { errors: errors.byPath() }
  const attachments = request.attachments
    ? identified(request.attachments, minted.attachmentIds ?? [])
    : (minted.attachments ?? [])
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
  /** The files of the document that is edited, which stay when the request sends none. */
  readonly attachments?: readonly IssuedAttachment[]
  /** The VAT of groups, where it is settled by what the document gives back. */
  readonly vat?: VatByGroup
  /** The party of the business profile. */
  readonly profile: Party
}

export type Issuing = { readonly document: IssuedDocument } | { readonly errors: FieldErrors }

function checkBuyer(supplier: Party, buyer: Party, errors: Errors): void {
  if (!isSameParty(supplier, buyer)) return
  errors.add('accounting_supplier_party', 'Accounting supplier party must differ from the buyer')
}

/** A profile is kept as a buyer; whatever a seller needs beyond that is told here, under the member it would stand in. */
function checkSeller(request: SaleRequest, seller: Party, errors: Errors): void {
  if (isSameParty(request.accounting_customer_party, seller)) {
    errors.add('accounting_customer_party', 'Accounting customer party must differ from the supplier')
  }
  const report = (at: string, message: string) =>
    errors.add(`accounting_supplier_party.${at}`, `${message} (it comes from the business profile)`)
  for (const rule of supplierRules) rule(seller, report, () => false)
  principalIsAnother({ ...request, accounting_supplier_party: seller }, (at, message) => errors.add(at, message))
}

type SaleRequest = Extract<DocumentRequest, { accounting_customer_party: Party }>

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
  request: DocumentRequest,
  { documentNumber, profile }: Minted,
  attachments: readonly IssuedAttachment[],
  calculated: { readonly lines: AnsweredLine[]; readonly totals: Totals },
): DocumentContent {
  const first = { document_number: request.document_number ?? documentNumber }
  const source = { document_source: request.document_source ?? 'API' }
  const last = {
    ...(attachments.length > 0 && { attachments: attachments.map(({ file_content: _, ...about }) => about) }),
    document_lines: calculated.lines,
    totals: calculated.totals,
  }
  const buyer = { accounting_customer_party: profile }
  const seller = { accounting_supplier_party: profile }
  if ('credit_note_type_code' in request) {
    const { attachments: _, document_lines: __, ...sent } = request
    const reason = request.reason ?? creditReasons.get(request.discrepancy_response) ?? ''
    return 'accounting_supplier_party' in sent
      ? { ...first, ...sent, reason, ...first, ...source, ...buyer, ...last }
      : { ...first, ...sent, reason, ...first, ...source, ...seller, ...last }
  }
  const { attachments: _, document_lines: __, ...sent } = request
  return 'accounting_supplier_party' in sent
    ? { ...first, ...sent, ...first, ...source, ...buyer, ...last }
    : { ...first, ...sent, ...first, ...source, ...seller, ...last }
}
