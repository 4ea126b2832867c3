import { strict as assert } from 'node:assert'
import type { Static, TSchema } from 'typebox'
import { Decimal } from '../decimal/decimal.ts'
import { contents, type InvoiceContent } from '../document/answer.ts'
import type { Credited } from '../document/credit/credit-amounts.ts'
import { creditNoteOf } from '../document/credit/credit-note.ts'
import { type CreditRequest, PurchaseCredit, SalesCredit } from '../document/credit/credit-request.ts'
import { CreditedAmounts, Taken } from '../document/credit/taken.ts'
import { type Checked, check, Errors, type FieldErrors } from '../document/declaration/check.ts'
import { Excess } from '../document/declaration/excess.ts'
import { type DocumentRequest, requests } from '../document/document.ts'
import { callersParty, type Family } from '../document/family.ts'
import { gulfTime } from '../document/gulf-time.ts'
import { checkParties } from '../document/parties-fit.ts'
import { JsonUnreadable, type JsonValue, readJson } from '../json/read.ts'
import { compatibleRequest } from './compatible-request.ts'
import type { Refusal } from './plain-record.ts'
import type { CreditedInvoice, ReadableDraft } from './readable-draft.ts'

/**
 * What an order asks for: the request that was sent, or the credit note that comes of one by
 * reference.
 */
export function readRequest(order: ReadableDraft): ReadRequest | { readonly refusal: Refusal } {
  const { family, text, credits } = order
  try {
    const sent = readJson(text)
    const misnumbered = numberErrors(order, sent)
    if (credits) return readCredit(order, credits, sent, misnumbered)
    const partyProfileId = profileIdIn(sent, callersParty(family))
    const compatible = order.isCompatible === true ? compatibleRequest(family, sent) : undefined
    const excess = compatible && new Excess(compatible.originals)
    const asked = compatible?.request ?? sent
    const checked = check<DocumentSchema>(requests[family], asked, excess)
    if ('errors' in checked) {
      return refused([...misnumbered, ...partyErrors(order, asked), ...checked.errors], partyProfileId)
    }
    return { request: checked.value, partyProfileId, sent, misnumbered, ...(excess && { excess }) }
  } catch (error) {
    if (!(error instanceof JsonUnreadable)) throw error
    const unreadable = { message: error.message, path: error.path }
    return { refusal: { unreadable, errors: new Map(), partyProfileId: undefined } }
  }
}

export interface ReadRequest {
  readonly request: DocumentRequest
  readonly sent: JsonValue
  readonly partyProfileId: string | undefined
  /** The error of a request without the number that it must have, or with one that it must not. */
  readonly misnumbered: readonly FieldError[]
  /** What the request has beyond its declaration, in compatibility mode. */
  readonly excess?: Excess
  /** What a credit note by reference takes of its invoice. */
  readonly credited?: Credited
}

export type FieldError = readonly [path: string, message: string]

/** The last word on a field stands. */
export function refused(
  errors: Iterable<FieldError>,
  partyProfileId: string | undefined,
): { readonly refusal: Refusal } {
  return { refusal: { errors: new Map(errors), partyProfileId } }
}

type DocumentSchema = (typeof requests)[Family]

function readCredit(
  order: ReadableDraft,
  credits: CreditedInvoice,
  sent: JsonValue,
  misnumbered: readonly FieldError[],
): ReadRequest | { readonly refusal: Refusal } {
  const checked = checkCredit(credits, sent)
  if ('errors' in checked) return refused([...misnumbered, ...checked.errors], undefined)
  const [today] = gulfTime(order.issuedAt)
  const taken = new Taken(credits.taken.map((amounts) => stored(CreditedAmounts, amounts)))
  const otherwise = credits.otherwise.map(({ documentNumber, payableAmount }) => ({
    documentNumber,
    amount: Decimal.from(payableAmount),
  }))
  const draft = creditNoteOf(invoiceIn(credits), checked.value, { taken, otherwise, today })
  if ('errors' in draft) return refused([...misnumbered, ...draft.errors], undefined)
  const { request, credited } = draft
  const party =
    'accounting_supplier_party' in request ? request.accounting_supplier_party : request.accounting_customer_party
  return { request, partyProfileId: party.profile_id, sent, misnumbered, credited }
}

function checkCredit({ family }: CreditedInvoice, sent: JsonValue): Checked<CreditRequest> {
  return family === 'purchase-invoices' ? check(PurchaseCredit, sent) : check(SalesCredit, sent)
}

function invoiceIn({ family, answer }: CreditedInvoice): InvoiceContent {
  return family === 'purchase-invoices'
    ? stored(contents['purchase-invoices'], answer)
    : stored(contents['sales-invoices'], answer)
}

/** What this service has written itself. */
function stored<Schema extends TSchema>(schema: Schema, text: string): Static<Schema> {
  const checked = check(schema, readJson(text))
  assert('value' in checked, 'what is stored of an invoice is not what it was declared to be')
  return checked.value
}

function numberErrors({ documentNumber, replaces }: ReadableDraft, sent: JsonValue): readonly FieldError[] {
  if (documentNumber === undefined) return missingNumber(sent)
  return replaces ? otherNumber(sent, documentNumber) : []
}

/**
 * For an organisation that numbers its documents itself. A number of the wrong kind is told by the
 * checks, in its place.
 */
function missingNumber(sent: JsonValue): readonly FieldError[] {
  if (numberIn(sent) !== undefined) return []
  return [['document_number', 'Document number is mandatory when auto numbering is disabled']]
}

/** A document keeps the number that it was created with. */
function otherNumber(sent: JsonValue, documentNumber: string): readonly FieldError[] {
  const number = numberIn(sent)
  if (number === undefined || number === documentNumber) return []
  return [['document_number', `Document number must stay ${documentNumber}`]]
}

function numberIn(sent: JsonValue): string | undefined {
  const number = sent instanceof Map ? sent.get('document_number') : undefined
  return typeof number === 'string' && number.trim() !== '' ? number : undefined
}

/**
 * Looked for in what was sent, so that an unknown profile is told together with every other wrong
 * field.
 */
function profileIdIn(sent: JsonValue, member: string): string | undefined {
  return partyTextIn(sent, member, 'profile_id')
}

/**
 * Likewise: what is wrong with the two parties side by side does not wait until every other field
 * is right.
 */
function partyErrors({ family, profile }: ReadableDraft, sent: JsonValue): FieldErrors {
  const errors = new Errors()
  const [tin, endpoint_id, endpoint_scheme_id] = (['tin', 'endpoint_id', 'endpoint_scheme_id'] as const).map((member) =>
    partyTextIn(sent, callersParty(family), member),
  )
  checkParties(family, { tin, endpoint_id, endpoint_scheme_id }, profile, errors)
  return errors.byPath()
}

function partyTextIn(sent: JsonValue, member: string, name: string): string | undefined {
  const party = sent instanceof Map ? sent.get(member) : undefined
  const text = party instanceof Map ? party.get(name) : undefined
  return typeof text === 'string' && text.trim() !== '' ? text : undefined
}
