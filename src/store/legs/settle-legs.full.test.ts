import { strict as assert } from 'node:assert'
import { test } from 'node:test'
import { sql } from '../../../test/support/databases/any-row.ts'
import { eachDatabase } from '../../../test/support/databases/databases.ts'
import { addDeliverable, type Deliverable } from '../../../test/support/delivery/deliverables.ts'
import { times } from '../../../test/support/effort.ts'
import { Random } from '../../../test/support/random.ts'
import type { Database, Statement } from '../database/database.ts'
import { type LegChange, type LegState, legOfTransmission, legStatuses, legsOfTransmissions } from './legs.ts'
import { settleLeg } from './settle-leg.ts'
import { type Settlement, settleLegs } from './settle-legs.ts'

eachDatabase('settling many legs at once', (open) => {
  test('writes what settling them one by one writes, in one transaction', async () => {
    const db = await open()
    const { counted, transactions } = counting(db)
    const random = new Random(7)
    for (let round = 0; round < times({ quick: 3, full: 20, long: 400 }); round++) {
      const pairs = await Promise.all(Array.from({ length: 12 }, () => twins(db)))
      for (const corner of ['c3', 'c5'] as const) {
        const changes = pairs.map(() => ({ change: aChange(random, texts), now: 1 + random.below(1_000_000) }))
        const isStale = pairs.map(() => random.below(10) === 0)
        const settlementsOf = (which: 0 | 1) =>
          Promise.all(
            pairs.map(async (pair, at): Promise<Settlement> => {
              const leg = await legOf(db, pair[which].transmissionUuids[corner])
              const { change, now } = changes[at] ?? assert.fail()
              return { leg: isStale[at] ? { ...leg, mark: 'older' } : leg, change, now }
            }),
          )
        const together = await settleLegs(counted, 'org-1', await settlementsOf(0))
        const alone: boolean[] = []
        for (const { leg, change, now } of await settlementsOf(1)) alone.push(await settleLeg(db, leg, change, now))
        assert.deepEqual(together, alone)
        assert.deepEqual(
          together,
          isStale.map((isOlder) => !isOlder),
        )
      }
      for (const [together, alone] of pairs) assert.deepEqual(await allOf(db, together), await allOf(db, alone))
      assert.equal(transactions(), 2 * (round + 1))
    }
  })

  test('a text that JSON cannot carry is written as it is written alone', async () => {
    const db = await open()
    const pair = await twins(db)
    const other = await addDeliverable(db)
    const change = aChange(new Random(8), ['half \ud83d a character'])
    const of = async ({ transmissionUuids }: Deliverable): Promise<Settlement> => ({
      leg: await legOf(db, transmissionUuids.c3),
      change: { ...change, entries: [{ event: 'NOTED', message: 'half \ud83d a character' }] },
      now: 5,
    })
    assert.deepEqual(await settleLegs(db, 'org-1', [await of(pair[0]), await of(other)]), [true, true])
    const { leg, change: same, now } = await of(pair[1])
    assert.ok(await settleLeg(db, leg, same, now))
    assert.deepEqual(await allOf(db, pair[0]), await allOf(db, pair[1]))
  })

  test('SQLite reads the legs that are settled, not those of the organisation', async () => {
    const db = await open()
    if (db.dialect.name !== 'sqlite') return
    const asked: Statement[] = []
    const watched: Database = {
      ...db,
      transaction(statements, lane) {
        asked.push(...statements)
        return db.transaction(statements, lane)
      },
    }
    const legs = await Promise.all(
      Array.from({ length: 2 }, async () => legOf(db, (await addDeliverable(db)).transmissionUuids.c3)),
    )
    const change = { ...unchanged, status: 'APPROVED', statusEnvelope: new Uint8Array([65]) } as const
    const entries = [[{ event: 'NOTED', message: '' }], [{ event: 'NOTED', message: '' }]] as const
    await settleLegs(
      watched,
      'org-1',
      legs.map((leg, at) => ({ leg, change: { ...change, entries: entries[at] ?? [] }, now: 1 })),
    )
    assert.equal(asked.length, 5)
    for (const { sql: text, params } of asked) {
      const plan = await db.query({ sql: `explain query plan ${text}`, params })
      const reads = plan.map(({ detail }) => String(detail)).filter((detail) => /\b(legs|l|documents|d)\b/.test(detail))
      assert.ok(reads.length > 0)
      for (const detail of reads) assert.match(detail, / AND (transmission_uuid|id|document_id)=\?/, text)
    }
  })

  test('legs of two batches that overlap are settled once', async () => {
    const [one, two] = await Promise.all([open(), open()])
    for (let round = 0; round < times({ quick: 2, full: 20, long: 200 }); round++) {
      const deliverables = await Promise.all(Array.from({ length: 16 }, () => addDeliverable(one)))
      const legs = await Promise.all(deliverables.map(({ transmissionUuids }) => legOf(one, transmissionUuids.c3)))
      const all = legs.map((leg): Settlement => ({ leg, change: { ...unchanged, status: 'APPROVED' }, now: 1 }))
      const [here, there] = await Promise.all([
        settleLegs(one, 'org-1', all),
        settleLegs(two, 'org-1', all.toReversed()),
      ])
      const winners = here.map((isOurs, at) => Number(isOurs) + Number(there.toReversed()[at]))
      assert.deepEqual(winners, Array(16).fill(1))
    }
  })

  test('legs are read by the UUIDs of their transmissions', async () => {
    const db = await open()
    const { transmissionUuids } = await addDeliverable(db)
    const wanted = [transmissionUuids.c3, 'unknown', transmissionUuids.c5]
    for (const orgId of [undefined, 'org-1']) {
      const legs = await legsOfTransmissions(db, orgId, wanted)
      assert.deepEqual(legs.get(transmissionUuids.c3), await legOf(db, transmissionUuids.c3))
      assert.deepEqual(legs.get(transmissionUuids.c5), await legOf(db, transmissionUuids.c5))
      assert.equal(legs.size, 2)
    }
    assert.equal((await legsOfTransmissions(db, 'org-2', wanted)).size, 0)
  })
})

