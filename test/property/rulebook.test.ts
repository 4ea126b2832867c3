import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ublDocument } from '@selfbill/pint-ae/ubl'
import { readXml } from '@selfbill/schematron/read-xml'
import { type Element, writeXml } from '@selfbill/schematron/xml'
import fc from 'fast-check'
import { ruleSetOf } from '../../pint-ae/src/rulebook/rule-set.ts'
import { openRulebook } from '../../src/rules/open-rulebook.ts'
import { times } from '../support/effort.ts'
import { Random } from '../support/random.ts'
import { arbitraryRequest } from '../support/requests/arbitrary-requests.ts'
import { anIssued } from '../support/requests/issued.ts'
import type { Members } from '../support/requests/requests.ts'
import { elementOf, type Node, nodeOf } from '../support/rules/ubl-documents.ts'

// The findings of an accepted document do not depend on the order of its lines, or on its form:
// request or XML.

const numRuns = times({ quick: 20, full: 200, long: 5_000 })
const rulebook = await openRulebook({ gaps: true })
// One member may be written to several elements, and is then one finding of a request.
const found = (root: Element) => [
  ...new Set(
    rulebook
      .judge(root, ruleSetOf(root))
      .map(({ reasonCode, flag }) => `${flag} ${reasonCode}`)
      .sort(),
  ),
]

test('the order of the lines in a request does not change the findings', () => {
  overAccepted((request, root, random) => {
    const lines = Array.isArray(request.document_lines) ? request.document_lines : []
    const permuted = { ...request, document_lines: random.shuffled(lines) }
    assert.deepEqual(found(ublDocument(anIssued(permuted))), found(root))
  })
})

test('the order of the lines in the UBL does not change the findings', () => {
  overAccepted((_, root, random) => assert.deepEqual(found(permuted(root, random)), found(root)))
})

test('reading a document back from its XML does not change the findings', () => {
  overAccepted((_, root) => {
    const places = (element: Element) =>
      rulebook
        .judge(element, ruleSetOf(element))
        .filter(({ official }) => official)
        .map(({ reasonCode, location }) => [reasonCode, location])
    const read = readXml(writeXml(root))
    assert.deepEqual(places(read), places(root))
    assert.deepEqual(found(read), found(root))
  })
})

function overAccepted(check: (request: Members, root: Element, random: Random) => void): void {
  let clean = 0
  const requests = fc.oneof({ weight: 4, arbitrary: arbitraryRequest() }, arbitraryRequest({ isWild: true }))
  fc.assert(
    fc.property(requests, fc.nat(), ({ request }, seed) => {
      const root = ublDocument(anIssued(request))
      if (found(root).every((finding) => finding.startsWith('warning SB-'))) clean += 1
      check(request, root, new Random(seed))
    }),
    { numRuns },
  )
  assert.ok(clean > numRuns / 10, `only ${clean} of ${numRuns} documents were clean`)
}

/** A copy of the document with its lines in another order, at the same places. */
function permuted(root: Element, random: Random): Element {
  const node = nodeOf(root)
  const isLine = ({ element }: Node) => element.name.local === 'InvoiceLine' || element.name.local === 'CreditNoteLine'
  const lines = random.shuffled(node.children.filter(isLine))
  node.children = node.children.map((child) => (isLine(child) ? (lines.shift() ?? child) : child))
  return elementOf(node)
}
