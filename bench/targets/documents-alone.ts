import { partyOf } from '@selfbill/pint-ae/document'
import { makeJudgedDocument, systemIds } from '@selfbill/pint-ae/draft'
import { ourRulebook } from '@selfbill/pint-ae/our-rulebook'
import type { Rulebook } from '@selfbill/pint-ae/rulebook'
import { makeRecord } from '../../src/record/make-record.ts'
import { aBuyer, aLine, aPurchaseInvoice, jsonOf } from '../../test/support/requests/requests.ts'
import { networkIds } from '../issued.ts'

/**
 * A process of `bench -- targets`: documents without a service, and the rules inside a create, in
 * processor time of this thread, so that other work of the machine does not count. Prints JSON. It
 * also runs in the folder of an earlier version, against that code.
 */
export interface Alone {
  readonly judgeMs: number
  readonly lines1000Ms: number
  readonly lines10000Ms: number
}

const figures: Alone = { judgeMs: judgeMs(), lines1000Ms: wholeMs(1000, 25), lines10000Ms: wholeMs(10_000, 7) }
console.log(JSON.stringify(figures))

/** The median of so many calls, after half as many. */
function wholeMs(lines: number, calls: number): number {
  const rulebook = ourRulebook(true)
  const order = orderOf(lines)
  const samples: number[] = []
  for (let call = -calls / 2; call < calls; call += 1) {
    const began = threadMs()
    // A refused order costs next to nothing, so its time would look good.
    if ('refusal' in makeJudgedDocument(order, rulebook, systemIds)) throw new Error('the order is refused')
    if (call >= 0) samples.push(threadMs() - began)
  }
  return samples.toSorted((one, other) => one - other)[Math.floor(calls / 2)] ?? Number.NaN
}

/**
 * The judgements of a document and its report inside the work of a create, each on new trees: the
 * processor's caches then hold the code and data of everything else as well.
 */
function judgeMs(): number {
  let [ms, judgements] = [0, 0]
  const watched = (rulebook: Rulebook): Rulebook => ({
    ...rulebook,
    on: (day) => watched(rulebook.on(day)),
    judgeTogether(...judged) {
      const began = threadMs()
      const findings = rulebook.judgeTogether(...judged)
      ms += threadMs() - began
      judgements += 1
      return findings
    },
  })
  const rulebook = watched(ourRulebook(true))
  const answerForm = { orgId: 'bench', language: 'en', hasPhase2: true, isDryRun: false } as const
  const order = { ...orderOf(10), answerForm }
  for (const creates of [3_000, 6_000]) {
    ;[ms, judgements] = [0, 0]
    for (let create = 0; create < creates; create += 1) makeRecord(order, rulebook, systemIds)
    if (judgements < creates) throw new Error('the rules of a create were not measured')
  }
  return ms / judgements
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

function threadMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
