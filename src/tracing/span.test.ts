import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { SpanKind, SpanStatusCode } from '@opentelemetry/api'
import { aCallersTrace, collectSpans, treeOf } from '../../test/support/tracing/collected-spans.ts'
import { addPastSpan, currentTrace, describeSpan, isRecorded, linkSpan, pastSpans } from './active-span.ts'
import { inHttpCall } from './http-call.ts'
import { originOfQueued, originOfRequest } from './origin.ts'
import { inSpan, openSpan } from './span.ts'

suite('spans, with an SDK', () => {
  const spans = collectSpans()

  /** Work in the trace of a caller. */
  const traced = async (work: () => Promise<unknown>) => {
    const caller = aCallersTrace()
    await inSpan('work', { origin: originOfRequest(headersOf(caller)) }, work).catch(() => undefined)
    return { caller, collected: spans.of(caller.traceId), tree: () => treeOf(spans.of(caller.traceId), caller.spanId) }
  }

  test('nest as the work does, across waits and side by side', async () => {
    const { tree } = await traced(async () => {
      await inSpan('first', {}, async () => {
        await Promise.resolve()
        await inSpan('inner', {}, async () => undefined)
      })
      await Promise.all([inSpan('second', {}, async () => undefined), inSpan('third', {}, async () => undefined)])
    })
    assert.deepEqual(tree(), ['work', '  first', '    inner', '  second', '  third'])
  })

  test('a failure sets the status and the type, and no message', async () => {
    const quoting = Object.assign(new Error('duplicate key (1345678901)'), { code: '23505' })
    const { collected, tree } = await traced(() =>
      inSpan('throws', {}, async () => {
        await inSpan('fails with a code', {}, async (span) => span.fail('TIMEOUT'))
        throw quoting
      }),
    )
    assert.deepEqual(tree(), ['work: 23505', '  throws: 23505', '    fails with a code: TIMEOUT'])
    for (const { status, events } of collected) assert.deepEqual([status, events], [{ code: SpanStatusCode.ERROR }, []])
  })

  test('the first attempt of queued work continues a young trace; others begin their own; all link', async () => {
    const caller = aCallersTrace()
    const place = { traceparent: caller.traceparent, tracestate: null }
    const attempts = [
      { name: 'first', attempt: 1, ageMs: 0 },
      { name: 'again', attempt: 2, ageMs: 0 },
      { name: 'late', attempt: 1, ageMs: 3_600_000 },
    ]
    for (const { name, ...attempt } of attempts) {
      const origin = originOfQueued(place, attempt)
      await inSpan(name, { kind: 'consumer', origin }, async () => undefined)
    }
    assert.deepEqual(treeOf(spans.of(caller.traceId), caller.spanId), ['first'])
    const linked = spans.all().filter(({ links }) => links.some(({ context }) => context.traceId === caller.traceId))
    assert.deepEqual(
      linked.map(({ name, kind, parentSpanContext }) => [name, kind, parentSpanContext?.spanId]),
      [
        ['first', SpanKind.CONSUMER, caller.spanId],
        ['again', SpanKind.CONSUMER, undefined],
        ['late', SpanKind.CONSUMER, undefined],
      ],
    )
  })

  test('queued work that nobody traced begins a trace, whatever is active', async () => {
    const { tree } = await traced(() =>
      inSpan('queued', { origin: originOfQueued(undefined, { attempt: 1, ageMs: 0 }) }, async () => undefined),
    )
    assert.deepEqual(tree(), ['work'])
    const [queued] = spans.all().filter(({ name }) => name === 'queued')
    assert.deepEqual([queued?.parentSpanContext, queued?.links], [undefined, []])
  })

  test('work of another thread is a child with its own times, also when it is added later', async () => {
    let later: ReturnType<typeof pastSpans>
    const { collected, caller } = await traced(async () => {
      const now = Date.now()
      addPastSpan('done', { startedAt: now - 20.5, endedAt: now - 10.25 }, { 'thread.name': 'record' })
      later = pastSpans()
    })
    later?.('done later', { startedAt: 1_700_000_001_000.5, endedAt: 1_700_000_002_000.25 })
    const [work] = collected.filter(({ name }) => name === 'work')
    const done = spans.of(caller.traceId).filter(({ name }) => name.startsWith('done'))
    assert.deepEqual(
      done.map(({ name, parentSpanContext }) => [name, parentSpanContext?.spanId]),
      [
        ['done', work?.spanContext().spanId],
        ['done later', work?.spanContext().spanId],
      ],
    )
    assert.deepEqual(done[0]?.duration, [0, 10_250_000])
    assert.deepEqual(
      [done[1]?.startTime, done[1]?.endTime],
      [
        [1_700_000_001, 500_000],
        [1_700_000_002, 250_000],
      ],
    )
  })

  test('an HTTP call carries the place of its span, and shows templates instead of paths', async () => {
    const sent: Readonly<Record<string, string>>[] = []
    const call = (status: number | string) => async (headers: Readonly<Record<string, string>>) => {
      sent.push(headers)
      return status
    }
    const { collected, tree } = await traced(async () => {
      const known = { method: 'GET', url: 'http://user:password@[::1]:8000/a/1?b=2', path: '/a/{id}' }
      await inHttpCall(known, call(200), (status) => status)
      const foreign = { method: 'POST', url: 'https://receiver.example/hook/secret?token=secret' }
      await inHttpCall(foreign, call(503), (status) => status)
      await inHttpCall({ method: 'POST', url: 'no url' }, call('ADDRESS_REFUSED'), (status) => status)
    })
    assert.deepEqual(tree(), ['work', '  GET /a/{id}', '  POST: 503', '  POST: ADDRESS_REFUSED'])
    const calls = collected.filter(({ kind }) => kind === SpanKind.CLIENT)
    assert.deepEqual(
      calls.map(({ attributes }) => attributes),
      [
        {
          'http.request.method': 'GET',
          'server.address': '::1',
          'server.port': 8000,
          'url.full': 'http://[::1]:8000/a/{id}',
          'url.template': '/a/{id}',
          'http.response.status_code': 200,
        },
        {
          'http.request.method': 'POST',
          'server.address': 'receiver.example',
          'server.port': 443,
          'url.full': 'https://receiver.example/REDACTED',
          'http.response.status_code': 503,
          'error.type': '503',
        },
        { 'http.request.method': 'POST', 'error.type': 'ADDRESS_REFUSED' },
      ],
    )
    assert.deepEqual(
      sent.map(({ traceparent }) => traceparent?.split('-')[2]),
      calls.map((span) => span.spanContext().spanId),
    )
  })

  test('an expected status is no failure of an HTTP call', async () => {
    const target = { method: 'GET', url: 'http://ap.example/a', path: '/a' }
    const { tree } = await traced(async () => {
      await inHttpCall({ ...target, expected: [404] }, async () => 404, Number)
      await inHttpCall({ ...target, expected: [404] }, async () => 403, Number)
    })
    assert.deepEqual(tree(), ['work', '  GET /a', '  GET /a: 403'])
  })

  test('the active span can be described and linked', async () => {
    const other = aCallersTrace()
    const { collected } = await traced(async () => {
      assert.equal(isRecorded(), true)
      describeSpan({ 'selfbill.document.id': 'd-1' })
      linkSpan({ traceparent: other.traceparent, tracestate: 'a=1' })
      linkSpan({ traceparent: 'malformed', tracestate: null })
      linkSpan(undefined)
    })
    const [work] = collected
    assert.equal(work?.attributes['selfbill.document.id'], 'd-1')
    assert.deepEqual(
      work.links.map(({ context: { spanId, traceState } }) => [spanId, traceState?.serialize()]),
      [[other.spanId, 'a=1']],
    )
  })
})

suite('spans, without an SDK', () => {
  test('the work runs, its result and its error come through, and nothing is active', async () => {
    const seen: unknown[] = []
    const result = await inSpan('work', { kind: 'server', attributes: { a: 1 } }, async (span) => {
      span.set({ b: 2 })
      span.fail('code')
      seen.push(isRecorded(), currentTrace(), pastSpans())
      return 'done'
    })
    assert.deepEqual([result, seen], ['done', [false, undefined, undefined]])
    await assert.rejects(
      inSpan('work', {}, () => Promise.reject(new RangeError('no'))),
      RangeError,
    )
    assert.equal(openSpan('open', {}).isRecorded, false)
  })
})

function headersOf({ traceparent }: { readonly traceparent: string }) {
  return { traceparent, tracestate: undefined }
}
