import type { Static } from 'typebox'
import { message } from '../../messages/message.ts'
import { addRules, type Draft, list, namedObject, optional, type Report } from '../declaration/declare.ts'
import { identifier, longText, oneOf, quantity, reference, text, textWithoutCard } from '../declaration/leaves.ts'
import { LineCharge } from './charge.ts'
import { countryCode } from './codes.ts'
import { LinePeriod } from './period.ts'
import { Price } from './price.ts'
import { DocumentReference, Identification } from './references.ts'
import { TaxCategory } from './tax-category.ts'

/** Item type, HS classification and reverse-charge goods type (BTAE-13, IBT-158, BTAE-09). */
const CommodityClassification = namedObject('CommodityClassification', {
  commodity_code: optional(oneOf(['G', 'S', 'B'])),
  item_classification_code: optional(identifier()),
  item_classification_list_id: optional(identifier()),
  item_classification_list_version_id: optional(identifier()),
  nature_code: optional(identifier()),
})

addRules(CommodityClassification, goodsAreClassified)

/** The purchase order line, and the order that it is on. */
const OrderLineReference = namedObject('OrderLineReference', {
  line_id: reference(),
  order_reference_id: optional(reference()),
})

const DespatchLineReference = namedObject('DespatchLineReference', { line_id: reference() })

// The rule book checks that the scheme is present (IBR-064).
const StandardItemIdentification = namedObject('StandardItemIdentification', {
  id: identifier(),
  scheme_id: optional(identifier()),
})

const AdditionalItemIdentification = namedObject('AdditionalItemIdentification', {
  id: identifier(),
  scheme_id: identifier(),
  scheme_version_id: optional(identifier()),
})

const OriginCountry = namedObject('OriginCountry', { identification_code: countryCode() })

const ItemProperty = namedObject('ItemProperty', { name: text(), value: text() })

/** One line of a document (IBG-25). Source: docs/contract.md#document-line. */
export const DocumentLine = namedObject(
  'DocumentLine',
  {
    name: text(),
    description: longText(),
    quantity: quantity(),
    unit_code: identifier(),
    price: Price,
    classified_tax_category: TaxCategory,
    note: optional(textWithoutCard(5000)),
    accounting_cost: optional(text()),
    invoice_period: optional(LinePeriod),
    order_line_reference: optional(OrderLineReference),
    despatch_line_reference: optional(DespatchLineReference),
    document_reference: optional(DocumentReference),
    charges: optional(list(LineCharge)),
    allowances: optional(list(LineCharge)),
    buyer_item_identification: optional(Identification),
    seller_item_identification: optional(Identification),
    standard_item_identification: optional(StandardItemIdentification),
    additional_item_identification: optional(list(AdditionalItemIdentification)),
    origin_country: optional(OriginCountry),
    commodity_classification: optional(CommodityClassification),
    additional_item_property: optional(list(ItemProperty)),
    lot_number_id: optional(text()),
    line_object_identifier: optional(text()),
  },
  {
    neverSent: [
      'id',
      'base_amount',
      'net_amount',
      'total_amount',
      'tax_amount',
      'total_amount_in_aed',
      'tax_amount_in_aed',
    ],
  },
)

addRules(DocumentLine, chargesShareTheCategory)

export type DocumentLine = Static<typeof DocumentLine>

function goodsAreClassified(item: Draft<Static<typeof CommodityClassification>>, report: Report): void {
  const isGoods = item.commodity_code === 'G' || item.commodity_code === 'B'
  if (item.commodity_code === undefined && item.item_classification_code !== undefined) {
    report('commodity_code', message('mandatory_with_classification_code'))
  }
  if (item.item_classification_code === undefined) {
    if (isGoods)
      report('item_classification_code', message('mandatory_for_goods', { field: 'item_classification_code' }))
    else if (item.item_classification_list_id !== undefined || item.item_classification_list_version_id !== undefined) {
      report('item_classification_code', message('mandatory_with_list', { field: 'item_classification_code' }))
    }
  }
  if (isGoods && item.item_classification_list_id !== 'HS') {
    report('item_classification_list_id', message('must_be_hs_for_goods', { field: 'item_classification_list_id' }))
  }
}

function chargesShareTheCategory(line: Draft<DocumentLine>, report: Report): void {
  const category = line.classified_tax_category?.id
  if (category === undefined) return
  for (const list of ['charges', 'allowances'] as const) {
    for (const [at, charge] of (line[list] ?? []).entries()) {
      const own = charge?.tax_category?.id
      if (own === undefined || own === category) continue
      report(`${list}[${at}].tax_category.id`, message('must_be_category_of_line', { field: 'id', category }))
    }
  }
}
