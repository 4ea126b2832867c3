import type { FormField } from '../fields.ts'
import { chargeFields, entries, grouped, type Lists, periodFields } from './document-sections.ts'
import { sectionWords, extraWords as w } from './section-words.ts'

const ltr = { direction: 'ltr' } as const
const number = { direction: 'ltr', kind: 'number' } as const

/** What a line may have beside the fields that every line shows. */
export function lineMoreFields(lists: Lists, at: number): readonly FormField[] {
  const line = `document_lines[${at}]`
  const fields: readonly FormField[] = [
    { name: 'price.base_quantity', isDerived: true, label: w.baseQuantity, ...number },
    { name: 'price.allowance.amount', label: w.priceDiscount, ...number },
    { name: 'price.allowance.base_amount', label: w.grossPrice, ...number },
    { name: 'classified_tax_category.percent', label: w.vatRate, ...number },
    { name: 'note', label: w.lineNote },
    { name: 'accounting_cost', label: w.costCentre },
    { name: 'order_line_reference.order_reference_id', label: w.lineOrder, ...ltr },
    { name: 'order_line_reference.line_id', label: w.orderLine, ...ltr },
    { name: 'despatch_line_reference.line_id', label: w.despatchLine, ...ltr },
    { name: 'document_reference.id', label: w.lineDocument, ...ltr },
    { name: 'document_reference.issue_date', label: w.lineDocumentDate, type: 'date' },
    ...periodFields('invoice_period'),
    { name: 'buyer_item_identification.id', label: w.buyerItem, ...ltr },
    { name: 'seller_item_identification.id', label: w.sellerItem, ...ltr },
    {
      name: 'standard_item_identification.scheme_id',
      isDerived: true,
      label: w.standardScheme,
      hint: w.standardHint,
      ...ltr,
    },
    { name: 'origin_country.identification_code', label: w.origin, list: 'countries', ...ltr },
    { name: 'commodity_classification.item_classification_list_id', isDerived: true, label: w.list, ...ltr },
    { name: 'commodity_classification.item_classification_list_version_id', label: w.listVersion, ...ltr },
    { name: 'lot_number_id', label: w.lot },
    { name: 'line_object_identifier', label: w.object, ...ltr },
  ]
  return [
    ...fields.map((field) => ({ ...field, name: `${line}.${field.name}` })),
    ...chargeFields(lists, `${line}.allowances`),
    ...chargeFields(lists, `${line}.charges`),
    ...entries(lists, `${line}.additional_item_property`, 0, (entry) => {
      const property = `${line}.additional_item_property[${entry}]`
      return grouped(
        [
          { name: `${property}.name`, label: w.propertyName },
          { name: `${property}.value`, label: w.propertyValue },
        ],
        property,
        (say) => say(sectionWords.property, { at: entry + 1 }),
      )
    }),
    ...otherItems(lists, line),
  ]
}

/** The item numbers of other schemes than SAC, whose code has a field of its own. */
function otherItems(lists: Lists, line: string): readonly FormField[] {
  const list = `${line}.additional_item_identification`
  return entries(lists, list, 0, (entry) => {
    const item = `${list}[${entry}]`
    const own: readonly FormField[] =
      lists.text(`${item}.scheme_id`) === 'SAC'
        ? []
        : [
            { name: `${item}.id`, label: w.otherItem, ...ltr },
            { name: `${item}.scheme_id`, label: w.otherScheme, ...ltr },
          ]
    return grouped([...own, { name: `${item}.scheme_version_id`, label: w.otherVersion, ...ltr }], item, (say) =>
      say(sectionWords.otherItem, { at: entry + 1 }),
    )
  })
}
