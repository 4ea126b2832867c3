import { calculate } from '../src/document/calculation/calculate.ts'
import { computeDocument } from '../src/document/compute-document.ts'
import { check } from '../src/document/declaration/check.ts'
import { InvoiceRequest } from '../src/document/document.ts'
import { partyOf } from '../src/document/party-of.ts'
import { readJson } from '../src/json/read.ts'
import { systemIds } from '../src/record/ids.ts'
import { makeJudgedDocument } from '../src/record/make-judged-document.ts'
import { loadRulebook } from '../src/service/rulebook.ts'
import { ublDocument } from '../src/ubl/ubl-document.ts'
import { writeXml } from '../src/xml/write.ts'
import { aBuyer, aLine, aPurchaseInvoice, jsonOf } from '../test/support/requests/requests.ts'
import { figure, printTable, timed } from './measure.ts'

/**
 * What a document costs on one core, step by step, at 1 to 10,000 lines; the last column is the
 * whole, as a create does it.
 */
export async function run(): Promise<void> {
  const rulebook = loadRulebook({ rulebookDirectory: undefined, rulebookGaps: true })
  const buyer = partyOf('BP-BENCH', jsonOf(aBuyer()))
  const rows: string[][] = []
  let perLine = 0
  for (const lines of [1, 10, 100, 1000, 10_000]) {
    const text = jsonOf(aPurchaseInvoice({ document_lines: Array.from({ length: lines }, () => aLine()) }))
    const sent = readJson(text)
    const checked = check(InvoiceRequest, sent)
    if ('errors' in checked) throw new Error([...checked.errors].join('\n'))
    const minted = { id: systemIds.document(), documentNumber: 'BENCH-1', profile: buyer }
    const issuing = computeDocument('purchase-invoices', checked.value, minted)
    if ('errors' in issuing) throw new Error([...issuing.errors].join('\n'))
    const { document } = issuing
    const tree = ublDocument(document)
    const order = {
      family: 'purchase-invoices' as const,
      text,
      profile: buyer,
      documentNumber: 'BENCH-1',
      issuedAt: Date.now(),
      serviceProviderId: '0242:000001',
      authorityId: '0242:000006-TESTBED.3001',
    }
    const steps = {
      read: timed(() => readJson(text)),
      'JSON.parse': timed(() => JSON.parse(text)),
      check: timed(() => check(InvoiceRequest, sent)),
      compute: timed(() => calculate(checked.value)),
      'UBL tree': timed(() => ublDocument(document)),
      'UBL text': timed(() => writeXml(tree)),
      rules: timed(() => rulebook.judge(tree)),
      whole: timed(() => makeJudgedDocument(order, rulebook, systemIds)),
    }
    if (lines === 10) perLine = steps.whole / lines
    const ratio = `${(steps.whole / lines / (perLine || steps.whole)).toFixed(2)}×`
    rows.push([String(lines), ...Object.values(steps).map(figure), lines < 10 ? '' : ratio])
  }
  printTable(
    ['lines', 'read', 'JSON.parse', 'check', 'compute', 'UBL tree', 'UBL text', 'rules', 'whole', 'a line, of 10'],
    rows,
  )
  console.log(`\nMilliseconds. "a line, of 10": the whole's cost per line against that at ten lines; 1 is linear.`)
}
