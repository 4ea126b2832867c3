import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseScript } from './scripts.ts'

const report = (parties: string) =>
  chooseScript({
    corner: 'C5',
    senderId: '0235:1000000011',
    receiverId: '0242:000006-TESTBED.3001',
    documentXml: `<pxs:TaxData xmlns:cbc="urn:x"><cbc:DocumentTypeCode>S</cbc:DocumentTypeCode>${parties}</pxs:TaxData>`,
  }).name

const endpoint = (id: string, scheme = '0235') => `<cbc:EndpointID schemeID="${scheme}">${id}</cbc:EndpointID>`

test('a report goes the way of the endpoint it names, not of its sender', () => {
  assert.equal(report(`${endpoint('1000000011')}${endpoint('1000000041')}`), 'C5:1000000041')
  assert.equal(report(`<cbc:Note>:EndpointID &amp; more</cbc:Note>${endpoint('1000000042')}`), 'C5:1000000042')
  assert.equal(report(endpoint('1000000011')), 'C5:any')
})

test('texts that look like endpoints cost no more than other texts', () => {
  const began = performance.now()
  assert.equal(
    report(`<cbc:Note>${':EndpointID'.repeat(200_000)}</cbc:Note>${endpoint('1000000041')}`),
    'C5:1000000041',
  )
  assert.ok(performance.now() - began < 5_000)
})
