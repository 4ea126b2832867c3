import { Decimal } from '@selfbill/schematron/decimal'
import type { Static, TSchema } from 'typebox'
import { contents, type InvoiceContent } from '../document/answer.ts'
import type { Credited } from '../document/credit/credit-amounts.ts'
import { creditNoteOf } from '../document/credit/credit-note.ts'
import { type CreditRequest, PurchaseCredit, SalesCredit } from '../document/credit/credit-request.ts'
import { CreditedAmounts, CreditedSoFar } from '../document/credit/credited-so-far.ts'
import { type Checked, check, checkStored } from '../document/declaration/check.ts'
import { Excess } from '../document/declaration/excess.ts'
import { Errors, type FieldErrors } from '../document/declaration/field-errors.ts'
import { type DocumentRequest, requests } from '../document/document.ts'
import { callersParty, type Family } from '../document/family.ts'
import { gulfTime } from '../document/gulf-time.ts'
import { checkParties } from '../document/parties-fit.ts'
import { JsonUnreadable, type JsonValue, readJson, readJsonText } from '../json/read.ts'
import { type Message, message } from '../messages/message.ts'
import { type CompatibleRequest, compatibleRequest } from './compatible-request.ts'
import type { Refusal } from './judged-document.ts'
import type { CreditedInvoice, ReadableDraft } from './readable-draft.ts'

/**
 * Reads the request of a draft. For a credit note by reference, creates the full request from the
 * invoice.
 */
export function readRequest(draft: ReadableDraft): ReadRequest | { readonly refusal: Refusal } {
  const { family, text, credits } = draft
  try {
    const { value: sent, rewritten } = readJsonText(text)
    const misnumbered = numberErrors(draft, sent)
    if (credits) return readCredit(draft, credits, { sent, rewritten }, misnumbered)
    const partyProfileId = profileIdIn(sent, callersParty(family))
    const compatible = draft.isCompatible === true ? compatibleRequest(family, sent) : undefined
    const asked = withoutKeptNumber(draft, compatible?.request ?? sent)
    const excess = compatible && new Excess(originalsOf(compatible, asked, sent))
    const checked = check<DocumentSchema>(requests[family], asked, excess)
    if ('errors' in checked) {
      return refused([...misnumbered, ...partyErrors(draft, asked), ...checked.errors], partyProfileId)
    }
    return { request: checked.value, partyProfileId, sent, rewritten, misnumbered, ...(excess && { excess }) }
  } catch (error) {
    if (!(error instanceof JsonUnreadable)) throw error
    const unreadable = { reason: error.reason, path: error.path }
    return { refusal: { unreadable, errors: new Map(), partyProfileId: undefined } }
  }
}

export interface ReadRequest {
  readonly request: DocumentRequest
  readonly sent: JsonValue
  /** The caller's text, where it is what would be written for `sent`. */
  readonly rewritten: string | undefined
  readonly partyProfileId: string | undefined
  /** Errors about the document number: missing, or different from the one it must keep. */
  readonly misnumbered: readonly FieldError[]
  /** Undeclared members, collected in compatibility mode. */
  readonly excess?: Excess
  /** Amounts that a credit note by reference takes from its invoice. */
  readonly credited?: Credited
}

export type FieldError = readonly [path: string, message: Message]

/** The last message for a path wins. */
export function refused(
  errors: Iterable<FieldError>,
  partyProfileId: string | undefined,
): { readonly refusal: Refusal } {
  return { refusal: { errors: new Map(errors), partyProfileId } }
}

type DocumentSchema = (typeof requests)[Family]

function readCredit(
  draft: ReadableDraft,
  credits: CreditedInvoice,
  { sent, rewritten }: Pick<ReadRequest, 'sent' | 'rewritten'>,
  misnumbered: readonly FieldError[],
): ReadRequest | { readonly refusal: Refusal } {
  const checked = checkCredit(credits, sent)
  if ('errors' in checked) return refused([...misnumbered, ...checked.errors], undefined)
  const [today] = gulfTime(draft.issuedAt)
  const creditedSoFar = new CreditedSoFar(
    credits.creditedAmounts.map((amounts) => readStored(CreditedAmounts, amounts)),
  )
  const otherCreditNotes = credits.otherCreditNotes.map(({ documentNumber, payableAmount }) => ({
    documentNumber,
    amount: Decimal.from(payableAmount),
  }))
  const creditNote = creditNoteOf(invoiceIn(credits), checked.value, { creditedSoFar, otherCreditNotes, today })
  if ('errors' in creditNote) return refused([...misnumbered, ...creditNote.errors], undefined)
  const { request, credited } = creditNote
  const party =
    'accounting_supplier_party' in request ? request.accounting_supplier_party : request.accounting_customer_party
  return { request, partyProfileId: party.profile_id, sent, rewritten, misnumbered, credited }
}

function checkCredit({ family }: CreditedInvoice, sent: JsonValue): Checked<CreditRequest> {
  return family === 'purchase-invoices' ? check(PurchaseCredit, sent) : check(SalesCredit, sent)
}

function invoiceIn({ family, answer }: CreditedInvoice): InvoiceContent {
  return family === 'purchase-invoices'
    ? readStored(contents['purchase-invoices'], answer)
    : readStored(contents['sales-invoices'], answer)
}

/** Reads a JSON text that this service wrote itself. */
function readStored<Schema extends TSchema>(schema: Schema, text: string): Static<Schema> {
  const checked = checkStored(schema, readJson(text))
  if (!('value' in checked)) throw new Error('a stored invoice or credit does not match its declaration')
  return checked.value
}

function numberErrors({ documentNumber, replaces }: ReadableDraft, sent: JsonValue): readonly FieldError[] {
  if (documentNumber === undefined) return missingNumber(sent)
  return replaces ? otherNumber(sent, documentNumber) : []
}

/**
 * Applies to organisations without automatic numbering. A number of the wrong type is reported by
 * the other checks.
 */
function missingNumber(sent: JsonValue): readonly FieldError[] {
  if (numberIn(sent) !== undefined) return []
  return [['document_number', message('mandatory_without_auto_numbering')]]
}

/** A resubmission must keep the number of its document. */
function otherNumber(sent: JsonValue, documentNumber: string): readonly FieldError[] {
  const number = numberIn(sent)
  if (number === undefined || number === documentNumber) return []
  return [['document_number', message('document_number_must_stay', { number: documentNumber })]]
}

/**
 * A resubmission may repeat the number that its document keeps. Earlier versions accepted numbers
 * that would be refused now.
 */
function withoutKeptNumber({ replaces, documentNumber }: ReadableDraft, asked: JsonValue): JsonValue {
  if (replaces === undefined || !(asked instanceof Map) || asked.get('document_number') !== documentNumber) return asked
  const others = new Map(asked)
  others.delete('document_number')
  return others
}

function originalsOf(
  { originals }: CompatibleRequest,
  asked: JsonValue,
  sent: JsonValue,
): CompatibleRequest['originals'] {
  return asked instanceof Map && sent instanceof Map ? new Map([...originals, [asked, sent]]) : originals
}

function numberIn(sent: JsonValue): string | undefined {
  const number = sent instanceof Map ? sent.get('document_number') : undefined
  return typeof number === 'string' && number.trim() !== '' ? number : undefined
}

/**
 * Reads the sent value before the checks, so that an unknown profile is reported together with all
 * other wrong fields.
 */
function profileIdIn(sent: JsonValue, member: string): string | undefined {
  return partyTextIn(sent, member, 'profile_id')
}

/**
 * Compares the two parties before the other checks, so that this error too is reported together
 * with all others.
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
