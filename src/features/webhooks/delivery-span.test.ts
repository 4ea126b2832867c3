import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { eachDatabase } from '../../../test/support/databases/databases.ts'
import { addDeliverable } from '../../../test/support/delivery/deliverables.ts'
import { dispatching } from '../../../test/support/delivery/dispatching.ts'
import { aCallersTrace, collectSpans } from '../../../test/support/tracing/collected-spans.ts'

eachDatabase('the trace of a webhook delivery', (open) => {
  const spans = collectSpans()
  const { start, setting, addWebhook, settled } = dispatching(open)

  test('continues the trace of the create at first; a retry begins its own and links', async () => {
    const { store, network, clock } = await setting()
    const caller = aCallersTrace()
    const trace = { traceparent: caller.traceparent, tracestate: 'vendor=1' }
    const { orgId, documentId } = await addDeliverable(store.database, { orgId: randomUUID(), trace })
    const { url } = await addWebhook(orgId)
    network.targets.set(url, () => (network.to(url).length < 2 ? { statusCode: 500 } : { statusCode: 204 }))
    start()
    await settled(() => network.to(url).length === 1)
    clock.pass(3_600_000)
    await settled(() => delivered().length === 2)
    assert.deepEqual(
      delivered().map(({ attributes, parentSpanContext, links }) => [
        attributes['selfbill.attempt'],
        attributes['error.type'],
        attributes['selfbill.document.id'],
        parentSpanContext?.spanId,
        links[0]?.context.spanId,
      ]),
      [
        [1, 'failed', documentId, caller.spanId, caller.spanId],
        [2, undefined, documentId, undefined, caller.spanId],
      ],
    )
    const posts = delivered().flatMap((delivery) =>
      spans.all().filter(({ name, parentSpanContext }) => {
        return name === 'POST' && parentSpanContext?.spanId === delivery.spanContext().spanId
      }),
    )
    assert.deepEqual(
      network.to(url).map(({ headers }) => headers.traceparent),
      posts.map((span) => `00-${span.spanContext().traceId}-${span.spanContext().spanId}-01`),
    )
    function delivered() {
      return spans
        .all()
        .filter(({ name, links }) => name === 'deliver webhook' && links[0]?.context.spanId === caller.spanId)
    }
  })
})
