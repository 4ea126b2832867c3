import { strict as assert } from 'node:assert'
import { describe, test } from 'node:test'
import { DatabaseError, type PoolClient } from 'pg'
import { ConstraintFailure, DatabaseAway, OutcomeUnknown, sql } from '../database.ts'
import { oneServer, type PostgresLayout } from '../postgres-layout.ts'
import { begin, beginSnapshot, Pipeline } from '../postgres-pipeline.ts'
import { citus } from './citus.ts'

// What a cluster needs, seen without one. `npm run test:citus` has a real one.

const ofA = sql('select id from documents where org_id = $1', 'a')
const ofB = sql('select id from documents where org_id = $1', "b'")
const ofNobody = sql('select 1')

describe('what is sent', () => {
  test('one server gets the organisation as a parameter, and no transaction for one statement', () => {
    const shows = "select set_config('selfbill.org', $1, true)"
    assert.deepEqual(sent(oneServer, ofA), [shows, ofA.sql])
    assert.deepEqual(sent(oneServer, ofNobody), [ofNobody.sql])
    assert.deepEqual(sent(oneServer, ofA, ofA, ofB), ['begin', shows, ofA.sql, ofA.sql, shows, ofB.sql, 'commit'])
  })

  test('Citus passes the organisation on to its worker within a transaction, whatever its name holds', () => {
    const passesOn = "set local citus.propagate_set_commands = 'local'"
    const shows = (org: string) => [passesOn, `set local selfbill.org = ${org}`]
    assert.deepEqual(sent(citus, ofA), ['begin', ...shows("'a'"), ofA.sql, 'commit'])
    assert.deepEqual(sent(citus, ofNobody), [ofNobody.sql])
    assert.deepEqual(sent(citus, ofA, ofA, ofB), [
      ...['begin', ...shows("'a'"), ofA.sql, ofA.sql],
      ...[...shows("'b'''"), ofB.sql, 'commit'],
    ])
  })

  test('a snapshot is a transaction of its own kind on both, also of one statement', () => {
    for (const layout of [oneServer, citus]) {
      const texts = layout.pipelined(beginSnapshot, [ofNobody]).map((one) => one.sql)
      assert.deepEqual(texts, [beginSnapshot.sql, ofNobody.sql, 'commit'])
    }
  })
})

describe('what an error means', () => {
  test('the code of a lost connection is the end of one server; in a cluster a worker is away', async () => {
    const broken = anError({ code: '08006' })
    const alone = await oneServer.failureOf(broken, aClient(), aPipeline())
    assert.ok(alone.failure instanceof OutcomeUnknown && !alone.isUsable)
    const cluster = await citus.failureOf(broken, aClient(), aPipeline())
    assert.ok(cluster.failure instanceof DatabaseAway && cluster.isUsable)
  })

  test('a coordinator that does not roll back is lost, whatever it said', async () => {
    const { failure, isUsable } = await citus.failureOf(anError({ code: 'XX000' }), aClient(false), aPipeline())
    assert.ok(failure instanceof OutcomeUnknown && !isUsable)
  })

  test('a worker that is lost during the commit may have committed', async () => {
    const pipeline = aPipeline()
    while (!pipeline.isCommitting) pipeline.handleCommandComplete()
    const { failure, isUsable } = await citus.failureOf(anError({ code: '08006' }), aClient(), pipeline)
    assert.ok(failure instanceof OutcomeUnknown && isUsable)
  })

  test('a worker names a constraint in its message alone, in its language, with the number of its shard', async () => {
    const messages = [
      'null value in column "profile_version" of relation "documents_102008" violates not-null constraint',
      'NULL-Wert in Spalte »profile_version« von Relation »documents_102008« verletzt Not-Null-Constraint',
    ]
    for (const message of messages) {
      const { failure } = await citus.failureOf(anError({ code: '23502', message }), aClient(), aPipeline())
      assert.ok(failure instanceof ConstraintFailure)
      assert.equal(failure.constraint, 'documents(profile_version)')
    }
    const message = 'duplicate key value violates unique constraint "documents_by_number_102008"'
    const client = aClient(true, { documents_by_number: 'documents(org_id, document_number)' })
    const { failure } = await citus.failureOf(anError({ code: '23505', message }), client, aPipeline())
    assert.ok(failure instanceof ConstraintFailure)
    assert.equal(failure.constraint, 'documents(org_id, document_number)')
  })
})

test('a new table of a migration is a plain one until it is placed; no other statement changes', () => {
  const { placement } = citus.dialect
  const texts = (text: string) => placement?.unplaced(sql(text)).map((one) => one.sql)
  assert.deepEqual(texts('create table a (b text)'), [
    'set local citus.enable_ddl_propagation = off',
    'create table a (b text)',
    'set local citus.enable_ddl_propagation = on',
  ])
  assert.deepEqual(texts('alter table a add column c text'), ['alter table a add column c text'])
  assert.equal(oneServer.dialect.placement, undefined)
})

function sent(layout: PostgresLayout, ...statements: readonly (typeof ofA)[]): readonly string[] {
  return layout.pipelined(begin, statements).map((one) => one.sql)
}

/** Two statements in a transaction. */
function aPipeline(): Pipeline {
  return new Pipeline(oneServer.pipelined(begin, [ofNobody, ofNobody]))
}

function anError({ code, message = 'an error' }: { readonly code: string; readonly message?: string }): DatabaseError {
  return Object.assign(new DatabaseError(message, message.length, 'error'), { code })
}

/** `constraints`: by the name of their index. */
function aClient(answers = true, constraints: Readonly<Record<string, string>> = {}): PoolClient {
  const client: unknown = {
    async query(_text: unknown, params?: readonly unknown[]) {
      if (!answers) throw new Error('the connection is closed')
      const constraint = constraints[String(params?.[1])]
      return { rows: constraint === undefined ? [] : [{ constraint }] }
    },
  }
  return client as PoolClient
}
