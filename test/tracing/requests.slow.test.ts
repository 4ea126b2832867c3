import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { context, SpanKind, SpanStatusCode } from '@opentelemetry/api'
import type { ReadableSpan } from '@opentelemetry/sdk-trace-base'
import { keepContext } from '../../src/tracing/keep-context.ts'
import { signedInTo } from '../support/console/signed-in.ts'
import { anMls } from '../support/delivery/mls.ts'
import { eventually } from '../support/eventually.ts'
import { aBuyer, aPurchaseInvoice, aSupplier, jsonOf } from '../support/requests/requests.ts'
import { eachService } from '../support/service/service.ts'
import { aCallersTrace, collectSpans, endOf, startOf, treeOf } from '../support/tracing/collected-spans.ts'
import { networkIds, type TracedService, tracedService } from '../support/tracing/traced-service.ts'

// From a request to both submits, the webhook and the status, as OpenTelemetry collects it.

eachService('tracing', (start) => {
  const spans = collectSpans()
  const traced = tracedService(start)

  test('a create is one tree of spans, from the request to both submits and the webhook', async () => {
    const { caller, id } = await createTraced(traced)
    const collected = await eventually(async () => {
      const ended = spans.of(caller.traceId)
      return ended.filter(({ name }) => /^(submit|deliver)/.test(name)).length === 3 && ended
    })
    const [c3, c5, webhook] = ['submit C3', 'submit C5', 'deliver webhook'].map((name) => named(collected, name))
    const tree = treeOf(collected, caller.spanId, (span) => !isQuery(span))
    assert.deepEqual(
      withoutThreads(tree).toSorted(),
      [
        'POST /api/purchase-invoices/{business_profile_id}',
        '  create document',
        '    compute',
        '    judge',
        '    write',
        '    transaction',
        '    submit C3',
        '      POST /api/outbound/submit-sbd',
        '      settle',
        '        transaction',
        '    submit C5',
        '      POST /api/outbound/submit-sbd',
        '      settle',
        '        transaction',
        '    deliver webhook',
        '      POST',
        '      transaction',
      ].toSorted(),
    )
    assert.deepEqual(withoutThreads(tree).slice(0, 5), [
      'POST /api/purchase-invoices/{business_profile_id}',
      '  create document',
      '    compute',
      '    judge',
      '    write',
    ])
    const create = named(collected, 'create document')
    assert.deepEqual(
      [create, c3, c5, webhook].map((span) => [span?.kind, span?.attributes['selfbill.document.id']]),
      [SpanKind.PRODUCER, SpanKind.CONSUMER, SpanKind.CONSUMER, SpanKind.CONSUMER].map((kind) => [kind, id]),
    )
    for (const span of [c3, c5, webhook]) {
      assert.equal(span?.links[0]?.context.spanId, create?.spanContext().spanId, 'a consumer links to its producer')
    }
    for (const span of collected) assert.notEqual(span.status.code, SpanStatusCode.ERROR, span.name)
  })

  test('the spans of HTTP have the names and attributes of the conventions', async () => {
    const { caller } = await createTraced(traced)
    const request = await eventually(async () => spans.of(caller.traceId).find(({ kind }) => kind === SpanKind.SERVER))
    const { 'selfbill.document.id': _, ...attributes } = request.attributes
    const route = '/api/purchase-invoices/{business_profile_id}'
    assert.deepEqual(attributes, {
      'http.request.method': 'POST',
      'http.route': route,
      'url.path': route,
      'url.scheme': 'http',
      'network.protocol.version': '1.1',
      'http.response.status_code': 201,
    })
    const [submit] = await eventually(async () => {
      const calls = spans.of(caller.traceId).filter(({ name }) => name === 'POST /api/outbound/submit-sbd')
      return calls.length === 2 && calls
    })
    assert.equal(submit?.kind, SpanKind.CLIENT)
    assert.equal(submit?.attributes['url.full'], `${traced.stub.url}/api/outbound/submit-sbd`)
    assert.equal(submit?.attributes['http.response.status_code'], 200)
  })

  test('the access point and the receiver get the place of the call that reaches them', async () => {
    const { caller, id } = await createTraced(traced, 'vendor=1')
    const [webhook] = await traced.received(id)
    const calls = await eventually(async () => {
      const ended = spans.of(caller.traceId).filter(({ kind, name }) => kind === SpanKind.CLIENT && /^POST/.test(name))
      return ended.length === 3 && ended
    })
    const sent = [webhook?.headers, ...traced.stub.headers.slice(-2)]
    assert.deepEqual(
      sent.map((headers) => headers?.traceparent).toSorted(),
      calls.map((span) => `00-${caller.traceId}-${span.spanContext().spanId}-01`).toSorted(),
    )
    for (const headers of sent) assert.equal(headers?.tracestate, 'vendor=1')
  })

  test('a status links to the create, and its webhook continues the trace', async () => {
    const { caller, id } = await createTraced(traced)
    const created = await eventually(async () => named(spans.of(caller.traceId), 'create document'))
    const leg = await eventually(async () => {
      const { json } = await traced.tenant.get(`/api/purchase-invoices/${id}/peppol-status`)
      return json.toC5.status === 'SUBMITTED' && json.toC5
    })
    const accessPoint = aCallersTrace()
    const status = anMls({ referenceId: leg.transmissionUuid, senderId: networkIds.authorityId })
    assert.equal((await traced.bring(status, { traceparent: accessPoint.traceparent })).status, 200)
    const inbound = await eventually(async () => {
      const ended = spans.of(accessPoint.traceId)
      return ended.some(({ kind }) => kind === SpanKind.SERVER) && ended
    })
    const tree = treeOf(inbound, accessPoint.spanId, (span) => !isQuery(span))
    assert.deepEqual(withoutThreads(tree), [
      'POST /gateway/inbound',
      '  receive status',
      '    settle',
      '      transaction',
    ])
    assert.equal(named(inbound, 'receive status')?.links[0]?.context.spanId, created.spanContext().spanId)
    await eventually(async () => {
      const deliveries = spans.of(caller.traceId).filter(({ name }) => name === 'deliver webhook')
      return deliveries.length === 2
    })
  })

  test('an answer by a failure of ours fails the span; one by a mistake of the caller does not', async () => {
    const caller = aCallersTrace()
    const headers = { traceparent: caller.traceparent }
    const path = `/api/purchase-invoices/${traced.tenant.profileId}`
    assert.equal((await traced.tenant.post(path, '{', headers)).status, 400)
    assert.equal((await traced.tenant.get('/api/purchase-invoices/1345678901', headers)).status, 404)
    assert.equal((await traced.tenant.get('/nowhere/1345678901?text=1345678901', headers)).status, 404)
    const collected = await eventually(async () => {
      const ended = spans.of(caller.traceId).filter(({ kind }) => kind === SpanKind.SERVER)
      return ended.length === 3 && ended
    })
    assert.deepEqual(
      collected.map(({ name, status, attributes }) => [name, status.code, attributes['http.response.status_code']]),
      [
        ['POST /api/purchase-invoices/{business_profile_id}', SpanStatusCode.UNSET, 400],
        ['GET /api/purchase-invoices/{id}', SpanStatusCode.UNSET, 404],
        ['GET', SpanStatusCode.UNSET, 404],
      ],
    )
    assert.equal(named(spans.of(caller.traceId), 'create document')?.attributes['selfbill.refusal'], 'unreadable')
    traced.stub.behave = () => 'broken'
    const { caller: unlucky } = await createTraced(traced)
    const failed = await eventually(async () => {
      const ended = spans.of(unlucky.traceId).filter(({ name }) => name.startsWith('submit'))
      return ended.length === 2 && spans.of(unlucky.traceId)
    })
    traced.stub.behave = () => 'delivered'
    assert.deepEqual(
      treeOf(failed, named(failed, 'submit C3')?.spanContext().spanId ?? '', (span) => !isQuery(span)).filter(
        (line) => !line.trim().startsWith('sqlite '),
      ),
      ['POST /api/outbound/submit-sbd: 500', 'settle', '  transaction'],
    )
    assert.deepEqual(named(failed, 'submit C3')?.attributes['error.type'], 'outage')
  })

  test('each document of a batch has its span, also while the answer is sent', async () => {
    const caller = aCallersTrace()
    const { tenant, running } = traced
    const answer = await fetch(`${running.address}/api/purchase-invoices/${tenant.profileId}/batch`, {
      method: 'POST',
      body: Array.from({ length: 30 }, () => jsonOf(aPurchaseInvoice())).join('\n'),
      headers: {
        authorization: `Bearer ${tenant.token}`,
        'content-type': 'application/x-ndjson',
        traceparent: caller.traceparent,
      },
    })
    const lines = (await answer.text()).trim().split('\n')
    assert.equal(lines.length, 30)
    const request = await eventually(async () => spans.of(caller.traceId).find(({ kind }) => kind === SpanKind.SERVER))
    const creates = spans.of(caller.traceId).filter(({ name }) => name === 'create document')
    assert.equal(creates.length, 30)
    for (const create of creates) assert.equal(create.parentSpanContext?.spanId, request.spanContext().spanId)
  })

  test('a page of the console shows the requests to the API that it makes', async () => {
    const { browser } = await signedInTo(traced.running)
    assert.equal((await browser.open('/console/documents')).status, 200)
    const page = await eventually(async () => named(spans.all(), 'GET /console/documents'))
    const { traceId, spanId } = page.spanContext()
    // The menu counts what waits for an approval, and the list names business profiles.
    assert.deepEqual(treeOf(spans.of(traceId), spanId, ({ kind }) => kind === SpanKind.SERVER).toSorted(), [
      'GET /api/approvals',
      'GET /api/business-profiles',
      'GET /api/documents',
      'GET /api/documents/summary',
    ])
    assert.ok(named(spans.all(), 'POST /console/sign-in/{link}'), 'the secret of the link is not in the name')
  })

  test('the thread of the embedded database shows when it worked', async () => {
    const { caller } = await createTraced(traced)
    const collected = await eventually(async () => {
      const ended = spans.of(caller.traceId)
      return ended.some(({ kind }) => kind === SpanKind.SERVER) && ended
    })
    const create = named(collected, 'create document')?.spanContext().spanId
    const commit = collected.find((span) => span.name === 'transaction' && span.parentSpanContext?.spanId === create)
    assert.ok(commit)
    const isEmbedded = commit.attributes['db.system.name'] === 'sqlite'
    const threads = collected.filter(
      ({ parentSpanContext }) => parentSpanContext?.spanId === commit.spanContext().spanId,
    )
    assert.deepEqual(
      threads.map(({ name }) => name),
      isEmbedded ? ['sqlite writer'] : [],
    )
    // Each clock is read in whole milliseconds once, when its span begins.
    for (const thread of threads) {
      assert.ok(startOf(thread) >= startOf(commit) - 1 && endOf(thread) <= endOf(commit) + 1)
      assert.ok(endOf(thread) > startOf(thread))
    }
  })

  test('nothing personal, no secret and no id except of documents and legs is in any span', async () => {
    const { caller } = await createTraced(traced)
    await eventually(
      async () => spans.of(caller.traceId).filter(({ name }) => /^(submit|deliver)/.test(name)).length === 3,
    )
    const { tenant } = traced
    const request = [aBuyer(), aSupplier(), aPurchaseInvoice()].flatMap((part) => textsIn(part))
    const forbidden = [
      tenant.orgId,
      tenant.profileId,
      tenant.token,
      tenant.account,
      'secret',
      'Organisation',
      ...request,
    ]
    for (const { name, attributes, links, events } of spans.of(caller.traceId)) {
      const shown = JSON.stringify([name, attributes, links.map(({ attributes = {} }) => attributes), events])
      for (const text of forbidden) assert.ok(!shown.includes(text), `${text} is in ${shown}`)
    }
  })
})

