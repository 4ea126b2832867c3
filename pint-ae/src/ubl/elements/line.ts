import { branch, type Element, leaf } from '@selfbill/schematron/xml'
import type { AnsweredLine } from '../../document/answer.ts'
import { cac, cbc } from '../names.ts'
import { lineCharges } from './charge.ts'
import type { Currencies } from './currency.ts'
import { item } from './item.ts'
import { moneyLeaf, numberLeaf, textLeaf } from './leaves.ts'
import { invoicePeriod } from './period.ts'
import { price } from './price.ts'
import { documentReference } from './references.ts'

/**
 * A line (IBG-25) of an invoice or credit note. In PINT AE the two differ only in two element
 * names.
 */
export function documentLine(
  line: AnsweredLine,
  at: number,
  kind: LineKind,
  currencies: Currencies,
): Element | undefined {
  const unit = ['unitCode', line.unit_code]
  return branch(
    kind === 'invoice' ? cac.InvoiceLine : cac.CreditNoteLine,
    [
      leaf(cbc.ID, String(at + 1)),
      textLeaf(cbc.Note, line.note, 'note'),
      numberLeaf(kind === 'invoice' ? cbc.InvoicedQuantity : cbc.CreditedQuantity, line.quantity, 'quantity', unit),
      moneyLeaf(cbc.LineExtensionAmount, line.net_amount, currencies.document),
      textLeaf(cbc.AccountingCost, line.accounting_cost, 'accounting_cost'),
      invoicePeriod(line.invoice_period),
      ...lineReferences(line),
      ...lineCharges(line, currencies),
      item(line),
      price(line, currencies),
      amountsInDirham(line, currencies),
    ],
    `document_lines[${at}]`,
  )
}

export type LineKind = 'invoice' | 'credit note'

function lineReferences(line: AnsweredLine): readonly (Element | undefined)[] {
  const { order_line_reference: order, despatch_line_reference: despatch, line_object_identifier: object } = line
  return [
    order &&
      branch(
        cac.OrderLineReference,
        [
          leaf(cbc.LineID, order.line_id, 'line_id'),
          branch(cac.OrderReference, [textLeaf(cbc.ID, order.order_reference_id, 'order_reference_id')]),
        ],
        'order_line_reference',
      ),
    despatch &&
      branch(cac.DespatchLineReference, [leaf(cbc.LineID, despatch.line_id, 'line_id')], 'despatch_line_reference'),
    documentReference(cac.DocumentReference, line.document_reference, 'document_reference'),
    // Type 130 makes a reference the identifier of the invoiced object (IBT-128).
    object === undefined
      ? undefined
      : branch(cac.DocumentReference, [
          leaf(cbc.ID, object, 'line_object_identifier'),
          leaf(cbc.DocumentTypeCode, '130', 'line_object_identifier'),
        ]),
  ]
}

/**
 * The line's total with VAT (BTAE-10) and its VAT (BTAE-08), always in AED. An exempt line has no
 * VAT amount (ibr-163-ae); every other line has one, even if 0 (ibr-104-ae).
 */
function amountsInDirham(line: AnsweredLine, { dirham, isForeign }: Currencies): Element | undefined {
  const total = isForeign ? line.total_amount_in_aed : line.total_amount
  const tax = isForeign ? line.tax_amount_in_aed : line.tax_amount
  const isExempt = line.classified_tax_category.id === 'E'
  return branch(cac.ItemPriceExtension, [
    moneyLeaf(cbc.Amount, total, dirham),
    isExempt ? undefined : branch(cac.TaxTotal, [moneyLeaf(cbc.TaxAmount, tax, dirham)]),
  ])
}
