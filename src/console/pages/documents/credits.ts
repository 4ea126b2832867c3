import { type Html, html } from '@selfbill/pint-ae/html'
import type { ListedDocument } from '../../../../client/src/api-types.ts'
import type { Fact } from '../../parts/facts.ts'
import type { Visit } from '../../route.ts'
import { draftWords } from '../drafts/draft-words.ts'
import { documentWords } from './document-words.ts'
import { creditNotesOf, documentPath, invoicesOf, isCreditNote, isInvoice } from './family.ts'

// How invoices and credit notes stand to each other, and the way from one to the other.

/** What was credited of an invoice, and by which notes; or the invoices of a credit note. */
export function creditFacts(visit: Said, document: ListedDocument): readonly Fact[] {
  const { say, format } = visit
  const { currency, credited_amount: credited = 0, left_amount: left = 0, credit_notes: notes = [] } = document
  if (isCreditNote(document.family)) return [[say(draftWords.creditedInvoice), invoiceLinks(document)]]
  if (notes.length === 0) return []
  return [
    [say(documentWords.credited), format.money(credited, currency)],
    [say(documentWords.left), format.money(left, currency)],
    [say(documentWords.creditNotes), noteLinks(visit, document)],
  ]
}

/** The same in a list, in a line. */
export function creditHint({ say, format }: Said, document: ListedDocument): Html | undefined {
  const { currency, credited_amount: credited = 0, left_amount: left = 0 } = document
  if (isCreditNote(document.family)) {
    const links = invoiceLinks(document)
    return links && html`<div class="hint">${say(documentWords.creditsInvoice)} ${links}</div>`
  }
  if (credited === 0) return undefined
  if (left === 0) return html`<div class="hint">${say(documentWords.creditedWholly)}</div>`
  return html`<div class="hint">${say(documentWords.credited)} ${format.money(credited, currency)}</div>`
}

type Said = Pick<Visit, 'say' | 'format'>

/** An invoice that is not in this service is named only. */
function invoiceLinks({ family, credits = [] }: ListedDocument): Html | undefined {
  if (credits.length === 0 || !isCreditNote(family)) return undefined
  const links = credits.map(({ id, document_number: number }, at) => {
    const name = html`<bdi>${number}</bdi>`
    const link = id === undefined ? name : html`<a href="${documentPath(invoicesOf[family], id)}">${name}</a>`
    return html`${at > 0 && ', '}${link}`
  })
  return html`${links}`
}

function noteLinks({ say, format }: Said, document: ListedDocument): Html | undefined {
  const { family, document_number: number, credit_notes: notes = [], credit_notes_count: count = 0 } = document
  if (!isInvoice(family)) return undefined
  const noteFamily = creditNotesOf[family]
  const links = notes.map((note) => {
    const uncounted = !note.is_counted && html` <span class="hint">${say(documentWords.notCounted)}</span>`
    return html`<div><a href="${documentPath(noteFamily, note.id)}"><bdi>${note.document_number}</bdi></a> \
${format.money(note.amount, note.currency)}${uncounted}</div>`
  })
  const more = count - notes.length
  const all = html`<div><a href="/console/search?q=${encodeURIComponent(number)}">\
${say(documentWords.creditNotesMore, { count: more })}</a></div>`
  return html`${links}${more > 0 && all}`
}
