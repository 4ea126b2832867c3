import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readXml } from '@selfbill/schematron/read-xml'
import { writeXml } from '@selfbill/schematron/xml'
import { openRulebook } from '../../../../src/rules/open-rulebook.ts'
import { aStatus } from '../../../../test/support/rules/statuses.ts'
import { drop, set } from '../../../../test/support/rules/ubl-documents.ts'
import { xsdAvailable, xsdErrors } from '../../../../test/support/xml/xsd.ts'
import type { Verdict } from './mls.ts'
import { MlsUnreadable, mlsDocument, readMls } from './mls.ts'

const rejected: Verdict = {
  id: '00000000-0000-4000-8000-000000000001',
  responseCode: 'RE',
  issuedAt: '2026-07-16T10:00:00.120Z',
  senderId: '0242:000006-TESTBED.3001',
  receiverId: '0242:001147',
  referenceId: '00000000-0000-4000-8000-000000000002',
  description: 'Rules are broken',
  issues: [
    { lineId: '/Invoice/cac:TaxTotal[1]', description: 'The total is wrong: 1 < 2', statusReasonCode: 'BV' },
    { lineId: 'NA', description: 'This looks odd', statusReasonCode: 'BW' },
  ],
}
const accepted: Verdict = { ...rejected, responseCode: 'AB', description: null, issues: [] }

for (const verdict of [rejected, accepted]) {
  const text = writeXml(mlsDocument(verdict))

  test(`${verdict.responseCode}: a written status passes every rule and is read back unchanged`, async () => {
    const root = readXml(text)
    assert.deepEqual((await openRulebook({ gaps: true })).judge(root, 'mls'), [])
    assert.deepEqual(readMls(root), verdict)
  })

  test(`${verdict.responseCode}: a written status is valid against the schema`, { skip: !xsdAvailable() }, () => {
    assert.deepEqual(xsdErrors(text, 'ApplicationResponse'), [])
  })
}

test('several findings at one place are separate issues', () => {
  const another =
    '<cac:Response><cbc:Description>Another</cbc:Description><cac:Status><cbc:StatusReasonCode>FD</cbc:StatusReasonCode></cac:Status></cac:Response>'
  const text = writeXml(mlsDocument(rejected)).replace(
    '<cac:Response><cbc:Description>This looks odd',
    (found) => another + found,
  )
  assert.deepEqual(
    readMls(readXml(text)).issues.map(({ lineId, statusReasonCode }) => `${lineId} ${statusReasonCode}`),
    ['/Invoice/cac:TaxTotal[1] BV', 'NA FD', 'NA BW'],
  )
})

test('blanks around values are dropped; long texts and lists are cut', () => {
  const response = 'cac:DocumentResponse/cac:Response'
  const read = readMls(
    aStatus(set(`${response}/cbc:ResponseCode`, ' RE\n'), set(`${response}/cbc:Description`, 'x'.repeat(5_000))),
  )
  assert.equal(read.responseCode, 'RE')
  assert.equal(read.description?.length, 1_000)
  const split = readMls(mlsDocument({ ...rejected, description: `${'x'.repeat(998)}${'😀'.repeat(9)}` }))
  assert.equal(split.description, `${'x'.repeat(998)}…`)
  const issues = Array.from({ length: 1_500 }, () => ({ lineId: 'NA', description: 'x', statusReasonCode: 'BV' }))
  assert.equal(readMls(mlsDocument({ ...rejected, issues })).issues.length, 1_000)
})

for (const [what, edit] of [
  ['a date that does not exist', set('cbc:IssueDate', '2026-99-99')],
  ['a reference that is not a UUID', set('cac:DocumentResponse/cac:DocumentReference/cbc:ID', 'NA')],
  ['a code of another kind', set('cac:DocumentResponse/cac:Response/cbc:ResponseCode', 'OK')],
  ['no sender', drop('cac:SenderParty')],
] as const) {
  test(`not understood: ${what}`, () => {
    assert.throws(() => readMls(aStatus(edit)), MlsUnreadable)
  })
}
