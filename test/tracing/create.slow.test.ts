import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../support/eventually.ts'
import { aPurchaseInvoice } from '../support/requests/requests.ts'
import { eachService } from '../support/service/service.ts'
import { aCallersTrace, collectSpans, treeOf } from '../support/tracing/collected-spans.ts'

// requests.slow.test.ts has all of it, with an access point and a webhook.

eachService('the trace of a create', (start) => {
  const spans = collectSpans()

  test('goes from the request through its steps to both submits', async () => {
    const running = await start.shared()
    const tenant = await running.tenant()
    const create = (headers = {}) =>
      tenant.post(`/api/purchase-invoices/${tenant.profileId}`, aPurchaseInvoice(), headers)
    // The first one also reserves document numbers.
    await create()
    const caller = aCallersTrace()
    assert.equal((await create({ traceparent: caller.traceparent })).status, 201)
    const collected = await eventually(async () => {
      const ended = spans.of(caller.traceId)
      return ended.filter(({ name }) => name.startsWith('submit')).length === 2 && ended
    })
    const tree = treeOf(collected, caller.spanId, ({ name }) => /^(POST|create|compute|judge|write|submit)/.test(name))
    assert.deepEqual(tree.slice(0, 5), [
      'POST /api/purchase-invoices/{business_profile_id}',
      '  create document',
      '    compute',
      '    judge',
      '    write',
    ])
    assert.deepEqual(tree.slice(5).toSorted(), ['    submit C3', '    submit C5'])
  })
})
