import { strict as assert } from 'node:assert'
import { createHash, randomUUID } from 'node:crypto'
import { before, test } from 'node:test'
import { sql } from '../../test/support/databases/any-row.ts'
import { eachDatabase } from '../../test/support/databases/databases.ts'
import { aNewDocument, anOrganisationWithProfile } from '../../test/support/databases/stored.ts'
import { systemClock } from '../clock/clock.ts'
import { DatabaseAway, isLoss, OutcomeUnknown } from '../store/database/database.ts'
import { gatheredDatabase, gatheredMax } from '../store/database/gathered-database.ts'
import { addDocument } from '../store/documents/add-document.ts'
import type { NewDocument } from '../store/documents/new-document.ts'
import type { KeptAnswer } from '../store/requests/kept-answer.ts'
import { unlimitedRoom } from '../store/room.ts'
import { openStore, type Store } from '../store/store.ts'
import { once } from './once.ts'

/**
 * The lines of a batch share a commit. Whatever one of them meets there, the others are stored as
 * if it had not been there.
 */
eachDatabase('creates that share a commit', (open) => {
  let store: Store
  let orgId: string
  before(async () => {
    store = open.keep(await openStore(open.location, 1))
  })

  const ofNewOrganisation = async () => {
    orgId = (await anOrganisationWithProfile(store)).orgId
  }
  const documents = (count: number, overrides: Partial<NewDocument> = {}) =>
    Array.from({ length: count }, () => aNewDocument({ orgId, ...overrides }))
  const addAll = (all: readonly NewDocument[], database = gatheredDatabase(store.database, systemClock.timer)) =>
    Promise.all(all.map((one) => addDocument(database, one).catch((error: unknown) => ({ outcome: error }))))
  const count = async (from: string) => {
    const [row] = await store.database.query(sql(`select count(*) as n from ${from}`, orgId))
    return Number(row?.n)
  }

  test('each refusal is its own line’s; the others get sequences without a gap and a sound chain', async () => {
    await ofNewOrganisation()
    const [first] = documents(1, { documentNumber: 'INV-1' })
    assert.ok(first)
    assert.equal((await addDocument(store.database, first)).outcome, 'added')
    const credit = { invoiceId: first.id, number: 1, amounts: '{}' }
    const kept = keptAnswer(orgId)
    const refused: readonly (readonly [outcome: string | undefined, document: NewDocument])[] = [
      ['number_taken', aNewDocument({ orgId, documentNumber: 'INV-1' })],
      ['number_taken', aNewDocument({ orgId, documentNumber: 'INV-1\u{200b}' })],
      ['profile_changed', aNewDocument({ orgId, profileVersion: 2 })],
      ['profile_changed', aNewDocument({ orgId, profileId: 'BP-GONE' })],
      // A row that a constraint refuses, which no caller expects.
      [undefined, aNewDocument({ orgId, id: first.id })],
    ]
    const once = [
      aNewDocument({ orgId, documentNumber: 'TWICE' }),
      aNewDocument({ orgId, credit }),
      aNewDocument({ orgId, keptAnswer: kept }),
    ]
    const twice = [
      aNewDocument({ orgId, documentNumber: 'TWICE' }),
      aNewDocument({ orgId, credit }),
      aNewDocument({ orgId, keptAnswer: kept }),
    ]
    const lines = [
      ...once,
      ...refused.flatMap(([, document]) => [document, ...documents(2)]),
      ...twice,
      ...documents(3),
    ]
    const outcomes = await addAll(lines)
    const outcomeOf = (document: NewDocument | undefined) =>
      outcomes[lines.findIndex((line) => line === document)]?.outcome
    for (const [outcome, document] of refused) {
      if (outcome === undefined) assert.ok(outcomeOf(document) instanceof Error && !isLoss(outcomeOf(document)))
      else assert.equal(outcomeOf(document), outcome)
    }
    assert.deepEqual(twice.slice(0, 2).map(outcomeOf), ['number_taken', 'credited_meanwhile'])
    assert.match(String(outcomeOf(twice[2])), /idempotency_answers/)
    const added = lines.filter((line) => outcomeOf(line) === 'added')
    assert.equal(added.length, lines.length - refused.length - twice.length)
    await assertSound(store, orgId, added.length + 1)
    assert.equal(await count('idempotency_answers where org_id = $1'), 1)
    assert.equal(await count('invoice_credits where org_id = $1'), 1)
  })

  test('sixteen that come together are one transaction on PostgreSQL', async () => {
    await ofNewOrganisation()
    await addAll(documents(gatheredMax))
    await assertSound(store, orgId, gatheredMax)
    if (store.database.dialect.name === 'sqlite') return
    assert.equal(await count('(select distinct xmin from documents where org_id = $1) as transactions'), 1)
  })

  test('a database that is lost in the middle leaves nothing, and the repeat stores each line once', async () => {
    await ofNewOrganisation()
    let isLost = true
    const failing = {
      ...store.database,
      transaction: async (...[statements, lane]: Parameters<typeof store.database.transaction>) => {
        // On SQLite its own error stands for it: a thread that ends fails what it works on.
        const broken = [...statements, sql('select pg_terminate_backend(pg_backend_pid())')]
        return store.database.transaction(isLost ? broken : statements, lane)
      },
    }
    const lines = documents(20)
    const lost = await addAll(lines, gatheredDatabase(failing, systemClock.timer))
    assert.ok(lost.every(({ outcome }) => outcome instanceof Error))
    if (store.database.dialect.name === 'postgres')
      assert.ok(lost.every(({ outcome }) => outcome instanceof OutcomeUnknown))
    assert.equal(await count('documents where org_id = $1'), 0)
    isLost = false
    const again = await addAll(lines, gatheredDatabase(failing, systemClock.timer))
    assert.ok(again.every(({ outcome }) => outcome === 'added'))
    await assertSound(store, orgId, 20)
  })

  test('after a commit whose answer is lost, each key returns what was stored', async () => {
    await ofNewOrganisation()
    let isLost = true
    const forgetful = {
      ...store.database,
      transaction: async (...[statements, lane]: Parameters<typeof store.database.transaction>) => {
        const results = await store.database.transaction(
          statements.map(({ onCommit: _, ...one }) => one),
          lane,
        )
        if (isLost) throw new OutcomeUnknown(new DatabaseAway('unplugged'))
        return results
      },
    }
    const lines = documents(20).map((document) => ({ document, key: { orgId, hash: randomUUID(), fingerprint: 'f' } }))
    const send = (database: Store['database']) =>
      Promise.allSettled(
        lines.map(({ document, key }) =>
          once(
            { store: store.idempotency, key, room: unlimitedRoom, now: () => 1_000, answerOf: () => undefined },
            (keep) =>
              addDocument(database, { ...document, keptAnswer: keep({ status: 201, type: 't', body: document.id }) }),
          ),
        ),
      )
    const lost = await send(gatheredDatabase(forgetful, systemClock.timer))
    assert.ok(lost.every((one) => one.status === 'rejected' && one.reason instanceof OutcomeUnknown))
    isLost = false
    const again = await send(gatheredDatabase(forgetful, systemClock.timer))
    for (const [at, one] of again.entries()) {
      assert.ok(one.status === 'fulfilled' && one.value.kind === 'answered')
      assert.equal(await one.value.answer.body.string(), lines[at]?.document.id)
    }
    await assertSound(store, orgId, 20)
  })
})

