import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { aStoredOrder as anOrder } from '../../test/support/print/printed.ts'
import { readPdf } from '../../test/support/print/read-pdf.ts'
import { JobExceeded, ShareExceeded, ThreadBusy } from '../threads/job.ts'
import { defaultLimits, type GivenUp, Printer } from './printer.ts'

const printer = new Printer()
after(() => printer.close())

test('each of several concurrent prints gets its own document', async () => {
  const orders = [anOrder('invoice-card'), anOrder('invoice-in-us-dollars'), anOrder('credit-note-in-euros')]
  const printed = await Promise.all(orders.map((order) => printer.pdf(order, 'one')))
  const texts = await Promise.all(printed.map(async (pdf) => (await readPdf(pdf)).text))
  assert.deepEqual(
    texts.map((text) => ['TaxInvoice', 'USD', 'TaxCreditNote'].filter((word) => text.includes(word))),
    [['TaxInvoice'], ['TaxInvoice', 'USD'], ['TaxCreditNote']],
  )
})

test('a short document does not wait for the long ones', async () => {
  const small = new Printer({ ...defaultLimits, waitingMax: 1 })
  const order = manyLines(600)
  const long = Promise.allSettled([small.pdf(order, 'one'), small.pdf(order, 'one')])
  await assert.rejects(small.pdf(order, 'two'), ThreadBusy)
  assert.ok((await small.pdf(anOrder('invoice-card'), 'two')).length > 0)
  await small.close()
  await long
})

test('too many waiting documents are refused: of one organisation first, and then of all', async () => {
  const small = new Printer({ ...defaultLimits, waitingMax: 3, waitingOfOneMax: 2 })
  const order = anOrder('invoice-card')
  // The first is being printed and no longer waits.
  const accepted = [small.pdf(order, 'one'), small.pdf(order, 'one'), small.pdf(order, 'one'), small.pdf(order, 'two')]
  await assert.rejects(small.pdf(order, 'one'), (error) => error instanceof ShareExceeded && error.waitingMax === 2)
  await assert.rejects(small.pdf(order, 'three'), ThreadBusy)
  await Promise.all(accepted)
  assert.ok((await small.pdf(order, 'three')).length > 0)
  await small.close()
})

test('a document that takes too long is stopped, and the next one gets a new thread', async () => {
  const givenUp: GivenUp[] = []
  const hasty = new Printer({ ...defaultLimits, jobMs: 1 }, undefined, (print) => givenUp.push(print))
  const [first, second] = [hasty.pdf(anOrder('invoice-card'), 'one'), hasty.pdf(anOrder('invoice-card'), 'one')]
  await assert.rejects(first, JobExceeded)
  await assert.rejects(second, JobExceeded)
  const { id } = anOrder('invoice-card')
  assert.deepEqual(
    givenUp.map(({ orgId, documentId, format, limit }) => ({ orgId, documentId, format, limit })),
    Array.from({ length: 2 }, () => ({ orgId: 'one', documentId: id, format: 'pdf', limit: 'time' })),
  )
  await hasty.close()
})

test('a thread is replaced after many prints, and no order is lost', async () => {
  const forgetful = new Printer({ ...defaultLimits, doneMax: 0 })
  const print = () => forgetful.pdf(anOrder('invoice-card'), 'one')
  const [one, other] = await Promise.all([print(), print()])
  assert.deepEqual(one, other)
  // Requested while the thread is being ended.
  assert.deepEqual(await print(), one)
  await forgetful.close()
})

test('waiting orders are refused when the printer closes', async () => {
  const closed = new Printer()
  const waiting = [closed.pdf(anOrder('invoice-card'), 'one'), closed.pdf(anOrder('invoice-card'), 'one')]
  const refused = Promise.allSettled(waiting)
  await closed.close()
  assert.deepEqual(
    (await refused).map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  await assert.rejects(closed.pdf(anOrder('invoice-card'), 'one'), ThreadBusy)
})

function manyLines(count: number) {
  return anOrder('invoice-in-us-dollars', {
    edit: (document) => {
      document.document_lines = Array.from({ length: count }, (_, at) => ({
        ...document.document_lines[0],
        name: `Item ${at}`,
      }))
    },
  })
}
