import assert from 'node:assert/strict'
import { test } from 'node:test'
import { locationOf, writeXml } from '@selfbill/schematron/xml'
import { xsdAvailable, xsdErrors } from '../../../../test/support/xml/xsd.ts'
import type { EnvelopeHeader } from './envelope.ts'
import { EnvelopeUnreadable, readEnvelope } from './read-envelope.ts'
import { envelopeInPieces, writeEnvelope } from './write-envelope.ts'

const header: EnvelopeHeader = {
  instanceId: '5b0c7b1e-6a7e-4c39-9b6a-4d0f6a1f0c11',
  senderId: '0235:1345678901',
  receiverId: '0242:000006-TESTBED.3001',
  docTypeId: 'busdox-docid-qns::urn:peppol:schema:taxdata:1.0::TaxData##urn:peppol:taxdata:ae-1::1.0',
  processId: 'cenbii-procid-ubl::urn:peppol:taxreporting',
  country: 'AE',
  createdAt: Date.UTC(2026, 6, 16, 10),
  mlsTo: null,
}
const documentXml =
  '<?xml version="1.0" encoding="UTF-8"?>\n<TaxData xmlns="urn:peppol:schema:taxdata:1.0" xmlns:b="urn:b"><b:A>1 &lt; 2</b:A></TaxData>'
const text = writeEnvelope(header, documentXml)

test('an envelope is valid against its schema, with and without MLS_TO', { skip: !xsdAvailable() }, () => {
  assert.deepEqual(xsdErrors(text, 'StandardBusinessDocument'), [])
  const to = writeEnvelope({ ...header, mlsTo: '0242:990001-AB1' }, documentXml)
  assert.deepEqual(xsdErrors(to, 'StandardBusinessDocument'), [])
  assert.notDeepEqual(xsdErrors(without(text, 'HeaderVersion'), 'StandardBusinessDocument'), [])
})

test('an envelope in pieces has the same bytes and states its length first, whatever precedes the document', async () => {
  const document = '<é xmlns="urn:é">١</é>'
  for (const before of [
    '',
    '\uFEFF',
    '<?xml version="1.0"?>',
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    "\uFEFF<?xml version='1.0' encoding='UTF-8' standalone='yes' ?> \t\r\n\r\n",
  ]) {
    const source = Buffer.from(before + document)
    const middle = source.length - 10
    const pieces = async function* () {
      yield source.subarray(0, middle)
      yield source.subarray(middle)
    }
    const envelope = await envelopeInPieces(header, { bytes: source.length, pieces })
    const read: Uint8Array[] = []
    for await (const piece of envelope.pieces) read.push(piece)
    const whole = Buffer.concat(read)
    assert.equal(whole.toString(), writeEnvelope(header, before + document), JSON.stringify(before))
    assert.equal(envelope.bytes, whole.length)
  }
})

test('the header has the fields of docs/network.md#envelope', () => {
  for (const part of [
    '<sh:Identifier Authority="iso6523-actorid-upis">0235:1345678901</sh:Identifier>',
    '<sh:Standard>urn:peppol:schema:taxdata:1.0</sh:Standard><sh:TypeVersion>1.0</sh:TypeVersion>',
    '<sh:Type>TaxData</sh:Type><sh:CreationDateAndTime>2026-07-16T10:00:00.000Z</sh:CreationDateAndTime>',
    '<sh:Type>DOCUMENTID</sh:Type><sh:InstanceIdentifier>urn:peppol:schema:taxdata:1.0::TaxData##urn:peppol:taxdata:ae-1::1.0</sh:InstanceIdentifier><sh:Identifier>busdox-docid-qns</sh:Identifier>',
    '<sh:Type>PROCESSID</sh:Type><sh:InstanceIdentifier>urn:peppol:taxreporting</sh:InstanceIdentifier><sh:Identifier>cenbii-procid-ubl</sh:Identifier>',
    '<sh:Type>COUNTRY_C1</sh:Type><sh:InstanceIdentifier>AE</sh:InstanceIdentifier>',
    '<sh:Type>MLS_TYPE</sh:Type><sh:InstanceIdentifier>ALWAYS_SEND</sh:InstanceIdentifier>',
  ]) {
    assert.ok(text.includes(part), part)
  }
  assert.ok(!text.includes('MLS_TO'))
})

