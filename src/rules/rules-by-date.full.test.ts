import assert from 'node:assert/strict'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { taxDataDocument } from '@selfbill/pint-ae/ubl'
import { writeXml } from '@selfbill/schematron/xml'
import { anIssued } from '../../test/support/requests/issued.ts'
import { aPurchaseInvoice } from '../../test/support/requests/requests.ts'
import { eachService } from '../../test/support/service/service.ts'
import type { TestService } from '../../test/support/service/test-service.ts'
import { rewriteReport } from '../exchange/reports/rewrite-report.ts'
import { openCatalogue, openRulebook } from './open-rulebook.ts'

// The next version of the rules judges the documents that are issued from its day on. Tried with a
// version that does not exist, with one rule more.

const folder = mkdtempSync(join(tmpdir(), 'selfbill-rules-by-date-'))
after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))

const ours = new URL('../../pint-ae/src/rulebook/pint-ae/', import.meta.url).pathname
const rule = `<schema xmlns="http://purl.oclc.org/dsdl/schematron" queryBinding="xslt2">
  <ns prefix="cbc" uri="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"/>
  <ns prefix="ubl" uri="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"/>
  <pattern><rule context="/ubl:Invoice">
    <assert id="ibr-900-ae" flag="fatal" test="cbc:BuyerReference">The document must have a buyer reference.</assert>
  </rule></pattern>
</schema>`

/** A folder whose rules from the day on are ours and one more. */
function withLaterRules(name: string, day = 'from-2027-07-01'): string {
  const directory = join(folder, name)
  const later = join(directory, day)
  mkdirSync(later, { recursive: true })
  cpSync(ours, later, { recursive: true })
  writeFileSync(join(later, 'z-new.sch'), rule)
  writeFileSync(join(later, 'rulebook.json'), '{"version": "1.0.5"}')
  return directory
}

eachService('two versions of the rules', (start) => {
  let running: TestService
  before(async () => {
    running = await start({ RULEBOOK_DIR: withLaterRules('service') })
  })

  test('the issue date of a document chooses its rules, and the answer names them', async () => {
    const tenant = await running.tenant()
    const path = `/api/purchase-invoices/${tenant.profileId}`
    for (const [issueDate, version, failed] of [
      ['2027-06-30', '1.0.4', []],
      ['2027-07-01', '1.0.5', ['IBR-900-AE']],
    ] as const) {
      const dates = { issue_date: issueDate, due_date: '2027-12-31' }
      const { status, json } = await tenant.post(path, aPurchaseInvoice(dates))
      assert.equal(status, 201, JSON.stringify(json))
      assert.equal(json.judged_by.version, version)
      const results: readonly { readonly flag: string; readonly reasonCode: string }[] =
        json.meta_info.peppol_status.validation_results
      const fatal = results.filter(({ flag }) => flag === 'fatal').map(({ reasonCode }) => reasonCode)
      assert.deepEqual(fatal, failed, issueDate)
      const { text: xml } = await tenant.get(`/api/purchase-invoices/${json.id}/xml`)
      const judged = await tenant.post('/api/validate', xml, { 'content-type': 'application/xml' })
      assert.equal(judged.json.rule_book.version, version, 'its UBL is judged by the same rules')
    }
    const corrected = await tenant.post(
      path,
      aPurchaseInvoice({ issue_date: '2027-07-01', due_date: '2027-12-31', buyer_reference: 'PO-1' }),
    )
    const results = corrected.json.meta_info.peppol_status.validation_results
    assert.ok(!results.some(({ reasonCode }: { reasonCode: string }) => reasonCode === 'IBR-900-AE'))
  })
})

describe('a folder of later rules', () => {
  test('is one version of several, each from its own day', async () => {
    const directory = withLaterRules('several')
    withLaterRules('several', 'from-2028-01-01')
    writeFileSync(join(directory, 'from-2028-01-01', 'rulebook.json'), '{"version": "1.0.6"}')
    const rulebook = await openRulebook({ gaps: true, directory })
    const versionOn = (day?: string) => rulebook.on(day).identity('self-billing').version
    assert.deepEqual(
      [undefined, '2026-01-01', '2027-06-30', '2027-07-01', '2027-12-31', '2028-01-01', '2031-05-05'].map(versionOn),
      ['1.0.4', '1.0.4', '1.0.4', '1.0.5', '1.0.5', '1.0.6', '1.0.6'],
    )
    const listed = async (day: string) =>
      (await openCatalogue({ gaps: true, directory }, day)).some(({ id }) => id === 'IBR-900-AE')
    assert.deepEqual([await listed('2027-06-30'), await listed('2027-07-01')], [false, true])
    assert.equal(rulebook.on('2027-07-01').identity('mls').version, '1.0.1', 'ours, where the folder has none')
  })

  test('judges a report that is made again by the day of its document', async () => {
    const directory = withLaterRules('reports')
    const reports = join(directory, 'from-2027-07-01', 'tdd')
    mkdirSync(reports)
    writeFileSync(
      join(reports, 'withdrawals.sch'),
      `<schema xmlns="http://purl.oclc.org/dsdl/schematron" queryBinding="xslt2">
  <ns prefix="pxs" uri="urn:peppol:schema:taxdata:1.0"/>
  <pattern><rule context="/pxs:TaxData">
    <assert id="ibr-tdd-90" flag="fatal" test="pxs:DocumentTypeCode != 'W'">A report must not be withdrawn.</assert>
  </rule></pattern>
</schema>`,
    )
    const rulebook = await openRulebook({ gaps: true, directory })
    const withdrawn = (issueDate: string) => {
      const issued = anIssued(aPurchaseInvoice({ issue_date: issueDate, due_date: '2027-12-31' }))
      const report = taxDataDocument(issued, {
        c3TransmissionUuid: '00000000-0000-4000-8000-00000000000c',
        issuedAt: Date.UTC(2027, 6, 15),
        senderSpid: '000001',
        c5ReceiverId: '000006',
        type: 'S',
      })
      const again = rewriteReport(rulebook, [writeXml(report)], { type: 'W', issuedAt: Date.UTC(2027, 6, 16) })
      return 'findings' in again ? again.findings.map(({ reasonCode }) => reasonCode) : []
    }
    assert.deepEqual([withdrawn('2027-06-30'), withdrawn('2027-07-01')], [[], ['IBR-TDD-90']])
  })

  test('is refused with its place when its name, its version or a rule is wrong', async () => {
    const refused = async (directory: string, reason: RegExp) =>
      await assert.rejects(openRulebook({ gaps: true, directory }), reason)
    await refused(withLaterRules('no-day', 'from-2027-02-30'), /from-2027-02-30: the name must be from- and a day/)
    const noJson = withLaterRules('no-json')
    writeFileSync(join(noJson, 'from-2027-07-01', 'rulebook.json'), '{"version": ')
    await refused(noJson, /rulebook\.json is not JSON/)
    const other = withLaterRules('other')
    writeFileSync(join(other, 'from-2027-07-01', 'rulebook.json'), '{"version": "1.0.5", "since": "2027-07-01"}')
    await refused(other, /it must be \{"version": "…"\}/)
    const broken = withLaterRules('broken')
    const file = join(broken, 'from-2027-07-01', 'z-new.sch')
    writeFileSync(file, readFileSync(file, 'utf8').replace('cbc:BuyerReference', 'cbc:BuyerReference ='))
    await refused(broken, /z-new\.sch/)
  })
})
