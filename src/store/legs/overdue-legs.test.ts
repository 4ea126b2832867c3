import { strict as assert } from 'node:assert'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { sql } from '../../../test/support/databases/any-row.ts'
import { eachDatabase } from '../../../test/support/databases/databases.ts'
import { addDeliverable, type Deliverable, standing } from '../../../test/support/delivery/deliverables.ts'
import { systemClock } from '../../clock/clock.ts'
import type { Database } from '../database/database.ts'
import { logOf } from '../log/log.ts'
import { OrganisationLook } from '../organisation-look.ts'
import { type LegChange, type LegState, legOfTransmission } from './legs.ts'
import { markOverdue, type Overdue, organisationsWithOverdue, overdueLegs } from './overdue-legs.ts'
import { settleLeg } from './settle-legs.ts'

const look = { overdueMs: 60_000, limit: 100 }

eachDatabase('overdue statuses', (open) => {
  test('a status that is late is an entry in the log, and nothing else changes', async () => {
    const db = await open()
    const deliverable = await received(db, 5_000)
    const { c3, c5 } = deliverable.transmissionUuids
    assert.equal(await markAll(db, { ...look, now: 64_999 }), 0)
    await settleLeg(db, { leg: await legOf(db, c5), change: { ...unchanged, status: 'APPROVED' }, now: 5_500 })
    const before = await standing(db, deliverable)
    const { updatedAt } = await rowOf(db, c3)
    assert.equal(await markAll(db, { ...look, now: 65_000 }), 1)
    assert.equal(await markAll(db, { ...look, now: 70_000 }), 0)
    assert.deepEqual(await overdueEntries(db, deliverable), [
      `65000 MLS_OVERDUE_C3 ${c3} No status within 1 minute of the receipt; one that comes later still counts`,
    ])
    assert.equal(await standing(db, deliverable), before)
    assert.equal((await rowOf(db, c3)).updatedAt, updatedAt)
  })

  test('overdue legs are listed until their status comes, which still counts', async () => {
    const db = await open()
    await clear(db)
    const orgId = `org-${randomUUID()}`
    const first = await received(db, 1_000, { orgId })
    await received(db, 2_000)
    await markAll(db, { ...look, now: 61_500 })
    await markAll(db, { ...look, now: 62_500 })
    const listed = await overdueLegs(db, orgId)
    const { c3, c5 } = first.transmissionUuids
    assert.deepEqual(listed.map(({ transmissionUuid }) => transmissionUuid).toSorted(), [c3, c5].toSorted())
    assert.deepEqual(
      listed.map(({ receiptAt, overdueAt }) => ({ receiptAt, overdueAt })),
      Array(2).fill({ receiptAt: 1_000, overdueAt: 61_500 }),
    )
    assert.equal((await overdueLegs(db, undefined)).length, 4)
    for (const uuid of [c3, c5]) {
      assert.ok(
        await settleLeg(db, { leg: await legOf(db, uuid), change: { ...unchanged, status: 'APPROVED' }, now: 63_000 }),
      )
    }
    assert.equal(await standing(db, first), 'C3 APPROVED, C5 APPROVED, APPROVED')
    assert.deepEqual(
      (await overdueLegs(db, undefined)).map(({ overdueAt }) => overdueAt),
      [62_500, 62_500],
    )
    assert.deepEqual(await overdueLegs(db, orgId), [])
  })

  test('with any number of instances and batches: one entry a transmission, and no verdict is lost', async () => {
    const [one, two] = await Promise.all([open(), open()])
    await clear(one)
    const deliverables = await Promise.all(Array.from({ length: 20 }, () => received(one, 1_000)))
    const looks = Array.from({ length: 30 }, (_, at) => markAll(at % 2 ? one : two, { ...look, limit: 3, now: 70_000 }))
    const verdicts = deliverables.map(({ transmissionUuids }) => untilSettled(two, transmissionUuids.c5))
    const counts = await Promise.all(looks)
    await Promise.all(verdicts)
    while ((await markAll(one, { ...look, limit: 7, now: 70_000 })) > 0);
    assert.ok(counts.every((count) => count <= 3))
    for (const deliverable of deliverables) {
      const entries = await overdueEntries(one, deliverable)
      assert.equal(entries.filter((entry) => entry.includes('MLS_OVERDUE_C3')).length, 1)
      assert.ok(entries.filter((entry) => entry.includes('MLS_OVERDUE_C5')).length <= 1)
      assert.equal(await standing(one, deliverable), 'C3 SUBMITTED, C5 APPROVED, PENDING')
    }
    const corners = (await overdueLegs(one, undefined)).map(({ corner }) => corner)
    assert.deepEqual(corners, Array(20).fill('C3'))
  })
})

/** A document whose two legs have their receipts. */
async function received(db: Database, at: number, overrides: Partial<Deliverable> = {}): Promise<Deliverable> {
  const deliverable = await addDeliverable(db, { createdAt: 0, ...overrides })
  for (const uuid of Object.values(deliverable.transmissionUuids)) {
    await settleLeg(db, { leg: await legOf(db, uuid), change: { ...unchanged, submittedAt: at }, now: at })
  }
  return deliverable
}

const unchanged: LegChange = {
  status: 'SUBMITTED',
  inDoubt: false,
  nextAttemptAt: undefined,
  endsLease: true,
  entry: undefined,
}

/** As the exchange does: on top of what is there, read again when that has changed. */
async function untilSettled(db: Database, uuid: string): Promise<void> {
  for (let turn = 0; turn < 10; turn++) {
    if (await settleLeg(db, { leg: await legOf(db, uuid), change: { ...unchanged, status: 'APPROVED' }, now: 70_000 }))
      return
  }
  throw new Error('the verdict was lost')
}

async function legOf(db: Database, uuid: string): Promise<LegState> {
  const leg = await legOfTransmission(db, uuid)
  assert.ok(leg !== undefined)
  return leg
}

async function rowOf(db: Database, uuid: string): Promise<{ readonly updatedAt: number }> {
  const [row] = await db.query(sql('select updated_at from legs where transmission_uuid = $1', uuid))
  return { updatedAt: Number(row?.updated_at) }
}

async function overdueEntries(db: Database, { orgId, family, documentId }: Deliverable): Promise<readonly string[]> {
  const log = await logOf(db, orgId, family, documentId)
  return (log ?? [])
    .filter(({ event }) => event.startsWith('MLS_OVERDUE'))
    .map(({ at, event, transmissionUuid, message }) => `${at} ${event} ${transmissionUuid} ${message}`)
}

/** What other tests left is not looked at. */
async function clear(db: Database): Promise<void> {
  await db.query(sql("update legs set status = 'APPROVED'"))
}

/** What a round does; returns how many legs it marked. */
async function markAll(db: Database, overdue: Overdue): Promise<number> {
  let marked = 0
  for (const orgId of await organisationsWithOverdue(new OrganisationLook(db, systemClock), overdue)) {
    marked += await markOverdue(db, orgId, overdue)
  }
  return marked
}
