import { type JsonValue, readJson } from '@selfbill/pint-ae/json'
import { type Family, isCreditNote, partyOf } from '../documents/family.ts'
import { withValue } from './edit-json.ts'
import { formOf, requestOf } from './request-of.ts'

/** A document to try the sandbox with, which passes all rules: the form as a person fills it in. */
export function exampleOf(family: Family, today: string): JsonValue {
  const typed = formOf(typedInto(family, today), family, [0])
  return requestOf(new Map<string, JsonValue>(), typed, family, [0])
}

function typedInto(family: Family, today: string): JsonValue {
  const common = withValue(withValue(readJson(lines), ['issue_date'], today), [partyOf(family)], readJson(party))
  if (isCreditNote(family)) {
    const reference = new Map([
      ['id', 'INV-2041'],
      ['issue_date', today],
    ])
    return withValue(withValue(common, ['discrepancy_response'], 'DL8.61.1.D'), ['billing_reference', 0], reference)
  }
  return withValue(common, ['due_date'], today)
}

const party = `{
  "name": "Gulf Metals Trading", "party_name": "Gulf Metals Trading LLC",
  "party_tax_scheme": { "company_id": "100234567800003" },
  "postal_address": { "street_name": "Sheikh Zayed Road 100", "city_name": "Dubai", "country_subentity": "DXB" },
  "company_id": "784512", "authority_name": "Dubai Department of Economy and Tourism",
  "email": "accounts@gulf-metals.example", "telephone": "+971 4 555 0100"
}`

const lines = `{
  "document_currency_code": "AED",
  "document_lines": [{
    "name": "Steel brackets", "description": "Galvanised steel brackets, 120 mm",
    "quantity": 20, "unit_code": "EA", "price": { "base_amount": 75.5 },
    "classified_tax_category": { "id": "S" },
    "commodity_classification": { "commodity_code": "G", "item_classification_code": "73089000" }
  }],
  "payment_means": [{
    "payment_means_code": "30", "payee_financial_account": { "id": "AE070331234567890123456" }
  }]
}`
