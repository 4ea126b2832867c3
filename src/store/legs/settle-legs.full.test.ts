import { strict as assert } from 'node:assert'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { sql } from '../../../test/support/databases/any-row.ts'
import { eachDatabase } from '../../../test/support/databases/databases.ts'
import { addDeliverable, type Deliverable, entriesOf } from '../../../test/support/delivery/deliverables.ts'
import { times } from '../../../test/support/effort.ts'
import { Random } from '../../../test/support/random.ts'
import type { Database, Row, Statement } from '../database/database.ts'
import { type LegChange, type LegState, legOfTransmission, legStatuses, legsOfTransmissions } from './legs.ts'
import { noteOnLeg, settleLeg, settleLegs } from './settle-legs.ts'
import type { Settlement } from './settled-legs.ts'
import { recordSubmitAgain } from './submit-again.ts'

eachDatabase('settling legs', (open) => {
  test('many legs in one transaction get what each gets alone', async () => {
    const db = await open()
    const { watched, transactions } = watching(db)
    const random = new Random(7)
    for (let round = 0; round < times({ quick: 3, full: 20, long: 400 }); round++) {
      const pairs = await Promise.all(Array.from({ length: 12 }, () => twins(db)))
      for (const corner of ['c3', 'c5'] as const) {
        const decisions = pairs.map(() => aDecision(random, corner))
        const isStale = pairs.map(() => random.below(10) === 0)
        const settlementsOf = (which: 0 | 1) =>
          Promise.all(
            pairs.map(async (pair, at): Promise<Settlement> => {
              const leg = await legOf(db, pair[which].transmissionUuids[corner])
              return { ...aSettlement(leg, decisions[at] ?? assert.fail()), ...(isStale[at] && { leg: stale(leg) }) }
            }),
          )
        const together = await settleLegs(watched, 'org-1', await settlementsOf(0))
        const alone: boolean[] = []
        for (const settlement of await settlementsOf(1)) alone.push(await settleLeg(db, settlement))
        assert.deepEqual(together, alone)
        assert.deepEqual(
          together,
          isStale.map((isOlder) => !isOlder),
        )
      }
      for (const [together, alone] of pairs) assert.deepEqual(await allOf(db, together), await allOf(db, alone))
      assert.equal(transactions.length, 2 * (round + 1))
    }
  })

  test('a leg has what its change names, and keeps the rest', async () => {
    const db = await open()
    const random = new Random(9)
    for (let round = 0; round < times({ quick: 20, full: 100, long: 1_000 }); round++) {
      const deliverable = await addDeliverable(db)
      const uuid = deliverable.transmissionUuids.c3
      for (let step = 1; step <= 3; step++) {
        const decision = aDecision(random, 'c3')
        const before = await legRow(db, uuid)
        const settlement = aSettlement(await legOf(db, uuid), { ...decision, now: step })
        assert.ok(await settleLeg(db, settlement))
        const { mark, ...after } = await legRow(db, uuid)
        const { mark: earlier, ...others } = { ...before, ...writtenBy(settlement, before) }
        assert.deepEqual(after, others)
        assert.notEqual(mark, earlier)
        const entries = await db.query(
          sql('select event, message from entries where transmission_uuid = $1 and at = $2', uuid, step),
        )
        const { entry } = settlement.change
        assert.deepEqual(
          entries.map((row) => ({ ...row })),
          entry === undefined ? [] : [entry],
        )
      }
    }
  })

  test('the first refusal of a document withdraws its report, once', async () => {
    const db = await open()
    const deliverables = await Promise.all(Array.from({ length: 4 }, () => addDeliverable(db)))
    const change = { ...unchanged, status: 'REJECTED' } as const
    const withdrawalOf = (at: number) => {
      if (at === 0) return undefined
      return { transmissionUuid: randomUUID(), accessPoint: at === 1 ? 'another' : undefined }
    }
    for (const repeated of [1, 2]) {
      const legs = await Promise.all(deliverables.map(({ transmissionUuids }) => legOf(db, transmissionUuids.c3)))
      const settlements = legs.map((leg, at) => ({ leg, change, now: 1_000 * repeated, withdrawal: withdrawalOf(at) }))
      assert.deepEqual(await settleLegs(db, 'org-1', settlements), [true, true, true, true])
    }
    const withdrawn = await Promise.all(
      deliverables.map(async ({ documentId }) => {
        const rows = await db.query(
          sql(
            `select l.access_point, l.corner, l.status, l.created_at, l.next_attempt_at, e.event, e.at from legs l
               left join entries e on e.org_id = l.org_id and e.transmission_uuid = l.transmission_uuid
             where l.document_id = $1 and l.report = 'W'`,
            documentId,
          ),
        )
        return rows.map((row) => ({ ...row }))
      }),
    )
    const withdrawal = (accessPoint: string) => ({
      access_point: accessPoint,
      ...{ corner: 'C5', status: 'PENDING', created_at: 1_000, next_attempt_at: null },
      ...{ event: 'REPORT_WITHDRAWN_C5', at: 1_000 },
    })
    assert.deepEqual(withdrawn, [[], [withdrawal('another')], [withdrawal('default')], [withdrawal('default')]])
  })

  test('a text that no database holds loses only the characters at fault, with others or alone', async () => {
    const db = await open()
    const deliverables = await Promise.all(Array.from({ length: 3 }, () => addDeliverable(db)))
    const message = 'half \ud83d a character, a NUL \0, and 🙂'
    const change: LegChange = {
      ...unchanged,
      status: 'RETRYING',
      cause: message,
      transmissionResponse: JSON.stringify({ message }),
      entry: { event: 'NOTED', message },
    }
    const [one, ...others] = await Promise.all(
      deliverables.map(async ({ transmissionUuids }) => ({
        leg: await legOf(db, transmissionUuids.c3),
        change,
        now: 5,
      })),
    )
    assert.ok(one !== undefined && (await settleLeg(db, one)))
    assert.deepEqual(await settleLegs(db, 'org-1', others), [true, true])
    const held = 'half \ufffd a character, a NUL \ufffd, and 🙂'
    for (const deliverable of deliverables) {
      const { transmissionUuids } = deliverable
      const rows = await db.query(
        sql(
          `select l.cause, l.transmission_response, e.message from legs l
             join entries e on e.org_id = l.org_id and e.transmission_uuid = l.transmission_uuid
           where l.transmission_uuid = $1`,
          transmissionUuids.c3,
        ),
      )
      assert.deepEqual(
        rows.map((row) => ({ ...row })),
        [{ cause: held, transmission_response: JSON.stringify({ message }), message: held }],
      )
      const leg = await legOf(db, transmissionUuids.c3)
      await noteOnLeg(db, leg, { event: 'NOTED', message }, 6)
      assert.equal(await recordSubmitAgain(db, leg, { event: 'NOTED', message }, 7), 'recorded')
      const messages = (await entriesOf(db, deliverable)).filter(({ at }) => at === 6 || at === 7)
      assert.deepEqual(
        messages.map((entry) => entry.message),
        [held, held],
      )
    }
  })

  test('SQLite reads the legs that are settled, not those of the organisation', async () => {
    const db = await open()
    if (db.dialect.name !== 'sqlite') return
    const { watched, transactions } = watching(db)
    const legs = await Promise.all(
      Array.from({ length: 2 }, async () => legOf(db, (await addDeliverable(db)).transmissionUuids.c3)),
    )
    const change = { ...unchanged, status: 'REJECTED', statusEnvelope: new Uint8Array([65]) } as const
    const entry = { event: 'NOTED', message: '' }
    const withdrawal = () => ({ transmissionUuid: randomUUID(), accessPoint: undefined })
    await settleLegs(
      watched,
      'org-1',
      legs.map((leg) => ({ leg, change: { ...change, entry }, now: 1, withdrawal: withdrawal() })),
    )
    const asked = transactions.flat()
    assert.equal(asked.length, 7)
    for (const { sql: text, params } of asked) {
      const plan = await db.query({ sql: `explain query plan ${text}`, params })
      const reads = plan
        .map(({ detail }) => String(detail))
        .filter((detail) => /\b(legs|l|r|documents|d)\b/.test(detail))
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

function watching(db: Database) {
  const transactions: (readonly Statement[])[] = []
  const watched: Database = {
    ...db,
    transaction(statements, lane) {
      transactions.push(statements)
      return db.transaction(statements, lane)
    },
  }
  return { watched, transactions }
}

/** Two documents that differ in nothing but their ids. */
async function twins(db: Database): Promise<readonly [Deliverable, Deliverable]> {
  const createdAt = Date.now()
  return [await addDeliverable(db, { createdAt }), await addDeliverable(db, { createdAt })]
}

async function legOf(db: Database, transmissionUuid: string): Promise<LegState> {
  return (await legOfTransmission(db, transmissionUuid)) ?? assert.fail()
}

function stale(leg: LegState): LegState {
  return { ...leg, mark: 'older' }
}

const unchanged: Omit<LegChange, 'status'> = {
  inDoubt: false,
  nextAttemptAt: undefined,
  endsLease: true,
  entry: undefined,
}

interface Decision {
  readonly change: LegChange
  readonly now: number
  readonly isWithdrawn: boolean
}

/** The same decision settles both of two twins, each with a withdrawal of its own. */
function aSettlement(leg: LegState, { change, now, isWithdrawn }: Decision): Settlement {
  const withdrawal = isWithdrawn ? { transmissionUuid: randomUUID(), accessPoint: undefined } : undefined
  return { leg, change, now, withdrawal }
}

function aDecision(random: Random, corner: 'c3' | 'c5'): Decision {
  const change = aChange(random)
  return { change, now: 1 + random.below(1_000_000), isWithdrawn: corner === 'c3' && random.below(3) === 0 }
}

function aChange(random: Random): LegChange {
  const maybe = <Value>(value: Value) => (random.below(2) === 0 ? value : undefined)
  return {
    status: random.of(legStatuses),
    inDoubt: random.below(2) === 0,
    nextAttemptAt: maybe(random.below(1_000)),
    absentAt: maybe(random.below(1_000)),
    uncounted: maybe(3),
    submittedAt: maybe(1_234_567_890_123),
    receiverProviderId: maybe('0242:990002'),
    transmissionResponse: maybe(JSON.stringify({ error: random.of(texts) })),
    mlsResponse: maybe(JSON.stringify({ id: random.of(texts) })),
    cause: maybe(random.of(texts)),
    statusEnvelope: maybe(random.of(envelopes)),
    endsLease: random.below(2) === 0,
    entry: random.below(4) === 0 ? undefined : { event: 'NOTED', message: random.of(texts) },
  }
}

/** What a decision does to the row of its leg, to hold the SQL against. */
function writtenBy({ change, now }: Settlement, before: Row): Row {
  const isWaiting = change.status === 'RETRYING' || change.status === 'STALLED'
  return {
    status: change.status,
    in_doubt: change.inDoubt ? 1 : 0,
    next_attempt_at: change.nextAttemptAt ?? null,
    absent_at: change.absentAt ?? null,
    is_absent: change.absentAt === undefined ? 0 : 1,
    uncounted: change.uncounted ?? before.uncounted ?? null,
    submitted_at: change.submittedAt ?? before.submitted_at ?? null,
    receiver_provider_id: change.receiverProviderId ?? before.receiver_provider_id ?? null,
    transmission_response: change.transmissionResponse ?? before.transmission_response ?? null,
    mls_response: change.mlsResponse ?? before.mls_response ?? null,
    cause: isWaiting ? (change.cause ?? before.cause ?? null) : null,
    ...(change.endsLease && { lease_owner: null, lease_until: null }),
    updated_at: now,
  }
}

async function legRow(db: Database, transmissionUuid: string): Promise<Row> {
  const [row] = await db.query(
    sql(`select mark, ${legColumns} from legs where transmission_uuid = $1`, transmissionUuid),
  )
  return { ...(row ?? assert.fail()) }
}

const texts = ['', 'plain', '"quoted" \\ and\nnew line', 'عربي 🙂', '{"0":1}', '7', 'null']
/** UTF-8 with and without a byte order mark, with a NUL, UTF-16 and nothing. */
const envelopes = [
  Buffer.from('<a>"é"</a>'),
  Buffer.from('\uFEFF<a/>'),
  Buffer.from('<a>\0</a>'),
  Buffer.from('\uFEFF<a>\u00e9</a>', 'utf16le'),
  Buffer.alloc(0),
]

/** Everything that settling writes of a document, without ids. */
async function allOf(db: Database, { documentId }: Deliverable): Promise<unknown> {
  const rows = await db.snapshot([
    sql(`select overall_status, participant_status, fta_status, updated_at from documents where id = $1`, documentId),
    sql(
      `select corner, report, ${legColumns} from legs where document_id = $1 order by corner, coalesce(report, '')`,
      documentId,
    ),
    sql(
      `select e.event, e.message, e.at, e.revision, e.overall_status, e.participant_status, e.fta_status, l.corner,
         l.report
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

/** Those that settling writes. */
const legColumns = `status, in_doubt, next_attempt_at, uncounted, submitted_at, transmission_response, mls_response,
  receiver_provider_id, updated_at, cause, lease_owner, lease_until, absent_at,
  case when absent_mark = mark then 1 else 0 end as is_absent`