test('the type of an invoice names its schema and version', () => {
  const ubl = 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2'
  const docTypeId = `peppol-doctype-wildcard::${ubl}::Invoice##urn:peppol:pint:selfbilling-1@ae-1::2.1`
  const invoice = writeEnvelope({ ...header, docTypeId }, `<Invoice xmlns="${ubl}"/>`)
  assert.ok(invoice.includes(`<sh:Standard>${ubl}</sh:Standard><sh:TypeVersion>2.1</sh:TypeVersion>`))
  assert.equal(readEnvelope(invoice).docTypeId, docTypeId)
})

test('a written envelope is read back, and the document is a separate tree', () => {
  const withTo = { ...header, mlsTo: '0242:990001-AB1' }
  const { document, mlsType, ...read } = readEnvelope(Buffer.from(writeEnvelope(withTo, documentXml)))
  assert.deepEqual(read, withTo)
  assert.equal(mlsType, 'ALWAYS_SEND')
  assert.equal(document.parent, undefined)
  assert.equal(document.children[0] && locationOf(document.children[0]), '/TaxData/b:A[1]')
  assert.equal(writeXml(document), documentXml)
})

test('an unknown status type is read as null', () => {
  assert.equal(readEnvelope(text.replace('ALWAYS_SEND', 'SOMETIMES')).mlsType, null)
})

const refusals: readonly (readonly [what: string, broken: string, part: string])[] = [
  ['a document without an envelope', documentXml, 'xml'],
  ['text that is not XML', 'hello', 'xml'],
  ['an empty text', '', 'xml'],
  ['an envelope of another namespace', text.replaceAll('namespaces/Standard', 'namespaces/Other'), 'xml'],
  [
    'no header',
    text.replace(/<sh:StandardBusinessDocumentHeader>.*<\/sh:StandardBusinessDocumentHeader>/, ''),
    'header',
  ],
  ['no document', text.replace(/<TaxData.*<\/TaxData>/, ''), 'document'],
  ['two documents', text.replace(/<TaxData.*<\/TaxData>/, '$&$&'), 'document'],
  ['another document than the header names', text.replace('<sh:Type>TaxData', '<sh:Type>Invoice'), 'document'],
  ['another version', text.replace('>1.0</sh:HeaderVersion>', '>2.0</sh:HeaderVersion>'), 'header'],
  ['two senders', text.replace(/<sh:Sender>.*<\/sh:Sender>/, '$&$&'), 'header'],
  ['an id of another authority', text.replace('Authority="iso6523-actorid-upis"', 'Authority="other"'), 'header'],
  ['a blank instance id', text.replace(header.instanceId, ' '), 'header'],
  ['an instance id that is too long', text.replace(header.instanceId, 'x'.repeat(501)), 'header'],
  ['no time', text.replace('2026-07-16T', 'yesterday '), 'header'],
  ['no document type', text.replace('DOCUMENTID', 'OTHER'), 'header'],
  ['a document type without a scheme', text.replace('<sh:Identifier>busdox-docid-qns</sh:Identifier>', ''), 'header'],
  ['a scope twice', text.replace('COUNTRY_C1', 'PROCESSID'), 'header'],
  ...['Sender', 'Receiver', 'DocumentIdentification', 'BusinessScope', 'Standard', 'InstanceIdentifier'].map(
    (element) => [`no ${element}`, without(text, element), 'header'] as const,
  ),
]

for (const [what, broken, part] of refusals) {
  test(`refused: ${what}`, () => {
    assert.throws(
      () => readEnvelope(broken),
      (error) => error instanceof EnvelopeUnreadable && error.part === part,
    )
  })
}

function without(envelope: string, element: string): string {
  return envelope.replace(new RegExp(`<sh:${element}>.*?</sh:${element}>`), '')
}
