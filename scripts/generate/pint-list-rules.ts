import { enforced } from '@selfbill/pint-ae/code-lists'
import type { ListRule } from './list-schema.ts'
import { isListed, sequence } from './list-schema.ts'

/** Rules about the code lists of PINT. */
export function pintRules(bankSchemes: readonly string[]): readonly ListRule[] {
  return [
    ...currencyRules(),
    {
      id: 'ibr-cl-07',
      context: ['cac:AdditionalDocumentReference', 'cac:DocumentReference']
        .map((reference) => `${reference}[cbc:DocumentTypeCode = '130']/cbc:ID[@schemeID]`)
        .join(' | '),
      test: isListed('@schemeID', 'object-schemes'),
      message: 'The scheme of an invoiced object must be from UNTDID 1153.',
      terms: 'IBT-018-1 IBT-128-1',
    },
    {
      id: 'ibr-cl-10',
      context: 'cac:PartyIdentification/cbc:ID[@schemeID]',
      test: `${isListed('@schemeID', 'identifier-schemes')} or (normalize-space(@schemeID) = ${sequence(bankSchemes)} and (ancestor::cac:AccountingSupplierParty or ancestor::cac:PayeeParty))`,
      message: 'The scheme of a party identifier must be from ISO 6523 (ICD); SEPA will do for seller and payee.',
      terms: 'IBT-029-1 IBT-046-1 IBT-060-1',
    },
    schemeRule(
      'ibr-cl-11',
      'cac:PartyLegalEntity/cbc:CompanyID',
      'a legal registration',
      'IBT-030-1 IBT-047-1 IBT-061-1',
    ),
    {
      id: 'ibr-cl-13',
      context: 'cac:CommodityClassification/cbc:ItemClassificationCode[@listID]',
      test: isListed('@listID', 'classifications'),
      message: 'The list of an item classification must be from UNTDID 7143.',
      terms: 'IBT-158-1',
      field: '../item_classification_list_id',
    },
    countryRule('ibr-cl-14', 'cac:Country/cbc:IdentificationCode', 'A country code', 'IBT-040 IBT-055 IBT-069 IBT-080'),
    countryRule('ibr-cl-15', 'cac:OriginCountry/cbc:IdentificationCode', 'A country of origin', 'IBT-159'),
    {
      id: 'ibr-cl-16',
      context: 'cac:PaymentMeans/cbc:PaymentMeansCode',
      test: isListed('.', 'payment-means'),
      message: 'The code of a payment instruction must be from UNTDID 4461.',
      terms: 'IBT-081',
    },
    reasonRule('ibr-cl-19', 'false', 'allowance', '5189', 'IBT-098 IBT-140'),
    reasonRule('ibr-cl-20', 'true', 'charge', '7161', 'IBT-105 IBT-145'),
    schemeRule(
      'ibr-cl-21',
      'cac:StandardItemIdentification/cbc:ID',
      'a standard item identification',
      'IBT-157-1',
      '../scheme_id',
    ),
    unitRule('cbc:InvoicedQuantity[@unitCode] | cbc:CreditedQuantity[@unitCode]', '../unit_code'),
    {
      id: 'ibr-cl-24',
      context: 'cbc:EmbeddedDocumentBinaryObject[@mimeCode]',
      test: `@mimeCode = ${sequence(enforced['ibr-cl-24'])}`,
      message: 'An attachment must be of one of the seven media types that are exchanged.',
      terms: 'IBT-125-1',
      field: '../file_type',
    },
    {
      id: 'ibr-cl-25',
      context: 'cbc:EndpointID[@schemeID]',
      test: isListed('@schemeID', 'endpoint-schemes'),
      message: 'The scheme of an electronic address must be from the EAS list.',
      terms: 'IBT-034-1 IBT-049-1',
      field: '../endpoint_scheme_id',
    },
    schemeRule('ibr-cl-26', 'cac:DeliveryLocation/cbc:ID', 'a delivery location', 'IBT-071-1'),
  ]
}

function currencyRules(): readonly ListRule[] {
  const money = [
    'Amount',
    'BaseAmount',
    'PriceAmount',
    'TaxAmount',
    'TaxableAmount',
    'LineExtensionAmount',
    'TaxExclusiveAmount',
    'TaxInclusiveAmount',
    'AllowanceTotalAmount',
    'ChargeTotalAmount',
    'PrepaidAmount',
    'PayableRoundingAmount',
    'PayableAmount',
  ]
  return [
    {
      id: 'ibr-cl-03',
      context: money.map((name) => `cbc:${name}`).join(' | '),
      test: isListed('@currencyID', 'currencies'),
      message: 'The currency of an amount must be from ISO 4217.',
    },
    {
      id: 'ibr-cl-04',
      context: 'cbc:DocumentCurrencyCode',
      test: isListed('.', 'currencies'),
      message: 'The currency of a document must be from ISO 4217.',
      terms: 'IBT-005',
    },
    {
      id: 'ibr-cl-05',
      context: 'cbc:TaxCurrencyCode',
      test: isListed('.', 'currencies'),
      message: 'The tax currency must be from ISO 4217.',
      terms: 'IBT-006',
    },
  ]
}

function schemeRule(id: string, path: string, subject: string, terms: string, field?: string): ListRule {
  const rule = {
    id,
    context: `${path}[@schemeID]`,
    test: isListed('@schemeID', 'identifier-schemes'),
    message: `The scheme of ${subject} must be from ISO 6523 (ICD).`,
    terms,
  }
  return field === undefined ? rule : { ...rule, field }
}

function countryRule(id: string, context: string, subject: string, terms: string): ListRule {
  return { id, context, test: isListed('.', 'countries'), message: `${subject} must be from ISO 3166-1.`, terms }
}

function reasonRule(id: string, indicator: string, kind: string, list: string, terms: string): ListRule {
  return {
    id,
    context: `cac:AllowanceCharge[cbc:ChargeIndicator = ${indicator}()]/cbc:AllowanceChargeReasonCode`,
    test: isListed('.', `${kind}-reasons`),
    message: `The reason code of ${kind === 'allowance' ? 'an' : 'a'} ${kind} must be from UNTDID ${list}.`,
    terms,
  }
}

/** The same rule for the unit of a line and of its price: the caller sends one member for both. */
export function unitRule(context: string, field: string): ListRule {
  return {
    id: 'ibr-cl-23',
    context,
    test: isListed('@unitCode', 'units'),
    message: 'A unit must be from UN/ECE Recommendation 20 or 21.',
    terms: 'IBT-130 IBT-150',
    field,
  }
}
