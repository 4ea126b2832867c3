import { creditReasons } from '../codelists/codelists.ts'
import type { AnsweredLine, DocumentContent, Totals } from './answer.ts'
import type { VatByGroup } from './calculation/breakdown.ts'
import { calculate } from './calculation/calculate.ts'
import type { ComputedAttachment, ComputedDocument } from './computed-document.ts'
import { Errors, type FieldErrors } from './declaration/field-errors.ts'
import { type DocumentRequest, principalIsAnother } from './document.ts'
import type { Family } from './family.ts'
import type { Attachment } from './objects/attachment.ts'
import type { JudgedBy } from './objects/judged-by.ts'
import type { Party } from './objects/party.ts'
import { checkParties } from './parties-fit.ts'

/**
 * Turns a checked request into a computed document. Adds the minted values and the party of the
 * business profile: buyer of a purchase, seller of a sale. Pure: ids and numbers are parameters.
 * Its errors are those that only the profile or the computed amounts reveal. Source:
 * docs/contract.md#requests.
 */
export function computeDocument(family: Family, request: DocumentRequest, minted: Minted): Computation {
  const errors = new Errors()
  if ('accounting_supplier_party' in request) {
    checkParties(family, request.accounting_supplier_party, minted.profile, errors)
  } else {
    checkParties(family, request.accounting_customer_party, minted.profile, errors)
    const sale = { ...request, accounting_supplier_party: minted.profile }
    principalIsAnother(sale, (at, problem) => errors.add(at, problem))
  }
  const calculated = calculate(request, minted.vat)
  if ('errors' in calculated) for (const [path, problem] of calculated.errors) errors.add(path, problem)
  if (errors.count > 0 || 'errors' in calculated) return { errors: errors.byPath() }
  const attachments = request.attachments
    ? identified(request.attachments, minted.attachmentIds ?? [])
    : (minted.attachments ?? [])
  const content = contentOf(request, minted, attachments, calculated)
  return { document: { family, id: minted.id, content, attachments } }
}

/** Values that the service adds to a request. */
export interface Minted {
  readonly id: string
  /** Used when the request has no number. */
  readonly documentNumber: string
  /** One id for each attachment of the request, in order. */
  readonly attachmentIds?: readonly string[]
  /** Files of the replaced document. They stay when the request has no attachments. */
  readonly attachments?: readonly ComputedAttachment[]
  /** VAT of each group of a credit note by reference, taken from its invoice. */
  readonly vat?: VatByGroup
  /** The rules that will judge the document. */
  readonly judgedBy?: JudgedBy
  /** The party of the business profile. */
  readonly profile: Party
}

export type Computation = { readonly document: ComputedDocument } | { readonly errors: FieldErrors }

function identified(attachments: readonly Attachment[], ids: readonly string[]): readonly ComputedAttachment[] {
  return attachments.map((attachment, at) => {
    const id = ids[at]
    if (id === undefined) throw new Error('every attachment has an id')
    return { id, ...attachment }
  })
}

/** Members in the order of an answer: the number first, lines and totals last. */
function contentOf(
  request: DocumentRequest,
  { documentNumber, profile, judgedBy }: Minted,
  attachments: readonly ComputedAttachment[],
  calculated: { readonly lines: AnsweredLine[]; readonly totals: Totals },
): DocumentContent {
  const first = { document_number: request.document_number ?? documentNumber }
  const source = { document_source: request.document_source ?? 'API' }
  const last = {
    ...(attachments.length > 0 && { attachments: attachments.map(({ file_content: _, ...about }) => about) }),
    ...(judgedBy && { judged_by: judgedBy }),
    document_lines: calculated.lines,
    totals: calculated.totals,
  }
  const buyer = { accounting_customer_party: profile }
  const seller = { accounting_supplier_party: profile }
  if ('credit_note_type_code' in request) {
    const { attachments: _, document_lines: __, expected_totals: ___, ...sent } = request
    const reason = request.reason ?? creditReasons.get(request.discrepancy_response) ?? ''
    return 'accounting_supplier_party' in sent
      ? { ...first, ...sent, reason, ...source, ...buyer, ...last }
      : { ...first, ...sent, reason, ...source, ...seller, ...last }
  }
  const { attachments: _, document_lines: __, expected_totals: ___, ...sent } = request
  return 'accounting_supplier_party' in sent
    ? { ...first, ...sent, ...source, ...buyer, ...last }
    : { ...first, ...sent, ...source, ...seller, ...last }
}
