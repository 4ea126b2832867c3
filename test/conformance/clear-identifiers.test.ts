import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem, requests } from '@selfbill/pint-ae/document'
import { type LeafPlan, type Plan, planOf } from '../../pint-ae/src/document/declaration/plan.ts'
import { operations } from '../../src/features/index.ts'

// Every identifier in a request is ours or the caller's own, and then it holds nothing that nobody
// sees; or it is the number of a document, which is repeated as its issuer wrote it. A new member
// belongs to one of the two.

const numbersOfDocuments: readonly string[] = [
  'billing_reference[].id',
  'contract_document_reference.id',
  'despatch_document_reference.id',
  'document_lines[].despatch_line_reference.line_id',
  'document_lines[].document_reference.id',
  'document_lines[].order_line_reference.line_id',
  'document_lines[].order_line_reference.order_reference_id',
  'order_reference.id',
  'order_reference.sales_order_id',
  'originator_document_reference.id',
  'payment_means[].payment_id[]',
  'project_reference.id',
  'receipt_document_reference.id',
  'statement_document_reference.id',
]

// The body of an approval is that of a create, a credit or a correction, which stand here too.
const bodies = operations
  .filter(({ id }) => id !== 'askForApproval')
  .flatMap(({ id, body }) =>
    body.kind === 'json' || body.kind === 'ndjson' ? [{ id, plan: planOf(body.schema) }] : [],
  )

for (const { id, plan } of bodies) {
  test(`${id}: identifiers are clear, unless they are numbers of documents`, () => {
    for (const [path, leaf] of identifiersIn(plan)) {
      const isNumber = numbersOfDocuments.includes(path)
      for (const sent of ['a\u200bb', 'a\u202eb', 'a\tb', 'a  b', '\u00a0a'])
        assert.equal(isAccepted(leaf, sent), isNumber, `${path}: ${JSON.stringify(sent)}`)
    }
  })
}

test('documents have each of these numbers', () => {
  const found = Object.values(requests).flatMap((schema) => identifiersIn(planOf(schema)).map(([path]) => path))
  assert.ok(found.length > 150)
  assert.deepEqual(
    numbersOfDocuments.filter((path) => !found.includes(path)),
    [],
  )
})

/** The members of kind identifier: text of any form, but without blanks around it. */
function identifiersIn(plan: Plan, path = ''): readonly (readonly [path: string, leaf: LeafPlan])[] {
  if (plan.kind === 'list') return identifiersIn(plan.item, `${path}[]`)
  if (plan.kind === 'leaf') return isAccepted(plan, 'x/1') && !isAccepted(plan, ' x') ? [[path, plan]] : []
  return plan.members.flatMap(({ name, plan: member }) => identifiersIn(member, path === '' ? name : `${path}.${name}`))
}

function isAccepted({ read }: LeafPlan, sent: string): boolean {
  return !(read(sent, 'field') instanceof Problem)
}
