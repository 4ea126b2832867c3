import assert from 'node:assert/strict'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openRulebook } from '../../../src/rules/open-rulebook.ts'
import { aSelfBilledInvoice, copy, drop, type Edit, put, set } from '../../../test/support/rules/ubl-documents.ts'
import { findingsMax } from './findings/finding.ts'
import { isFatal } from './rulebook.ts'

const rulebook = await openRulebook({ gaps: true })
const directory = mkdtempSync(join(tmpdir(), 'rulebook-'))
after(() => rmSync(directory, { recursive: true }))

test('a finding has the rule, its text, the place and the test', () => {
  assert.deepEqual(rulebook.judge(aSelfBilledInvoice(drop('cac:PaymentMeans'))), [
    {
      flag: 'fatal',
      reasonCode: 'IBR-191-AE',
      text: 'An invoice must say how it is paid, except for deemed supplies.',
      location: '/Invoice',
      test: rulebook.rules().find(({ id }) => id === 'ibr-191-ae')?.test,
      field: null,
      value: null,
      fix: null,
      official: true,
    },
  ])
})

test('a document with only warnings passes', () => {
  const warned = rulebook.judge(aSelfBilledInvoice(set('cbc:ProfileExecutionID', '00000001')))
  assert.deepEqual(
    warned.map(({ flag, official }) => [flag, official]),
    [['warning', false]],
  )
  assert.equal(isFatal(warned), false)
  assert.equal(isFatal(rulebook.judge(aSelfBilledInvoice(drop('cbc:UUID')))), true)
})

test('the sets differ only in the type codes', () => {
  const sales = aSelfBilledInvoice(set('TYPE', '380'))
  assert.deepEqual(rulebook.judge(sales, 'billing'), [])
  assert.deepEqual(codes(rulebook.judge(sales, 'self-billing')), ['IBR-CL-01'])
  assert.deepEqual(codes(rulebook.judge(aSelfBilledInvoice(), 'billing')), ['IBR-CL-01'])
  const own = (set: 'billing' | 'self-billing') => rulebook.rules(set).map(({ id, test }) => `${id}: ${test}`)
  assert.deepEqual(own('billing').filter((rule) => !own('self-billing').includes(rule)).length, 1)
})

test('a rule that cannot be evaluated counts as failed and says so', () => {
  const twoNames = rulebook.judge(
    aSelfBilledInvoice(copy('cac:AccountingSupplierParty/cac:Party/cac:PartyLegalEntity/cbc:RegistrationName')),
  )
  assert.deepEqual(codes(twoNames), ['IBR-006', 'IBR-098'])
  assert.match(twoNames[0]?.text ?? '', /^The seller must have a legal name\. This could not be evaluated: /)
})

test('after a thousand findings one more counts the rest', () => {
  const many: Edit = put('', '<cac:AdditionalDocumentReference/>'.repeat(findingsMax + 5))
  const findings = rulebook.judge(aSelfBilledInvoice(many))
  assert.equal(findings.length, findingsMax + 1)
  assert.deepEqual(findings.at(-1), {
    flag: 'fatal',
    reasonCode: 'MORE-FINDINGS',
    text: '5 more findings are not listed.',
    location: '/Invoice',
    test: '',
    field: null,
    value: null,
    fix: null,
    official: false,
  })
})

test("an operator's files replace the official rules, and the gaps stay", async () => {
  const sch = (id: string, test: string) => `<schema xmlns="http://purl.oclc.org/dsdl/schematron" queryBinding="xslt2">
    <ns prefix="cbc" uri="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"/>
    <pattern><rule context="/*"><assert id="${id}" flag="error" test="${test}">Mine.</assert></rule></pattern></schema>`
  writeFileSync(join(directory, 'mine.sch'), sch('mine-1', "cbc:ID = 'X'"))
  mkdirSync(join(directory, 'billing'))
  writeFileSync(join(directory, 'billing', 'sales.sch'), sch('mine-2', 'false()'))
  const own = await openRulebook({ gaps: true, directory })
  const root = aSelfBilledInvoice(set('cbc:ProfileExecutionID', '00000001'))
  assert.deepEqual(codes(own.judge(root)), ['MINE-1', 'IBR-152-AE'])
  assert.deepEqual(codes(own.judge(root, 'billing')), ['MINE-1', 'MINE-2', 'IBR-152-AE'])
  assert.equal(isFatal(own.judge(root)), true)
})

test('a directory that is missing or has no rule files is refused', async () => {
  const empty = mkdtempSync(join(directory, 'empty-'))
  await assert.rejects(openRulebook({ gaps: true, directory: empty }), /holds no rule file/)
  await assert.rejects(openRulebook({ gaps: true, directory: join(empty, 'nowhere') }), /ENOENT/)
})

test('a rule file that is not UTF-8 is refused with the place: its messages would be damaged', async () => {
  const folder = mkdtempSync(join(directory, 'encoded-'))
  writeFileSync(join(folder, 'mine.sch'), Buffer.from('<schema>\n<!-- caf\u00e9 -->', 'latin1'))
  await assert.rejects(openRulebook({ gaps: true, directory: folder }), {
    name: 'SchematronError',
    message: 'mine.sch: byte 18, on line 2, is 0xE9, which is not valid utf-8. Save it as UTF-8',
  })
})

function codes(findings: readonly { readonly reasonCode: string }[]): string[] {
  return findings.map(({ reasonCode }) => reasonCode)
}

test('the identity of a rule set changes with its rules', async () => {
  const plain = await openRulebook({ gaps: false })
  const ours = rulebook.identity('self-billing')
  assert.deepEqual(
    { ...ours, digest: '' },
    { name: 'PINT AE Self-Billing', version: '1.0.4', hasGaps: true, digest: '' },
  )
  assert.deepEqual((await openRulebook({ gaps: true })).identity('self-billing'), ours)
  const digests = [ours, plain.identity('self-billing'), rulebook.identity('billing'), rulebook.identity('tdd')]
  assert.equal(new Set(digests.map(({ digest }) => digest)).size, digests.length)
  const folder = join(directory, 'identity')
  cpSync(new URL('pint-ae/', import.meta.url), folder, { recursive: true })
  const own = await openRulebook({ gaps: true, directory: folder })
  assert.equal(own.identity('self-billing').version, undefined)
  assert.equal(own.identity('tdd').version, '1.0.4')
})
