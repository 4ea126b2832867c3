import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ComputedDocument } from '@selfbill/pint-ae/document'
import { type JsonValue, readJson } from '@selfbill/pint-ae/json'
import { taxDataDocument, ublDocument } from '@selfbill/pint-ae/ubl'
import { Decimal } from '@selfbill/schematron/decimal'
import { readXml } from '@selfbill/schematron/read-xml'
import { type Element, writeXml } from '@selfbill/schematron/xml'
import fc from 'fast-check'
import { times } from '../support/effort.ts'
import { arbitraryRequest } from '../support/requests/arbitrary-requests.ts'
import { aCreditNoteWithEverything, anInvoiceWithEverything } from '../support/requests/everything.ts'
import { anIssued } from '../support/requests/issued.ts'
import { aBuyer, jsonOf, type Members } from '../support/requests/requests.ts'
import { everyElement, fieldOf } from '../support/xml/xml-path.ts'
import { xsdAvailable, xsdErrors } from '../support/xml/xsd.ts'

const runs = times({ quick: 20, full: 200, long: 5_000 })
const report = {
  c3TransmissionUuid: 'u',
  issuedAt: 0,
  senderSpid: '000001',
  c5ReceiverId: '000002',
  type: 'S',
} as const

test('the UBL of any accepted request is valid against the schema', { skip: !xsdAvailable() }, () => {
  overRequests((request, issued) => {
    const root = 'credit_note_type_code' in request ? 'CreditNote' : 'Invoice'
    assert.deepEqual(xsdErrors(writeXml(ublDocument(issued)), root), [])
  })
})

test('nothing empty is ever written, in UBL or tax data', () => {
  overRequests((_, issued) => {
    for (const root of [ublDocument(issued), taxDataDocument(issued, report)]) {
      for (const element of everyElement(root)) {
        assert(element.children.length > 0 || element.text.trim() !== '', element.name.qualified)
      }
    }
  })
})

test('every element has its source in a sent member', () => {
  overRequests((request, issued) => {
    const sent = readJson(jsonOf(withProfile(request)))
    for (const root of [ublDocument(issued), taxDataDocument(issued, report)]) {
      for (const element of everyElement(root)) {
        const field = fieldOf(element)
        if (field === null || field === 'document_number') continue
        assert(isMember(sent, field), `${element.name.qualified}: ${field}`)
      }
    }
  })
})

test('a leaf holds the text or number of its source', () => {
  overRequests((request, issued) => {
    const sent = readJson(jsonOf(withProfile(request)))
    for (const element of everyElement(ublDocument(issued))) {
      if (element.children.length > 0 || standsForMore(element)) continue
      const field = fieldOf(element)
      const value = field === null ? undefined : memberAt(sent, field)
      if (typeof value === 'string') assert.equal(element.text, value, `${field}`)
      if (value instanceof Decimal) assert(Decimal.parse(element.text)?.equals(value), `${field}: ${element.text}`)
    }
  })
})

test('written XML is read back unchanged', () => {
  overRequests((_, issued) => {
    for (const root of [ublDocument(issued), taxDataDocument(issued, report)]) {
      assert.deepEqual(flat(readXml(writeXml(root))), flat(root))
    }
  })
})

/**
 * UBL values that differ from the sent text: 130 for an object identifier, TIN for a TIN, AED for a
 * currency, words for a reason code, the 0 % of an exempt charge.
 */
function standsForMore({ name, parent }: Element): boolean {
  const place = `${parent?.name.local}/${name.local}`
  return name.local === 'TaxCurrencyCode' || placesThatSayMore.has(place)
}

const placesThatSayMore = new Set([
  'DocumentReference/DocumentTypeCode',
  'TaxScheme/ID',
  'DiscrepancyResponse/Description',
  'TaxCategory/Percent',
])

/** The request, completed with the party of the profile. */
function withProfile(request: Members): Members {
  return { accounting_supplier_party: aBuyer(), accounting_customer_party: aBuyer(), ...request }
}

function overRequests(check: (request: Members, issued: ComputedDocument) => void): void {
  for (const request of [anInvoiceWithEverything(), aCreditNoteWithEverything()]) check(request, anIssued(request))
  fc.assert(
    fc.property(arbitraryRequest(), ({ request }) => check(request, anIssued(request))),
    { numRuns: runs },
  )
}

function flat(root: Element): readonly unknown[] {
  return everyElement(root).map(({ name, attributes, text }) => [name.qualified, name.namespace, attributes, text])
}

function isMember(json: JsonValue, path: string): boolean {
  return memberAt(json, path) !== undefined
}

/** The value at `a.b[0].c`. */
function memberAt(json: JsonValue, path: string): JsonValue | undefined {
  let value: JsonValue | undefined = json
  for (const step of path.match(/[^.[\]]+/g) ?? []) {
    if (value instanceof Map) value = value.get(step)
    else if (Array.isArray(value)) value = value[Number(step)]
    else return undefined
  }
  return value
}
