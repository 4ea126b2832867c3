import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { SpanKind } from '@opentelemetry/api'
import { sql } from '../../../test/support/databases/any-row.ts'
import { aCallersTrace, collectSpans, treeOf } from '../../../test/support/tracing/collected-spans.ts'
import { originOfRequest } from '../../tracing/origin.ts'
import { inSpan } from '../../tracing/span.ts'
import { ConstraintFailure, type Database } from './database.ts'
import { tracedDatabase } from './traced-database.ts'

suite('a traced database', () => {
  const spans = collectSpans()

  test('names calls by what they do, and shows no value', async () => {
    const caller = aCallersTrace()
    const db = tracedDatabase(answering)
    await inSpan('work', { origin: originOfRequest({ ...caller, tracestate: undefined }) }, async () => {
      await db.query(sql('select id from legs where org_id = $1', 'secret'))
      await db.query(sql('\n with due as (select 1 from webhook_deliveries) update x set y = $1', 'secret'))
      await db.query(sql('insert into entries (id) values ($1)', 'secret'))
      await db.query(sql('select 1'))
      await db.snapshot([sql('select $1', 'secret')])
      await db.transaction([sql('delete from legs'), sql('update legs set a = $1', 'secret')], 'secret lane')
    })
    assert.deepEqual(treeOf(spans.of(caller.traceId), caller.spanId), [
      'work',
      '  select legs',
      '  with webhook_deliveries',
      '  insert entries',
      '  select',
      '  snapshot',
      '  transaction',
    ])
    const calls = spans.of(caller.traceId).filter(({ kind }) => kind === SpanKind.CLIENT)
    assert.ok(!JSON.stringify(calls.map(({ attributes }) => attributes)).includes('secret'))
    assert.deepEqual(
      [calls[0], calls.at(-1)].map((call) => call?.attributes),
      [
        { 'db.system.name': 'sqlite', 'db.operation.name': 'select', 'db.query.summary': 'select legs' },
        { 'db.system.name': 'sqlite', 'db.operation.name': 'transaction', 'db.operation.batch.size': 2 },
      ],
    )
  })

  test('a failed call fails its span', async () => {
    const caller = aCallersTrace()
    const db = tracedDatabase({
      ...answering,
      transaction: () => Promise.reject(new ConstraintFailure('unique', 'documents(id)')),
    })
    await inSpan('work', { origin: originOfRequest({ ...caller, tracestate: undefined }) }, () =>
      db.transaction([sql('select 1')]).catch(() => undefined),
    )
    assert.deepEqual(treeOf(spans.of(caller.traceId), caller.spanId), ['work', '  transaction: ConstraintFailure'])
  })

  test('a call outside of a trace has no span', async () => {
    const before = spans.all().length
    assert.deepEqual(await tracedDatabase(answering).query(sql('select 1')), [])
    assert.equal(spans.all().length, before)
  })
})

const answering: Database = {
  dialect: {
    name: 'sqlite',
    skipLocked: '',
    forUpdate: '',
    noIndex: '',
    position: (text, sought) => `strpos(${text}, ${sought})`,
    sha256: String,
    utf8: String,
    unhex: String,
    now: '0',
    server: '',
  },
  query: async () => [],
  snapshot: async () => [],
  transaction: async () => [],
  close: async () => undefined,
}