function counting(db: Database) {
  let count = 0
  const counted: Database = {
    ...db,
    transaction(...call) {
      count += 1
      return db.transaction(...call)
    },
  }
  return { counted, transactions: () => count }
}

/** Two documents that differ in nothing but their ids. */
async function twins(db: Database): Promise<readonly [Deliverable, Deliverable]> {
  const createdAt = Date.now()
  return [await addDeliverable(db, { createdAt }), await addDeliverable(db, { createdAt })]
}

async function legOf(db: Database, transmissionUuid: string): Promise<LegState> {
  return (await legOfTransmission(db, transmissionUuid)) ?? assert.fail()
}

const unchanged: Omit<LegChange, 'status'> = {
  inDoubt: false,
  nextAttemptAt: undefined,
  endsLease: true,
  entries: [],
}

function aChange(random: Random, texts: readonly string[]): LegChange {
  const maybe = <Value>(value: Value) => (random.below(2) === 0 ? value : undefined)
  return {
    status: random.of(legStatuses),
    inDoubt: random.below(2) === 0,
    nextAttemptAt: maybe(random.below(1_000)),
    uncounted: maybe(3),
    submittedAt: maybe(1_234_567_890_123),
    receiverProviderId: maybe('0242:990002'),
    transmissionResponse: maybe(JSON.stringify({ error: random.of(texts) })),
    mlsResponse: maybe(JSON.stringify({ id: random.of(texts) })),
    cause: maybe(random.of(texts)),
    statusEnvelope: maybe(random.of(envelopes)),
    endsLease: random.below(2) === 0,
    entries: random.below(4) === 0 ? [] : [{ event: 'NOTED', message: random.of(texts) }],
  }
}

const texts = ['', 'plain', '"quoted" \\ and\nnew line', 'عربي 🙂', '{"0":1}', '7', 'null']
/** UTF-8 with and without a byte order mark, UTF-16 and nothing. */
const envelopes = [
  Buffer.from('<a>"é"</a>'),
  Buffer.from('\uFEFF<a/>'),
  Buffer.from('\uFEFF<a>\u00e9</a>', 'utf16le'),
  Buffer.alloc(0),
]

/** Everything that settling writes of a document, without ids. */
async function allOf(db: Database, { documentId }: Deliverable): Promise<unknown> {
  const rows = await db.snapshot([
    sql(`select overall_status, participant_status, fta_status, updated_at from documents where id = $1`, documentId),
    sql(
      `select corner, status, in_doubt, next_attempt_at, uncounted, submitted_at, transmission_response, mls_response,
         receiver_provider_id, updated_at, cause, lease_owner, lease_until from legs where document_id = $1
       order by corner`,
      documentId,
    ),
    sql(
      `select e.event, e.message, e.at, e.revision, e.overall_status, e.participant_status, e.fta_status, l.corner
       from entries e left join legs l on l.org_id = e.org_id and l.transmission_uuid = e.transmission_uuid
       where e.document_id = $1 order by e.id`,
      documentId,
    ),
    sql(
      `select l.corner, s.envelope, s.received_at from legs l
         join leg_statuses s on s.org_id = l.org_id and s.transmission_uuid = l.transmission_uuid
       where l.document_id = $1 order by l.corner`,
      documentId,
    ),
  ])
  return rows.map((table) =>
    table.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [
          name,
          value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value,
        ]),
      ),
    ),
  )
}
