import { type Family, isCreditNote } from '../document/family.ts'
import { type Steps, valueAt, withValue } from '../json/edit.ts'
import { type JsonValue, readJson } from '../json/read.ts'

/**
 * A value that the checks accept, for a member of a request that they refused: only to compute the
 * rest of the document. No verdict may depend on it (judge-in-part.ts). Undefined for members that
 * a request can do without.
 */
export function standInFor(family: Family, steps: Steps, { request, today }: Around): JsonValue | undefined {
  const [first] = steps
  if (first === 'issue_date' || first === 'due_date') return today
  if (first === 'invoice_type_code' || first === 'credit_note_type_code') return typeCodeOf(family)
  let value: JsonValue | undefined = first === 'tax_exchange_rate' ? standInsOf(request) : standIns
  for (const step of steps) {
    if (value instanceof Map) value = value.get(String(step))
    // Each item of a list has the same stand-in.
    else value = Array.isArray(value) ? value[0] : undefined
  }
  return value
}

interface Around {
  readonly request: JsonValue
  readonly today: string
}

/** A rate must be that of the document's currency. */
function standInsOf(request: JsonValue): JsonValue {
  const currency = valueAt(request, ['document_currency_code'])
  return currency === undefined
    ? standIns
    : withValue(standIns, ['tax_exchange_rate', 'source_currency_code'], currency)
}

function typeCodeOf(family: Family): string {
  if (family.startsWith('purchase')) return isCreditNote(family) ? '261' : '389'
  return isCreditNote(family) ? '381' : '380'
}

const party = `{
  "name": "Stand-in", "party_name": "Stand-in LLC",
  "postal_address": {
    "street_name": "Street 1", "city_name": "Dubai", "country_subentity": "DXB",
    "country": "United Arab Emirates", "country_code": "AE"
  },
  "scheme_agency_id": "TL", "company_id": "1", "authority_name": "Authority",
  "tin": "1999999998", "party_tax_scheme": { "company_id": "199999999800003", "tax_scheme": "VAT" },
  "endpoint_id": "1999999998", "endpoint_scheme_id": "0235",
  "email": "stand-in@stand-in.example", "telephone": "+971 4 000 0000"
}`

const category = `{ "id": "S", "percent": 5, "tax_scheme": "VAT" }`

const standIns = readJson(`{
  "document_number": "STAND-IN-1",
  "profile_execution_id": "00000000",
  "document_currency_code": "AED",
  "tax_currency_code": "AED",
  "tax_exchange_rate": { "source_currency_code": "USD", "calculation_rate": 3.6725, "target_currency_code": "AED" },
  "discrepancy_response": "DL8.61.1.D",
  "billing_reference": [{ "id": "STAND-IN-0" }],
  "accounting_supplier_party": ${party},
  "accounting_customer_party": ${party},
  "document_lines": [{
    "name": "Stand-in", "description": "Stand-in", "quantity": 1, "unit_code": "EA",
    "price": { "base_amount": 1, "base_quantity": 1 },
    "classified_tax_category": ${category},
    "charges": [{ "reason_code": "FC", "amount": 1, "tax_category": ${category} }],
    "allowances": [{ "reason_code": "95", "amount": 1, "tax_category": ${category} }],
    "commodity_classification": {
      "commodity_code": "G", "item_classification_code": "74081100", "item_classification_list_id": "HS"
    }
  }],
  "charges": [{ "reason_code": "FC", "amount": 1, "tax_category": ${category} }],
  "allowances": [{ "reason_code": "95", "amount": 1, "tax_category": ${category} }],
  "payment_means": [{
    "payment_means_code": "10",
    "payee_financial_account": { "id": "AE070331234567890123456" },
    "card_account": { "primary_account_number_id": "1111", "network_id": "VISA" },
    "payment_mandate": { "id": "1", "payer_financial_account_id": "AE070331234567890123456" }
  }],
  "buyer_customer_party": { "id": "1" },
  "seller_supplier_party": { "id": "199999999800003" },
  "delivery": { "delivery_location": { "address": {
    "street_name": "Street 1", "city_name": "Dubai", "country_subentity": "DXB",
    "country": "United Arab Emirates", "country_code": "AE"
  } } }
}`)
