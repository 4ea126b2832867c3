import type { Element } from '@selfbill/schematron/xml'
import type { NamedList } from './spellings.ts'
import { codeNamed } from './spellings.ts'

/**
 * The certain repair of a finding, as a JSON Patch (RFC 6902) against the caller's document; null
 * when no repair is certain, or the caller did not send the value: in an XML document, or in the
 * party that comes from the business profile.
 */
export function fixOf(found: Repairable): Fix | null {
  const { field, id, profileParty } = found
  if (field === null || field.startsWith(profileParty)) return null
  const repair = Object.hasOwn(repairs, id) ? repairs[id]?.(found, field) : undefined
  if (repair === undefined) return null
  return [{ op: repair.isMissing ? 'add' : 'replace', path: pointerOf(repair.field), value: repair.code }]
}

/** A JSON Patch with one step that sets a text. */
export type Fix = readonly [{ readonly op: 'add' | 'replace'; readonly path: string; readonly value: string }]

export interface Repairable {
  /** The rule's id as the rule file writes it. */
  readonly id: string
  readonly element: Element
  readonly field: string | null
  /** The text found there; null when it is missing. */
  readonly value: string | null
  readonly profileParty: ProfileParty
}

/**
 * The party that comes from the business profile: the buyer of a self-billed document, the seller
 * of a sale.
 */
export type ProfileParty = 'accounting_customer_party' | 'accounting_supplier_party'

interface Repair {
  readonly field: string
  readonly isMissing: boolean
  readonly code: string
}

type Repairer = (found: Repairable, field: string) => Repair | undefined

/** By rule id. Rules without an entry have no certain repair. */
const repairs: Readonly<Record<string, Repairer>> = {
  'ibr-128-ae': codeForName('emirate', 'country_subentity'),
  'ibr-cl-23': codeForName('unit', 'unit_code'),
  'ibr-cl-19': codeForName('allowanceReason', 'reason_code'),
  'ibr-cl-20': codeForName('chargeReason', 'reason_code'),
  'ibr-006-ae': codeForName('goodsType', 'nature_code'),
  'ibr-133-ae': codeForName('tax', 'tax_scheme'),
  'ibr-cl-13': codeForName('classification', 'item_classification_list_id'),
  'ibr-188-ae': codeForName('classification', 'item_classification_list_id'),
  'ibr-168-ae': codeOfReason('allowanceReason'),
  'ibr-169-ae': codeOfReason('chargeReason'),
  'ibr-189-ae': serviceScheme,
  'sb-endpoint': ({ value }, field) => {
    const tin = value === null ? undefined : tinIn(value)
    return tin === undefined || !field.endsWith('.endpoint_id') ? undefined : { field, isMissing: false, code: tin }
  },
  'ibr-064': ({ element, value }, field) =>
    value === null && isGtin(element.text) ? { field, isMissing: true, code: '0160' } : undefined,
  'ibr-cl-21': (found, field) =>
    isGtin(found.element.text) ? codeForName('gtinScheme', 'scheme_id')(found, field) : undefined,
}

/** The TIN behind its scheme (`0235:1002345678`), or at the start of a TRN. */
function tinIn(endpoint: string): string | undefined {
  const [, prefixed, inTrn] = /^(?:0235: ?(1[0-9]{9})|(1[0-9]{9})[0-9]{3}03)$/.exec(endpoint) ?? []
  return prefixed ?? inTrn
}

/** Replaces a name by the code it means. */
function codeForName(list: NamedList, member: string): Repairer {
  return ({ value }, field) => {
    const code = value === null ? undefined : codeNamed(list, value)
    return code === undefined || !field.endsWith(`.${member}`) ? undefined : { field, isMissing: false, code }
  }
}

/** Adds the missing reason code when the reason is the name of a code. */
function codeOfReason(list: NamedList): Repairer {
  return ({ element, value }, field) => {
    if (value !== null || !field.endsWith('.reason_code')) return undefined
    const reason = element.children.find(({ origin }) => origin === 'reason')
    const code = reason && codeNamed(list, reason.text)
    return code === undefined ? undefined : { field, isMissing: true, code }
  }
}

/**
 * Corrects the scheme when exactly one additional identification has a misspelt service accounting
 * code as its scheme.
 */
function serviceScheme({ element }: Repairable, field: string): Repair | undefined {
  const identifications = element.children.filter(({ name }) => name.local === 'AdditionalItemIdentification')
  const schemes = identifications.map(({ children }) => children[0]?.attribute('schemeID'))
  const meant = schemes.flatMap((scheme, at) => {
    const code = scheme === undefined ? undefined : codeNamed('itemScheme', scheme)
    return code === undefined || code === scheme ? [] : [{ field: `${field}[${at}].scheme_id`, isMissing: false, code }]
  })
  return meant.length === 1 ? meant[0] : undefined
}

/**
 * A GTIN has 8, 12, 13 or 14 digits, the last its check digit: weights 3 and 1 from the right.
 * Source: GS1.
 */
function isGtin(text: string): boolean {
  if (!/^([0-9]{8}|[0-9]{12,14})$/.test(text)) return false
  const sum = [...text].reverse().reduce((total, digit, at) => total + Number(digit) * (at % 2 === 1 ? 3 : 1), 0)
  return sum % 10 === 0
}

/**
 * `document_lines[3].unit_code` → `/document_lines/3/unit_code`; no member of the contract needs
 * escaping.
 */
function pointerOf(field: string): string {
  return `/${field.replace(/\[([0-9]+)\]/g, '/$1').replaceAll('.', '/')}`
}
