import { Type } from '@selfbill/pint-ae/document'
import type { ListedDocument } from '../../../../../client/src/api-types.ts'
import { answer } from '../answer.ts'
import { foreign, unlessPlain } from '../foreign-text.ts'
import { CursorInput, FamilyInput, NextCursor } from '../inputs.ts'
import { documentLinks } from '../links.ts'
import { tool } from '../tool.ts'

const day = (meaning: string) => Type.Optional(Type.String({ description: `${meaning}, yyyy-MM-dd` }))

/** The list of all families, with its filters. */
export const findDocuments = tool({
  name: 'find_documents',
  title: 'Find documents',
  description:
    'Lists documents of all families, newest first, with status and amounts. Filters may be combined; attention ' +
    'lists those that need a person (failed rules, rejected, stalled, overdue).',
  isWrite: false,
  input: Type.Object(
    {
      text: Type.Optional(Type.String({ description: 'Part of a number, of a name, of an order or a TRN' })),
      family: Type.Optional(FamilyInput),
      status: Type.Optional(Type.Enum(['PENDING', 'APPROVED', 'REJECTED', 'VALIDATION_FAILED'] as const)),
      attention: Type.Optional(Type.Boolean({ description: 'true: only those that need a person' })),
      from: day('First day of issue'),
      to: day('Last day of issue'),
      amount_from: Type.Optional(Type.String({ description: 'Smallest amount to pay, such as 100.00' })),
      amount_to: Type.Optional(Type.String({ description: 'Largest amount to pay' })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: 'At most so many; 20 if left out' })),
      cursor: CursorInput,
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    items: Type.Array(Type.Unknown()),
    next: NextCursor,
    is_partial: Type.Boolean({ description: 'true: the search stopped early; use the cursor to go on' }),
    is_index_incomplete: Type.Boolean({ description: 'true: documents may be missing, also behind the last page' }),
  }),
  async call({ limit = 20, ...filters }, { client, address }, signal) {
    const present = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined))
    const page = await client.call('listDocuments', { query: { limit, ...present }, signal })
    const items = page.items.map((document) => itemOf(document, address))
    const isIncomplete = page.is_index_incomplete === true
    const content = {
      items,
      next: page.next,
      is_partial: page.is_partial === true,
      is_index_incomplete: isIncomplete,
    }
    return answer(content, (mark) => [
      `Documents: ${items.length}${page.next === null ? '' : ', and more'}`,
      ...(isIncomplete ? ['Documents may be missing: the index of the search is not complete.'] : []),
      ...items.map(({ family, id, document_number: number, status, seller, buyer, payable_amount, currency }) => {
        const parties = `${mark(seller)} to ${mark(buyer)}`
        return `${family} ${id} ${mark(number)} ${status ?? 'not sent'} ${payable_amount} ${currency} ${parties}`
      }),
    ])
  },
})

function itemOf(document: ListedDocument, address: string) {
  const { id, family, c3, c5, handled, seller_name, buyer_name, seller_trn, buyer_trn } = document
  return {
    id,
    family,
    document_number: unlessPlain(document.document_number),
    issue_date: document.issue_date,
    seller: foreign(seller_name),
    buyer: foreign(buyer_name),
    seller_trn: seller_trn === undefined ? null : unlessPlain(seller_trn),
    buyer_trn: buyer_trn === undefined ? null : unlessPlain(buyer_trn),
    currency: document.currency,
    payable_amount: document.payable_amount,
    tax_amount: document.tax_amount,
    status: document.status,
    other_party: legOf(c3),
    tax_authority: legOf(c5),
    findings: document.findings,
    attention: document.attention,
    handled: handled === undefined ? null : { note: foreign(handled.note), handled_at: handled.handled_at },
    ...(document.left_amount !== undefined && { left_amount: document.left_amount }),
    links: documentLinks(address, family, id),
  }
}

function legOf(leg: ListedDocument['c3']) {
  if (leg === null) return null
  const { status, since, reason } = leg
  return { status, since, reason: reason === undefined ? null : foreign(reason) }
}
