import type { ComputedDocument } from '@selfbill/pint-ae/document'
import { attributeOf, fieldOf } from '@selfbill/pint-ae/rulebook'
import { taxDataDocument, ublDocument } from '@selfbill/pint-ae/ubl'
import type { Element } from '@selfbill/schematron/xml'
import { aCreditNoteWithEverything, anInvoiceWithEverything } from '../../test/support/requests/everything.ts'
import { anIssued } from '../../test/support/requests/issued.ts'
import { valueAt } from '../../test/support/requests/member-path.ts'
import {
  aBuyer,
  aCharge,
  anAddress,
  aPurchaseInvoice,
  aSupplier,
  inCurrency,
  type Members,
} from '../../test/support/requests/requests.ts'
import type { GeneratedFile } from './generated-file.ts'

/**
 * Every place that our UBL and tax data documents can have, with the request member it is written
 * from: `"Invoice/cac:InvoiceLine/cbc:Note": "document_lines[].note"`. Siblings with the same name
 * but different members are numbered. `""` marks a value that the service computes or generates,
 * `"=false"` a constant text.
 */
export function ublFields(): GeneratedFile {
  const places = new Places()
  for (const issued of samples()) {
    places.add(ublDocument(issued), issued)
    places.add(taxDataDocument(issued, report), issued)
  }
  return {
    path: 'pint-ae/src/rulebook/catalogue/ubl-fields.json',
    text: `${JSON.stringify(places.fields(), undefined, 2)}\n`,
  }
}

/** Together they send every member and write every variant. */
function samples(): readonly ComputedDocument[] {
  const buyer = aBuyer({
    party_identification_id: 'buyer-id',
    party_identification_scheme_id: '0060',
    company_legal_form: 'LLC',
    contact_name: 'Payables',
    postal_address: everyAddress,
  })
  const requests: readonly Members[] = [
    anInvoiceWithEverything(inCurrency('USD')),
    aCreditNoteWithEverything(inCurrency('USD')),
    anInvoiceWithEverything({
      invoice_period: { start_date: '2026-07-01', description: 'every second week' },
      charges: [aCharge({ tax_category: exempt })],
    }),
    aCreditNoteWithEverything({ charges: [aCharge({ tax_category: exempt })] }),
    aPurchaseInvoice({ accounting_supplier_party: aSupplier({ party_tax_scheme: undefined }) }),
    aPurchaseInvoice({ invoice_period: { start_date: '2026-07-01', end_date: '2026-07-31', description: 'MTH' } }),
  ]
  return requests.map((request) => anIssued(request, buyer))
}

const everyAddress = anAddress({ additional_street_name: 'Gate 4', postal_zone: '00000', address_line: 'Floor 2' })
const exempt = { id: 'E', tax_exemption_reason_code: 'DL8.46.3', tax_exemption_reason: 'Bare land', tax_scheme: 'VAT' }

const report = {
  c3TransmissionUuid: '00000000-0000-4000-8000-000000000000',
  issuedAt: 0,
  senderSpid: '000001',
  c5ReceiverId: '000002',
  type: 'S',
} as const

/** Elements that distinguish siblings of the same name: their text is part of the signature. */
const answerForm: ReadonlySet<string> = new Set(['cbc:ChargeIndicator', 'cbc:DocumentTypeCode'])

class Places {
  /**
   * By path with origins instead of positions, so that the same place in several documents is one
   * entry.
   */
  readonly #found = new Map<string, { readonly path: string; readonly field: string }>()
  readonly #siblings = new Map<string, number>()

  add(element: Element, issued: ComputedDocument, above = '', path = ''): void {
    const name = `${above}/${element.name.qualified}`
    const key = `${name}{${signature(element)}}`
    const known = this.#found.get(key)
    const own = known?.path ?? `${path}${this.#numbered(name, element.name.qualified)}`
    if (!known) this.#found.set(key, { path: own, field: placeField(element) })
    for (let at = 0; at < element.attributes.length; at += 2) {
      const [attribute = '', value = ''] = element.attributes.slice(at, at + 2)
      const field = attributeField(element, attribute, value, issued)
      const known = this.#found.get(`${key}@${attribute}`)
      if (!known || (known.field === '' && field !== ''))
        this.#found.set(`${key}@${attribute}`, { path: `${own}/@${attribute}`, field })
    }
    // The embedded document was already added by itself.
    if (element.name.local === 'ExtensionContent') return
    for (const child of element.children) this.add(child, issued, key, `${own}/`)
  }

  fields(): Readonly<Record<string, string>> {
    const entries = [...this.#found.values()].map(({ path, field }) => [path, field] as const)
    return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)))
  }

  /** The name, numbered from the second sibling of that name. */
  #numbered(key: string, name: string): string {
    const count = (this.#siblings.get(key) ?? 0) + 1
    this.#siblings.set(key, count)
    return count === 1 ? name : `${name}[${count}]`
  }
}

function signature(element: Element): string {
  if (element.origin !== undefined) return general(element.origin)
  if (element.children.length === 0) return answerForm.has(element.name.qualified) ? element.text : ''
  return element.children
    .filter((child) => child.children.length === 0)
    .map((child) =>
      child.origin !== undefined ? general(child.origin) : answerForm.has(child.name.qualified) ? child.text : '',
    )
    .join('|')
}

function placeField(element: Element): string {
  if (answerForm.has(element.name.qualified)) return `=${element.text}`
  return general(fieldOf(element) ?? '')
}

/**
 * The member that an attribute is written from: in the element's object, or in an object around it.
 */
function attributeField(element: Element, attribute: string, value: string, { content }: ComputedDocument): string {
  if (attribute === 'currencyID')
    return value === 'AED' || value !== content.document_currency_code ? '' : 'document_currency_code'
  const members = Object.keys(attributeOf).filter((member) => attributeOf[member] === attribute)
  const steps = (fieldOf(element) ?? '').split('.')
  for (let length = steps.length; length > 0; length -= 1) {
    const object = steps.slice(0, length).join('.')
    const member = members.find((name) => valueAt(content, `${object}.${name}`) === value)
    if (member !== undefined) return general(`${object}.${member}`)
  }
  return ''
}

/** `document_lines[3].note` becomes `document_lines[].note`. */
function general(field: string): string {
  return field.replace(/^\//, '').replace(/\[[0-9]+\]/g, '[]')
}
