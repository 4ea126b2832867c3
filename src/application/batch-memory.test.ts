import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DocumentFigures } from '@selfbill/pint-ae/document'
import { BatchMemory, comparedWith } from './batch-memory.ts'

const figures: DocumentFigures = {
  issueDate: '2026-07-15',
  currency: 'AED',
  payableAmount: '105.00',
  billedAmount: '105.00',
  taxAmount: '5.00',
  vatInAed: '',
  orderNumber: undefined,
  billedByName: 'Gulf Metals',
  billedByVat: undefined,
  billedToName: 'Harbour',
  billedToVat: '100234567800003',
}

test('documents repeat each other as stored ones do: names without a TRN in any letter case', () => {
  const memory = new BatchMemory([comparedWith(figures, [])])
  assert.ok(memory.repeats({ ...figures, billedByName: 'GULF METALS' }))
  assert.ok(memory.repeats({ ...figures, billedToName: 'Another name of the TRN' }))
  assert.ok(!memory.repeats({ ...figures, payableAmount: '106.00' }))
  assert.ok(memory.repeats({ ...figures, payableAmount: '106.00' }))
})
