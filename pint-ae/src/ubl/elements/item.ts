import { branch, type Element, leaf } from '@selfbill/schematron/xml'
import type { AnsweredLine } from '../../document/answer.ts'
import { cac, cbc } from '../names.ts'
import { identification } from './identification.ts'
import { attributesOf, textLeaf } from './leaves.ts'
import { lineTaxCategory } from './tax-category.ts'

/**
 * The item of a line (IBG-31): names, identifiers, classification, VAT category, properties and
 * batch.
 */
export function item(line: AnsweredLine): Element | undefined {
  const { origin_country: country, lot_number_id: lot } = line
  return branch(cac.Item, [
    leaf(cbc.Description, line.description, 'description'),
    leaf(cbc.Name, line.name, 'name'),
    identification(cac.BuyersItemIdentification, line.buyer_item_identification, 'buyer_item_identification'),
    identification(cac.SellersItemIdentification, line.seller_item_identification, 'seller_item_identification'),
    identification(cac.StandardItemIdentification, line.standard_item_identification, 'standard_item_identification'),
    ...additionalIdentifications(line),
    country &&
      branch(
        cac.OriginCountry,
        [leaf(cbc.IdentificationCode, country.identification_code, 'identification_code')],
        'origin_country',
      ),
    classification(line),
    lineTaxCategory(line.classified_tax_category),
    ...properties(line),
    lot === undefined
      ? undefined
      : branch(cac.ItemInstance, [branch(cac.LotIdentification, [leaf(cbc.LotNumberID, lot, 'lot_number_id')])]),
  ])
}

/** Service accounting codes (BTAE-17, scheme SAC). */
function additionalIdentifications(line: AnsweredLine): readonly (Element | undefined)[] {
  return (line.additional_item_identification ?? []).map((sent, at) =>
    identification(cac.AdditionalItemIdentification, sent, `additional_item_identification[${at}]`),
  )
}

/** Reverse-charge goods type (BTAE-09), item type (BTAE-13) and HS code (IBT-158). */
function classification({ commodity_classification: sent }: AnsweredLine): Element | undefined {
  if (sent === undefined) return undefined
  const list = attributesOf(
    ['listID', sent.item_classification_list_id],
    ['listVersionID', sent.item_classification_list_version_id],
  )
  return branch(
    cac.CommodityClassification,
    [
      textLeaf(cbc.NatureCode, sent.nature_code, 'nature_code'),
      textLeaf(cbc.CommodityCode, sent.commodity_code, 'commodity_code'),
      textLeaf(cbc.ItemClassificationCode, sent.item_classification_code, 'item_classification_code', list),
    ],
    'commodity_classification',
  )
}

function properties(line: AnsweredLine): readonly (Element | undefined)[] {
  return (line.additional_item_property ?? []).map((sent, at) =>
    branch(
      cac.AdditionalItemProperty,
      [leaf(cbc.Name, sent.name, 'name'), leaf(cbc.Value, sent.value, 'value')],
      `additional_item_property[${at}]`,
    ),
  )
}