function keptAnswer(orgId: string): KeptAnswer {
  const key = { orgId, hash: randomUUID(), fingerprint: 'f' }
  return { key, mark: 'mark', answer: { status: 201, type: 't', body: 'body' }, now: 1 }
}

/** Sequences from 1 without a gap, and each link hashes the one before. */
async function assertSound(store: Store, orgId: string, documents: number): Promise<void> {
  const rows = await store.database.query(
    sql(
      `select d.sequence, c.previous, c.link, 'selfbill-chain-1|' || d.org_id || '|' || d.family || '|'
         || cast(d.sequence as text) || '|' || d.id || '|' || c.request_sha256 || '|' || c.answer_sha256 || '|'
         || c.ubl_sha256 || '|' || c.previous as linked
       from documents d join chain_links c on c.org_id = d.org_id and c.document_id = d.id
       where d.org_id = $1 order by d.sequence`,
      orgId,
    ),
  )
  assert.deepEqual(
    rows.map(({ sequence }) => sequence),
    Array.from({ length: documents }, (_, at) => at + 1),
  )
  for (const [at, { previous, link, linked }] of rows.entries()) {
    assert.equal(previous, rows[at - 1]?.link ?? '')
    assert.equal(link, createHash('sha256').update(String(linked)).digest('hex'))
  }
}
