import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readXml } from '@selfbill/schematron/read-xml'
import { writeXml } from '@selfbill/schematron/xml'
import fc from 'fast-check'
import { openRulebook } from '../../../../src/rules/open-rulebook.ts'
import { times } from '../../../../test/support/effort.ts'
import { arbitraryPurchase } from '../../../../test/support/requests/arbitrary-requests.ts'
import { anIssued } from '../../../../test/support/requests/issued.ts'
import { aLine, aPurchaseInvoice, aSupplier, type Members } from '../../../../test/support/requests/requests.ts'
import { ublDocument } from '../../ubl/ubl-document.ts'
import type { RuleFinding } from './finding.ts'

const rulebook = await openRulebook({ gaps: true })

/** Everything a caller sees of a finding, except its location. */
const seenBy = ({ location: _, ...seen }: RuleFinding) => JSON.stringify(seen)

function assertDistinct(findings: readonly RuleFinding[]): void {
  const shown = findings.filter(({ field }) => field !== null).map(seenBy)
  assert.deepEqual(
    shown.filter((one, at) => shown.indexOf(one) !== at),
    [],
  )
}

test('one wrong unit is one finding for a JSON caller, and two for XML', () => {
  const root = ublDocument(anIssued(aPurchaseInvoice({ document_lines: [aLine({ unit_code: 'PIECES' }), aLine()] })))
  const [finding, ...others] = rulebook.judge(root)
  assert.deepEqual(others, [])
  assert.deepEqual(
    [finding?.reasonCode, finding?.field, finding?.value],
    ['IBR-CL-23', 'document_lines[0].unit_code', 'PIECES'],
  )
  assert.match(finding?.location ?? '', /InvoicedQuantity\[1\]$/)
  assert.deepEqual(
    rulebook
      .judge(readXml(writeXml(root)))
      .map(({ reasonCode, location }) => [reasonCode, location.replace(/.*:/, '')]),
    [
      ['IBR-CL-23', 'InvoicedQuantity[1]'],
      ['IBR-CL-23', 'BaseQuantity[1]'],
    ],
  )
})

test('the same mistake in two members stays two findings', () => {
  const lines = [aLine({ unit_code: 'PIECES' }), aLine({ unit_code: 'PIECES' }), aLine({ unit_code: 'BOXES' })]
  const found = rulebook.judge(ublDocument(anIssued(aPurchaseInvoice({ document_lines: lines }))))
  assert.deepEqual(
    found.map(({ field, value }) => `${field} ${value}`),
    ['document_lines[0].unit_code PIECES', 'document_lines[1].unit_code PIECES', 'document_lines[2].unit_code BOXES'],
  )
})

test('any mistakes in a request: no two findings are equal, and none is lost', () => {
  const numRuns = times({ quick: 20, full: 60, long: 2_000 })
  let findings = 0
  let places = 0
  fc.assert(
    fc.property(arbitraryPurchase({ linesMax: 3, isWild: true }), faults, ({ request }, wrong) => {
      const root = ublDocument(anIssued(broken(request, wrong)))
      const findingsOfJson = rulebook.judge(root)
      const findingsOfXml = rulebook.judge(readXml(writeXml(root)))
      assertDistinct(findingsOfJson)
      assert.deepEqual(
        new Set(findingsOfJson.map(({ reasonCode }) => reasonCode)),
        new Set(findingsOfXml.map(({ reasonCode }) => reasonCode)),
      )
      const locations = new Set(findingsOfXml.map(({ reasonCode, location }) => `${reasonCode} ${location}`))
      for (const { reasonCode, location } of findingsOfJson) assert.ok(locations.has(`${reasonCode} ${location}`))
      findings += findingsOfJson.length
      places += findingsOfXml.length
    }),
    { numRuns },
  )
  assert.ok(findings > numRuns && places > findings, `${findings} findings in ${places} places`)
})

const faults = fc.subarray(['unit', 'scheme', 'reason', 'country', 'endpoint', 'means', 'flags'], { minLength: 1 })

/** The request with mistakes that only the rule book finds. */
function broken(request: Members, wrong: readonly string[]): Members {
  const has = (fault: string) => wrong.includes(fault)
  const lines = Array.isArray(request.document_lines) ? request.document_lines : []
  return {
    ...request,
    ...(has('means') && { payment_means: undefined }),
    ...(has('flags') && { profile_execution_id: '11111011' }),
    ...(has('endpoint') && { accounting_supplier_party: aSupplier({ endpoint_scheme_id: '9999' }) }),
    document_lines: lines.map((line: Members) => ({
      ...line,
      ...(has('unit') && { unit_code: 'PIECES' }),
      ...(has('scheme') && { standard_item_identification: { id: 'x', scheme_id: 'NONE' } }),
      ...(has('reason') && {
        charges: [{ reason_code: 'NONE', amount: 1 }],
        allowances: [{ reason_code: 'NONE', amount: 1 }],
      }),
      ...(has('country') && { origin_country: { identification_code: 'DE' } }),
    })),
  }
}
