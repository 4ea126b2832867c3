import { strict as assert } from 'node:assert'
import { test } from 'node:test'
import { readXml } from '@selfbill/schematron/read-xml'
import { writeXml } from '@selfbill/schematron/xml'
import { openRulebook } from '../../../../src/rules/open-rulebook.ts'
import { aCreditNoteWithEverything, anInvoiceWithEverything } from '../../../../test/support/requests/everything.ts'
import { anIssued } from '../../../../test/support/requests/issued.ts'
import {
  aLine,
  aPurchaseCreditNote,
  aPurchaseInvoice,
  aSupplier,
  inCurrency,
} from '../../../../test/support/requests/requests.ts'
import { taxDataDocument } from './tax-data.ts'
import { taxDataAgain } from './tax-data-again.ts'

const rulebook = await openRulebook({ gaps: true })

const first = {
  c3TransmissionUuid: '00000000-0000-4000-8000-00000000000c',
  issuedAt: Date.UTC(2026, 6, 15, 20, 30),
  senderSpid: '000001',
  c5ReceiverId: '000006-TESTBED.3001',
  type: 'S',
} as const
const later = Date.UTC(2026, 6, 16, 6, 5, 4)

const requests = {
  invoice: aPurchaseInvoice(),
  'credit note': aPurchaseCreditNote(),
  'invoice in dollars': aPurchaseInvoice(inCurrency()),
  'invoice with everything': anInvoiceWithEverything(),
  'credit note with everything': aCreditNoteWithEverything(),
  'invoice to nobody on the network': aPurchaseInvoice({
    accounting_supplier_party: aSupplier({ endpoint_id: '9900000098' }),
  }),
  'invoice with odd characters': aPurchaseInvoice({
    document_lines: [aLine({ description: ' a\r\n\tb <&>"\' ÄØ你好\u{1F600} ' })],
  }),
  'invoice of 1,000 lines': aPurchaseInvoice({ document_lines: Array.from({ length: 1_000 }, () => aLine()) }),
}

for (const [name, request] of Object.entries(requests)) {
  test(`${name}: a repeated report has the same bytes, except its code, time and participants`, () => {
    const text = writeXml(taxDataDocument(anIssued(request), first))
    for (const [type, again] of [
      ['R', { type: 'R', issuedAt: first.issuedAt, senderSpid: '000001', c5ReceiverId: '000006-TESTBED.3001' }],
      ['W', { type: 'W', issuedAt: first.issuedAt }],
    ] as const) {
      const written = writeXml(taxDataAgain(readXml(text), again))
      assert.equal(written, text.replace('>S</pxs:DocumentTypeCode>', `>${type}</pxs:DocumentTypeCode>`))
    }
    const resubmitted = taxDataAgain(readXml(text), {
      type: 'R',
      issuedAt: later,
      senderSpid: '000002-ABC',
      c5ReceiverId: '000007',
    })
    assert.deepEqual(rulebook.judge(resubmitted, 'tdd'), [])
    assert.equal(
      writeXml(resubmitted),
      text
        .replace('>S</pxs:DocumentTypeCode>', '>R</pxs:DocumentTypeCode>')
        .replace(
          '>2026-07-16</cbc:IssueDate><cbc:IssueTime>00:30:00',
          '>2026-07-16</cbc:IssueDate><cbc:IssueTime>10:05:04',
        )
        .replace('>000001</cbc:ID>', '>000002-ABC</cbc:ID>')
        .replace('>000006-TESTBED.3001</cbc:EndpointID>', '>000007</cbc:EndpointID>'),
    )
    const withdrawn = taxDataAgain(readXml(text), { type: 'W', issuedAt: later })
    assert.deepEqual(rulebook.judge(withdrawn, 'tdd'), [])
  })
}

test('only a tax data document of this service can be reported again', () => {
  const empty = readXml('<pxs:TaxData xmlns:pxs="urn:peppol:schema:taxdata:1.0"/>')
  assert.throws(() => taxDataAgain(empty, { type: 'W', issuedAt: 0 }), /not a tax data document/)
})
