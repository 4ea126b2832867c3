import { strict as assert } from 'node:assert'
import { test } from 'node:test'
import { families } from '@selfbill/pint-ae/document'
import type { PassedDocument } from './legs-for.ts'
import { legsFor } from './legs-for.ts'

const document: PassedDocument = {
  orgId: 'org-1',
  documentId: 'document-1',
  revision: 2,
  family: 'purchase-invoices',
  sender: { scheme: '0235', id: '1345678901', country: 'AE' },
  receiver: { scheme: '0235', id: '1987654321' },
  c5ReceiverId: '0242:000006-TESTBED.3001',
  accessPoint: 'east',
  transmissionUuids: { c3: 'uuid-3', c5: 'uuid-5' },
  taxDataXml: '<TaxData/>',
}

test('the issuer sends one leg to the other party and one to the authority', () => {
  const [c3, c5] = legsFor(document)
  const common = {
    orgId: 'org-1',
    documentId: 'document-1',
    revision: 2,
    senderId: '0235:1345678901',
    country: 'AE',
    accessPoint: 'east',
  }
  assert.deepEqual(c3, {
    ...common,
    corner: 'C3',
    transmissionUuid: 'uuid-3',
    receiverId: '0235:1987654321',
    docTypeId:
      'peppol-doctype-wildcard::urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##urn:peppol:pint:selfbilling-1@ae-1::2.1',
    processId: 'cenbii-procid-ubl::urn:peppol:bis:selfbilling',
    status: 'PENDING',
  })
  assert.deepEqual(c5, {
    ...common,
    corner: 'C5',
    transmissionUuid: 'uuid-5',
    receiverId: '0242:000006-TESTBED.3001',
    docTypeId: 'busdox-docid-qns::urn:peppol:schema:taxdata:1.0::TaxData##urn:peppol:taxdata:ae-1::1.0',
    processId: 'cenbii-procid-ubl::urn:peppol:taxreporting',
    documentXml: '<TaxData/>',
    status: 'PENDING',
  })
})

test('each family has its own document type and process', () => {
  const seen = families.map((family) => {
    const [c3] = legsFor({ ...document, family })
    return `${/xsd:(\w+)-2::\1##urn:peppol:pint:(\w+)-1@ae-1::2.1$/.exec(c3.docTypeId)?.slice(1).join(' ')}, ${c3.processId}`
  })
  assert.deepEqual(seen, [
    'Invoice selfbilling, cenbii-procid-ubl::urn:peppol:bis:selfbilling',
    'CreditNote selfbilling, cenbii-procid-ubl::urn:peppol:bis:selfbilling',
    'Invoice billing, cenbii-procid-ubl::urn:peppol:bis:billing',
    'CreditNote billing, cenbii-procid-ubl::urn:peppol:bis:billing',
  ])
})

test('with a predefined endpoint only the authority gets the document', () => {
  for (const id of ['9900000097', '9900000098', '9900000099']) {
    const [c3, c5] = legsFor({ ...document, receiver: { scheme: '0235', id } })
    assert.deepEqual([c3.status, c5.status], ['NOT_REQUIRED', 'PENDING'])
  }
  const [foreign] = legsFor({ ...document, receiver: { scheme: '0088', id: '9900000099' } })
  assert.equal(foreign.status, 'PENDING')
})