suite('tracing without an SDK', () => {
  before(() => keepContext())
  after(() => context.disable())

  eachService('the service', (start) => {
    const traced = tracedService(start)

    test("the caller's place is passed on to access point and receiver as it came", async () => {
      const { caller, id } = await createTraced(traced, 'vendor=1,other=2')
      const [webhook] = await traced.received(id)
      await eventually(async () => traced.stub.headers.length === 2)
      for (const headers of [webhook?.headers, ...traced.stub.headers]) {
        assert.equal(headers?.traceparent, caller.traceparent)
        assert.equal(headers?.tracestate, 'vendor=1,other=2')
      }
    })

    test('a malformed place is not passed on', async () => {
      const headers = { traceparent: `00-${'0'.repeat(32)}-b7ad6b7169203331-01`, tracestate: 'vendor=1' }
      const { tenant } = traced
      const { json } = await tenant.post(`/api/purchase-invoices/${tenant.profileId}`, aPurchaseInvoice(), headers)
      const [webhook] = await traced.received(json.id)
      assert.deepEqual([webhook?.headers.traceparent, webhook?.headers.tracestate], [undefined, undefined])
    })
  })
})

async function createTraced({ tenant }: TracedService, tracestate?: string) {
  const caller = aCallersTrace()
  const headers = { traceparent: caller.traceparent, ...(tracestate !== undefined && { tracestate }) }
  const answer = await tenant.post(`/api/purchase-invoices/${tenant.profileId}`, aPurchaseInvoice(), headers)
  assert.equal(answer.status, 201, answer.text)
  const id: string = answer.json.id
  return { caller, id }
}

function named(spans: readonly ReadableSpan[], name: string): ReadableSpan | undefined {
  return spans.find((span) => span.name === name)
}

function isQuery({ attributes }: ReadableSpan): boolean {
  return attributes['db.query.summary'] !== undefined || attributes['db.operation.name'] === 'snapshot'
}

function withoutThreads(tree: readonly string[]): readonly string[] {
  return tree.filter((line) => !line.trim().startsWith('sqlite '))
}

/** The texts of a request that are long enough to find. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return value.length > 6 ? [value] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}
