import { calculate, check, computeDocument, InvoiceRequest, partyOf } from '@selfbill/pint-ae/document'
import { makeJudgedDocument, systemIds } from '@selfbill/pint-ae/draft'
import { readJson } from '@selfbill/pint-ae/json'
import { ourRulebook } from '@selfbill/pint-ae/our-rulebook'
import type { Rulebook } from '@selfbill/pint-ae/rulebook'
import { ublDocument } from '@selfbill/pint-ae/ubl'
import { writeXml } from '@selfbill/schematron/xml'
import { makeRecord } from '../src/record/make-record.ts'
import { aBuyer, aLine, aPurchaseInvoice, jsonOf } from '../test/support/requests/requests.ts'
import { networkIds } from './issued.ts'
import { figure, median, printTable, timed } from './measure.ts'

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

/** The whole at the numbers of lines that have a target, and the rules in the midst of it. */
export async function targetFigures(): Promise<Figures> {
  return { rulesMs: rulesInTheMixMs(), lines1000Ms: wholeMs(1000), lines10000Ms: wholeMs(10_000) }
}

export interface Figures {
  readonly rulesMs: number
  readonly lines1000Ms: number
  readonly lines10000Ms: number
}

function wholeMs(lines: number): number {
  const rulebook = ourRulebook(true)
  const order = orderOf(lines)
  return timed(() => judged(order, rulebook))
}

/** A refused order costs next to nothing, so its time would look good. */
function judged(order: ReturnType<typeof orderOf>, rulebook: Rulebook): void {
  if ('refusal' in makeJudgedDocument(order, rulebook, systemIds)) throw new Error('the order is refused')
}

/**
 * The judgements of a document and its report inside the work of a create, each on new trees: the
 * processor's caches then hold the code and data of everything else as well.
 */
function rulesInTheMixMs(): number {
  const rulebook = ourRulebook(true)
  let ms = 0
  const watched: Rulebook = {
    ...rulebook,
    judgeTogether(...judged) {
      const began = performance.now()
      const findings = rulebook.judgeTogether(...judged)
      ms += performance.now() - began
      return findings
    },
  }
  const answerForm = { orgId: 'bench', language: 'en', hasPhase2: true, isDryRun: false } as const
  const order = { ...orderOf(10), answerForm }
  const samples: number[] = []
  for (const until = performance.now() + 4000; performance.now() < until; ms = 0) {
    makeRecord(order, watched, systemIds)
    samples.push(ms)
  }
  return median(samples.slice(samples.length / 2))
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
