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

test('a credit note that is refused takes nothing of its invoice, and later ones wait to know', async () => {
  const memory = new BatchMemory()
  const invoice = { issueDate: '2026-07-01', currency: 'AED', billedAmount: '100.00', creditedCents: '0' }
  const about = {
    orgId: 'o',
    family: 'purchase-credit-notes',
    profileId: 'p',
    supplierTin: undefined,
    figures,
    references: ['INV-1'],
  } as const
  const creditedFor = async (id: string, isRefused?: Promise<boolean>) => {
    const look = async () => ({ isAgreed: true, invoices: [invoice] })
    const { invoices } = await memory.withCredits({ ...about, id, ...(isRefused && { isRefused }) }, look)
    return invoices[0]?.creditedCents
  }
  const [refused, passed] = [Promise.withResolvers<boolean>(), Promise.withResolvers<boolean>()]
  const first = creditedFor('1', refused.promise)
  const second = creditedFor('2', passed.promise)
  const third = creditedFor('3')
  assert.equal(await first, '0')
  passed.resolve(false)
  refused.resolve(true)
  assert.deepEqual(await Promise.all([second, third]), ['0', '10500'])
  assert.equal(await creditedFor('4'), '21000')
})
