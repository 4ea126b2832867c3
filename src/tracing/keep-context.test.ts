import assert from 'node:assert/strict'
import { afterEach, suite, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { context, createContextKey, diag, propagation, ROOT_CONTEXT, trace } from '@opentelemetry/api'
import { NodeTracerProvider } from '@opentelemetry/sdk-trace-node'
import { aCallersTrace } from '../../test/support/tracing/collected-spans.ts'
import { currentTrace, traceHeaders, traceLogMembers } from './active-span.ts'
import { keepContext } from './keep-context.ts'
import { originOfQueued, originOfRequest } from './origin.ts'
import { inSpan } from './span.ts'

suite('the kept context', () => {
  afterEach(() => {
    trace.disable()
    context.disable()
    propagation.disable()
    diag.disable()
  })

  test('carries the place of a caller through waits, spans and queues, without an SDK', async () => {
    keepContext()
    keepContext()
    const { traceId, spanId, traceparent } = aCallersTrace()
    const headers = { traceparent, tracestate: ['a=1', 'b=2'] }
    const place = { traceparent, tracestate: 'a=1,b=2' }
    await inSpan('request', { origin: originOfRequest(headers) }, async () => {
      await setImmediate()
      await inSpan('inner', {}, async () => assert.deepEqual(currentTrace(), place))
      assert.deepEqual(traceHeaders(), place)
      assert.deepEqual(traceLogMembers(), { trace_id: traceId, span_id: spanId })
    })
    assert.equal(currentTrace(), undefined)
    for (const attempt of [1, 2]) {
      const origin = originOfQueued(place, { attempt, ageMs: 0 })
      await inSpan('attempt', { origin }, async () => assert.deepEqual(traceHeaders(), place))
    }
  })

  test('work of two callers at once does not mix', async () => {
    keepContext()
    const seen = await Promise.all(
      [aCallersTrace(), aCallersTrace()].map(({ traceparent }) =>
        inSpan('request', { origin: originOfRequest({ traceparent, tracestate: undefined }) }, async () => {
          await setImmediate()
          return traceHeaders().traceparent === traceparent
        }),
      ),
    )
    assert.deepEqual(seen, [true, true])
  })

  test('a bound function runs in its context; anything else is returned as it is', () => {
    keepContext()
    const key = createContextKey('key')
    const bound = context.bind(ROOT_CONTEXT.setValue(key, 'kept'), (extra: string) => [
      context.active().getValue(key),
      extra,
    ])
    assert.deepEqual(bound('given'), ['kept', 'given'])
    assert.equal(context.bind(ROOT_CONTEXT, key), key)
  })

  test('leaves the context of an SDK alone', async () => {
    const complaints: string[] = []
    const complain = (message: string) => void complaints.push(message)
    diag.setLogger({ error: complain, warn: complain, info() {}, debug() {}, verbose() {} })
    const provider = new NodeTracerProvider()
    provider.register()
    keepContext()
    await inSpan('work', {}, async () => assert.ok(currentTrace()))
    await provider.shutdown()
    assert.deepEqual(complaints, [])
    provider.register()
    assert.ok(complaints.length > 0, 'a second registration would be noticed')
  })
})
