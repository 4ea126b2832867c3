import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anOutgoing } from '../../../../test/support/delivery/outgoing.ts'
import { assertNoSquare } from '../../../../test/support/growth.ts'
import { scanDocument } from './document-scan.ts'
import { chooseScript } from './scripts.ts'

const report = async (...parties: readonly string[]) => {
  const [first = '', ...more] = parties
  const head = '<pxs:TaxData xmlns:cbc="urn:x"><cbc:DocumentTypeCode>S</cbc:DocumentTypeCode>'
  const facts = await scanDocument(anOutgoing(head + first, ...more, '</pxs:TaxData>'), '1000000011')
  return chooseScript({ corner: 'C5', receiverId: '0242:000006-TESTBED.3001' }, facts).name
}

const endpoint = (id: string, scheme = '0235') => `<cbc:EndpointID schemeID="${scheme}">${id}</cbc:EndpointID>`

test('a report follows the script of the endpoint it names, not of its sender', async () => {
  assert.equal(await report(`${endpoint('1000000011')}${endpoint('1000000041')}`), 'C5:1000000041')
  assert.equal(await report(`<cbc:Note>:EndpointID &amp; more</cbc:Note>${endpoint('1000000042')}`), 'C5:1000000042')
  assert.equal(await report(endpoint('1000000011')), 'C5:any')
})

test('matches are found across any division into pieces', async () => {
  const source = `${'<cbc:Note>é</cbc:Note>'.repeat(100)}${endpoint('1000000045')}`
  for (let at = source.indexOf('<cbc:EndpointID'); at <= source.length; at += 1) {
    assert.equal(await report(source.slice(0, at), source.slice(at)), 'C5:1000000045', String(at))
  }
  for (const isFirst of [true, false]) {
    const type = `<pxs:DocumentTypeCode>${isFirst ? ' S' : 'R'}\n</pxs:DocumentTypeCode>`
    for (let at = 0; at <= type.length; at += 1) {
      const document = anOutgoing('<a>'.repeat(1_000), type.slice(0, at), type.slice(at))
      const { isFirstReport } = await scanDocument(document, '')
      assert.equal(isFirstReport, isFirst, String(at))
    }
  }
})

test('texts that look like endpoints are scanned as fast as other texts', async () => {
  await assertNoSquare((size) => {
    const text = `<cbc:Note>${':EndpointID'.repeat(size)}</cbc:Note>${endpoint('1000000041')}`
    return async () => assert.equal(await report(text), 'C5:1000000041')
  }, 20_000)
})
