import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '../../../test/support/databases/any-row.ts'
import { eachDatabase } from '../../../test/support/databases/databases.ts'
import {
  addDeliverable,
  type Deliverable,
  networkIds,
  settle,
  standing,
} from '../../../test/support/delivery/deliverables.ts'
import { anExchange } from '../../../test/support/delivery/deliveries.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { aCallersTrace, collectSpans, treeOf } from '../../../test/support/tracing/collected-spans.ts'
import { systemClock } from '../../clock/clock.ts'
import { systemIds } from '../../clock/ids.ts'
import { openRulebook } from '../../rules/open-rulebook.ts'
import type { Database } from '../../store/database/database.ts'
import { currentTrace, traceHeaders } from '../../tracing/active-span.ts'
import { inSpan } from '../../tracing/span.ts'
import type { ExchangeParts } from '../exchange.ts'
import { bareResponse, type Gateway, type Outcome } from '../gateway.ts'
import { reportAgain } from '../reports/report-again.ts'

eachDatabase('the trace of a leg', (open) => {
  const spans = collectSpans()

  /** Sends one document; `outcomes` are those of the C3 leg, the last one again and again. */
  async function sent(outcomes: readonly Outcome[], parts: Partial<ExchangeParts> = {}) {
    const db = await open()
    const caller = aCallersTrace()
    const seen: (string | undefined)[] = []
    const gateway: Gateway = {
      name: 'test',
      accessPoint: 'default',
      start() {},
      submit: async ({ corner }) => {
        if (corner === 'C5') return receipt
        seen.push(traceHeaders().traceparent)
        return outcomes[Math.min(seen.length, outcomes.length) - 1] ?? receipt
      },
      ask: async () => ({ kind: 'absent', isFinal: true }),
      async stop() {},
    }
    const exchange = anExchange(db, gateway, parts)
    const trace = { traceparent: caller.traceparent, tracestate: 'vendor=1' }
    const deliverable = await addDeliverable(db, { trace })
    exchange.start()
    await eventually(
      async () => seen.length >= outcomes.length && /C3 (SUB|STA|FAI)/.test(await standing(db, deliverable)),
    )
    await exchange.stop()
    const submits = spans
      .all()
      .filter(({ name, links }) => name === 'submit C3' && links[0]?.context.spanId === caller.spanId)
    return { db, caller, deliverable, seen, submits }
  }

  test('a retry begins a trace of its own and links to the create, like the first attempt', async () => {
    const { caller, seen, submits } = await sent([transient, transient, receipt])
    assert.deepEqual(treeOf(spans.of(caller.traceId), caller.spanId, isSubmit).toSorted(), [
      'submit C3: transient',
      'submit C5',
    ])
    assert.deepEqual(
      submits.map(({ attributes, parentSpanContext }) => [
        attributes['selfbill.attempt'],
        attributes['error.type'],
        parentSpanContext?.spanId,
      ]),
      [
        [1, 'transient', caller.spanId],
        [2, 'transient', undefined],
        [3, undefined, undefined],
      ],
    )
    assert.equal(submits[2]?.links[0]?.context.traceState?.serialize(), 'vendor=1')
    const places = submits.map((span) => `00-${span.spanContext().traceId}-${span.spanContext().spanId}-01`)
    assert.deepEqual(seen, places, 'the gateway gets the place of each attempt')
  })

  test('a refusal for good fails the span', async () => {
    const { submits } = await sent([{ kind: 'permanent', response: bareResponse('REFUSED', 'No 1345678901') }])
    assert.deepEqual(
      submits.map(({ attributes, status }) => [attributes['error.type'], status]),
      [['permanent', { code: 2 }]],
    )
  })

  test('a withdrawal keeps the place of the document, a repeated report that of the request for it', async () => {
    const refused: Outcome = { kind: 'permanent', response: bareResponse('REFUSED', 'No') }
    const { db, caller, deliverable } = await sent([refused], { reportWithdrawals: true })
    assert.deepEqual(await placesOf(db, deliverable, 'W'), [
      { traceparent: caller.traceparent, tracestate: 'vendor=1' },
    ])
    const rejected = await addDeliverable(db, { trace: { traceparent: caller.traceparent, tracestate: null } })
    await settle(db, rejected, { c3: 'APPROVED', c5: 'REJECTED' })
    const parts = {
      db,
      clock: systemClock,
      ids: systemIds,
      rulebook: await openRulebook({ gaps: true }),
      ...networkIds,
    }
    const place = await inSpan('request', {}, async () => {
      await reportAgain(parts, rejected.orgId, rejected.documentId)
      return currentTrace()
    })
    assert.ok(place)
    assert.deepEqual(await placesOf(db, rejected, 'R'), [place])
  })
})

function placesOf(db: Database, { orgId, documentId }: Deliverable, report: 'R' | 'W') {
  const text = 'select traceparent, tracestate from legs where org_id = $1 and document_id = $2 and report = $3'
  return db.query(sql(text, orgId, documentId, report)).then((rows) => rows.map((row) => ({ ...row })))
}

function isSubmit({ name }: { readonly name: string }): boolean {
  return name.startsWith('submit')
}

const receipt: Outcome = { kind: 'receipt', response: bareResponse('SUCCESS', null) }
const transient: Outcome = {
  kind: 'transient',
  response: bareResponse('TRANSPORT_ERROR', 'The connection was refused'),
}
