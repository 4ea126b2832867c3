import { branch, type Element, leaf } from '@selfbill/schematron/xml'
import type { ComputedDocument } from '../../document/computed-document.ts'
import type { Party } from '../../document/objects/party.ts'
import { currenciesOf } from '../elements/currency.ts'
import { taxCurrency } from '../elements/exchange-rate.ts'
import { moneyLeaf, textLeaf } from '../elements/leaves.ts'
import { partyIdentification, sellerRegistration, vatRegistration } from '../elements/party.ts'
import { cac, cbc, pxs } from '../names.ts'
import { profileOf } from '../profile.ts'

/**
 * The reported document's data in a tax data document: its identification, both parties' tax ids,
 * its VAT and its net total.
 */
export function reportedDocument({ family, id, content }: ComputedDocument): Element | undefined {
  const profile = profileOf(family)
  const currencies = currenciesOf(content)
  const { totals } = content
  const isCreditNote = 'credit_note_type_code' in content
  return branch(pxs.ReportedDocument, [
    leaf(cbc.CustomizationID, profile.customizationId),
    leaf(cbc.ProfileID, profile.profileId),
    leaf(cbc.ID, content.document_number, 'document_number'),
    leaf(cbc.UUID, id),
    leaf(cbc.IssueDate, content.issue_date, 'issue_date'),
    textLeaf(cbc.IssueTime, content.issue_time, 'issue_time'),
    isCreditNote
      ? leaf(pxs.DocumentTypeCode, content.credit_note_type_code, 'credit_note_type_code')
      : leaf(pxs.DocumentTypeCode, content.invoice_type_code, 'invoice_type_code'),
    leaf(cbc.DocumentCurrencyCode, content.document_currency_code, 'document_currency_code'),
    taxCurrency(content, currencies),
    seller(content.accounting_supplier_party),
    buyer(content.accounting_customer_party),
    branch(cac.TaxTotal, [moneyLeaf(cbc.TaxAmount, totals.tax_amount, currencies.document)]),
    currencies.isForeign
      ? branch(cac.TaxTotal, [moneyLeaf(cbc.TaxAmount, totals.tax_amount_in_aed, currencies.dirham)])
      : undefined,
    branch(pxs.MonetaryTotal, [moneyLeaf(cbc.TaxExclusiveAmount, totals.tax_exclusive_amount, currencies.document)]),
  ])
}

/** Identifies the seller by its tax registration alone. */
function seller(party: Party): Element | undefined {
  const known = branch(cac.Party, [sellerRegistration(party)])
  return branch(cac.AccountingSupplierParty, [known], 'accounting_supplier_party')
}

/**
 * Identifies the buyer by its identifier, its VAT registration, or both. A buyer with neither is
 * identified by its TIN, which is also its endpoint.
 */
function buyer(party: Party): Element | undefined {
  const named = [partyIdentification(party), vatRegistration(party.party_tax_scheme)]
  const known = branch(cac.Party, named) ?? branch(cac.Party, [taxpayer(party)])
  return branch(cac.AccountingCustomerParty, [known], 'accounting_customer_party')
}

function taxpayer({ tin, endpoint_scheme_id, endpoint_id }: Party): Element | undefined {
  const isTin = endpoint_scheme_id === taxpayers && /^1[0-9]{9}$/.test(endpoint_id)
  const id = tin === undefined && isTin ? textLeaf(cbc.ID, endpoint_id, 'endpoint_id', inScheme) : undefined
  return branch(cac.PartyIdentification, [id ?? textLeaf(cbc.ID, tin, 'tin', inScheme)])
}

/** The TIN scheme, for participants and parties. */
const taxpayers = '0235'
const inScheme = ['schemeID', taxpayers] as const
