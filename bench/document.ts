import { calculate, check, computeDocument, InvoiceRequest, partyOf } from '@selfbill/pint-ae/document'
import { makeJudgedDocument, systemIds } from '@selfbill/pint-ae/draft'
import { readJson } from '@selfbill/pint-ae/json'
import { ourRulebook } from '@selfbill/pint-ae/our-rulebook'
import type { Rulebook } from '@selfbill/pint-ae/rulebook'
import { ublDocument } from '@selfbill/pint-ae/ubl'
import { writeXml } from '@selfbill/schematron/xml'
import { aBuyer, aLine, aPurchaseInvoice, jsonOf } from '../test/support/requests/requests.ts'
import { networkIds } from './issued.ts'
import { figure, printTable, timed } from './measure.ts'

/**
 * The cost of a document on one core, step by step, at 1 to 10,000 lines. The last column is the
 * whole create.
 */
export async function run(): Promise<void> {
  const rulebook = ourRulebook(true)
  const buyer = partyOf('BP-BENCH', jsonOf(aBuyer()))
  const rows: string[][] = []
  let perLine = 0
  for (const lines of [1, 10, 100, 1000, 10_000]) {
    const { text } = orderOf(lines)
    const sent = readJson(text)
    const checked = check(InvoiceRequest, sent)
    if ('errors' in checked) throw new Error([...checked.errors].join('\n'))
    const minted = { id: systemIds.document(), documentNumber: 'BENCH-1', profile: buyer }
    const issuing = computeDocument('purchase-invoices', checked.value, minted)
    if ('errors' in issuing) throw new Error([...issuing.errors].join('\n'))
    const { document } = issuing
    const tree = ublDocument(document)
    const order = orderOf(lines)
    const steps = {
      read: timed(() => readJson(text)),
      'JSON.parse': timed(() => JSON.parse(text)),
      check: timed(() => check(InvoiceRequest, sent)),
      compute: timed(() => calculate(checked.value)),
      'UBL tree': timed(() => ublDocument(document)),
      'UBL text': timed(() => writeXml(tree)),
      rules: timed(() => rulebook.judge(tree)),
      whole: timed(() => judged(order, rulebook)),
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

/** A refused order costs next to nothing, so its time would look good. */
function judged(order: ReturnType<typeof orderOf>, rulebook: Rulebook): void {
  if ('refusal' in makeJudgedDocument(order, rulebook, systemIds)) throw new Error('the order is refused')
}

function orderOf(lines: number) {
  return {
    family: 'purchase-invoices' as const,
    text: jsonOf(aPurchaseInvoice({ document_lines: Array.from({ length: lines }, () => aLine()) })),
    profile: partyOf('BP-BENCH', jsonOf(aBuyer())),
    documentNumber: 'BENCH-1',
    issuedAt: Date.now(),
    ...networkIds,
  }
}
