import { strict as assert } from 'node:assert'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { sql } from '../../../test/support/databases/any-row.ts'
import { eachDatabase } from '../../../test/support/databases/databases.ts'
import { addDeliverable, type Deliverable, standing } from '../../../test/support/delivery/deliverables.ts'
import { times } from '../../../test/support/effort.ts'
import { systemClock } from '../../clock/clock.ts'
import type { Database, Statement } from '../database/database.ts'
import { logOf } from '../log/log.ts'
import { OrganisationLook } from '../organisation-look.ts'
import { type ClaimedLeg, claimLegs, lapsedLegs, legsHeldBy } from './leg-queue.ts'
import { type LegChange, type LegState, type LegStatus, legOfTransmission, legStatuses } from './legs.ts'
import { markOverdue } from './overdue-legs.ts'
import { settleLeg } from './settle-legs.ts'
import { snapshotOf } from './snapshot.ts'
import { recordSubmitAgain } from './submit-again.ts'

const anyone = { orgId: 'org-1', accessPoint: 'default' }

eachDatabase('legs', (open) => {
  test('two workers that claim at once share the legs, and get none that is not due', async () => {
    const [one, two] = await Promise.all([open(), open()])
    const due = await Promise.all(Array.from({ length: 20 }, () => addDeliverable(one)))
    await addDeliverable(one, { createdAt: Date.now() + 60_000 })
    const claims: ClaimedLeg[] = []
    for (let round = 0; round < 10; round++) {
      const both = [claim(one, 'one', 3), claim(two, 'two', 3)]
      claims.push(...(await Promise.all(both)).flat())
    }
    const uuids = claims.map((leg) => leg.transmissionUuid)
    const all = due.flatMap(({ transmissionUuids }) => [transmissionUuids.c3, transmissionUuids.c5])
    assert.deepEqual(uuids.toSorted(), all.toSorted())
    assert.ok(claims.every((leg) => leg.status === 'SENDING' && leg.attempts === 1 && leg.leaseOwner !== undefined))
    for (const { corner, document } of claims) {
      let xml = ''
      for await (const piece of document.pieces()) xml += Buffer.from(piece).toString()
      assert.equal(Buffer.byteLength(xml), document.bytes)
      assert.ok(xml.includes(corner === 'C3' ? '?>\n<Invoice ' : '?>\n<pxs:TaxData '), xml.slice(0, 200))
    }
    const [held, lapsed] = await Promise.all([
      legsHeldBy(new OrganisationLook(one, systemClock), 'one'),
      lapsedLegs(new OrganisationLook(two, systemClock), Date.now() + 1_000, 100),
    ])
    assert.equal(held.length, claims.filter((leg) => leg.leaseOwner === 'one').length)
    assert.equal(lapsed.length, 40)
  })

  test('SQLite finds what it claims and marks by the index for it, not among all legs of the organisation', async () => {
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
    await claim(watched, 'one', 3)
    await markOverdue(watched, 'org-1', { now: 1, overdueMs: 1, limit: 3 })
    assert.equal(asked.length, 5)
    for (const { sql: text, params } of asked) {
      const plan = await db.query({ sql: `explain query plan ${text}`, params })
      for (const { detail } of plan) assert.doesNotMatch(String(detail), /(legs|l|documents|d) .*\(org_id=\?\)/, text)
    }
  })

  test('a change of a leg that has changed meanwhile is not written, nor is its log entry', async () => {
    const db = await open()
    const deliverable = await addDeliverable(db)
    const stale = await legOf(db, deliverable.transmissionUuids.c3)
    assert.equal(await settleLeg(db, { leg: stale, change: aChange('SUBMITTED'), now: 1 }), true)
    assert.equal(await settleLeg(db, { leg: stale, change: approval(stale), now: 2 }), false)
    assert.equal(await standing(db, deliverable), 'C3 SUBMITTED, C5 PENDING, PENDING')
    assert.deepEqual(await eventsOf(db, deliverable, 2), [])
  })

  test('an absence stays with the leg until it changes, or an older version writes it', async () => {
    const db = await open()
    const { transmissionUuids } = await addDeliverable(db)
    const uuid = transmissionUuids.c3
    const waiting: LegChange = { ...aChange('RETRYING'), inDoubt: true, nextAttemptAt: 1, absentAt: 77 }
    const absent = async () => (await legOf(db, uuid)).absentAt
    await settleLeg(db, { leg: await legOf(db, uuid), change: waiting, now: 1 })
    assert.equal(await absent(), 77)
    const [claimed] = await claim(db, 'one', 1)
    assert.equal(claimed?.absentAt, 77)
    assert.equal(await absent(), 77)
    assert.ok(claimed !== undefined)
    const entry = { event: 'SUBMITTED_AGAIN_TO_C3', message: 'again' }
    assert.equal(await recordSubmitAgain(db, { ...claimed, mark: 'another' }, entry, 2), 'changed')
    assert.equal(await absent(), 77)
    assert.equal(await recordSubmitAgain(db, claimed, entry, 2), 'recorded')
    assert.equal(await absent(), undefined)
    assert.equal((await legOf(db, uuid)).leaseOwner, 'one')
    assert.equal(await settleLeg(db, { leg: await legOf(db, uuid), change: waiting, now: 3 }), true)
    assert.equal(await absent(), 77)
    // A version that does not know the column changes the mark and leaves the column alone.
    await db.query(sql("update legs set mark = 'older' where transmission_uuid = $1", uuid))
    assert.equal(await absent(), undefined)
    const [again] = await claim(db, 'two', 1)
    assert.equal(again?.absentAt, undefined)
  })

  test('the status of a document follows from its two legs, in either order', async () => {
    const db = await open()
    for (const c3 of legStatuses) {
      for (const c5 of legStatuses.filter((status) => status !== 'NOT_REQUIRED')) {
        const deliverable = await addDeliverable(db)
        const { transmissionUuids } = deliverable
        await settleLeg(db, { leg: await legOf(db, transmissionUuids.c3), change: aChange(c3), now: 1 })
        await settleLeg(db, { leg: await legOf(db, transmissionUuids.c5), change: aChange(c5), now: 2 })
        const overall = overallOf(c3, c5)
        assert.equal(await standing(db, deliverable), `C3 ${c3}, C5 ${c5}, ${overall}`)
        const [document] = await db.query(
          sql('select participant_status, fta_status from documents where id = $1', deliverable.documentId),
        )
        assert.deepEqual({ ...document }, { participant_status: verdictOf(c3), fta_status: verdictOf(c5) })
        const ends = (await eventsOf(db, deliverable, 0)).filter((event) => event.startsWith('DOCUMENT_'))
        assert.deepEqual(ends, overall === 'PENDING' ? [] : [`DOCUMENT_${overall}`])
      }
    }
  })

  test('two legs that end at the same moment end their document once', async () => {
    const [one, two] = await Promise.all([open(), open()])
    for (let round = 0; round < times({ quick: 15, full: 100, long: 1_000 }); round++) {
      const deliverable = await addDeliverable(one)
      const { transmissionUuids } = deliverable
      const [c3, c5] = await Promise.all([legOf(one, transmissionUuids.c3), legOf(two, transmissionUuids.c5)])
      await Promise.all([
        settleLeg(one, { leg: c3, change: approval(c3), now: 1 }),
        settleLeg(two, { leg: c5, change: approval(c5), now: 1 }),
      ])
      assert.equal(await standing(one, deliverable), 'C3 APPROVED, C5 APPROVED, APPROVED')
      const events = await eventsOf(one, deliverable, 1)
      assert.deepEqual(events.toSorted(), ['DOCUMENT_APPROVED', 'SETTLED_C3', 'SETTLED_C5'])
    }
  })

  test('the log is in order, and belongs to one organisation and family', async () => {
    const db = await open()
    const deliverable = await addDeliverable(db, { orgId: 'org-2', createdAt: 5, family: 'purchase-credit-notes' })
    const leg = await legOf(db, deliverable.transmissionUuids.c3)
    await settleLeg(db, { leg, change: { ...aChange('SUBMITTED'), entry: entry('B') }, now: 9 })
    const again = await legOf(db, deliverable.transmissionUuids.c3)
    await settleLeg(db, { leg: again, change: { ...aChange('SUBMITTED'), entry: entry('A') }, now: 9 })
    const log = await logOf(db, 'org-2', 'purchase-credit-notes', deliverable.documentId)
    assert.deepEqual(
      log?.map(({ event, at }) => `${at} ${event}`),
      ['5 DOCUMENT_CREATED', '5 VALIDATION_SUCCESS', '9 B', '9 A'],
    )
    assert.equal(log?.[0]?.senderId, null)
    assert.equal(log?.[2]?.senderId, '0235:1345678901')
    assert.equal(await logOf(db, 'org-1', 'purchase-credit-notes', deliverable.documentId), undefined)
    assert.equal(await logOf(db, 'org-2', 'purchase-invoices', deliverable.documentId), undefined)
  })

  test('a snapshot has the document and both legs, for its own organisation', async () => {
    const db = await open()
    const deliverable = await addDeliverable(db, { orgId: 'org-3' })
    const rows = await snapshotOf(db, 'org-3', deliverable.documentId)
    assert.deepEqual(
      rows?.legs.map(({ corner, status, transmissionUuid }) => ({ corner, status, transmissionUuid })),
      [
        { corner: 'C3', status: 'PENDING', transmissionUuid: deliverable.transmissionUuids.c3 },
        { corner: 'C5', status: 'PENDING', transmissionUuid: deliverable.transmissionUuids.c5 },
      ],
    )
    assert.equal(rows?.family, 'purchase-invoices')
    assert.equal(await snapshotOf(db, 'org-1', deliverable.documentId), undefined)
  })
})

/** The rule itself (docs/contract.md#status), to hold the SQL against. */
function overallOf(c3: LegStatus, c5: LegStatus): 'PENDING' | 'APPROVED' | 'REJECTED' {
  if ([c3, c5].some((status) => status === 'REJECTED' || status === 'FAILED')) return 'REJECTED'
  return c5 === 'APPROVED' && (c3 === 'APPROVED' || c3 === 'NOT_REQUIRED') ? 'APPROVED' : 'PENDING'
}

function verdictOf(status: LegStatus): LegStatus | null {
  return status === 'APPROVED' || status === 'REJECTED' ? status : null
}

function claim(db: Database, owner: string, limit: number): Promise<readonly ClaimedLeg[]> {
  return claimLegs(db, { ...anyone, owner, now: Date.now(), limit, leaseMs: 100, doubtBefore: 0 })
}

async function legOf(db: Database, transmissionUuid: string): Promise<LegState> {
  const leg = await legOfTransmission(db, transmissionUuid)
  assert.ok(leg !== undefined)
  return leg
}

function aChange(status: LegStatus): LegChange {
  return {
    status,
    inDoubt: false,
    nextAttemptAt: undefined,
    endsLease: true,
    entry: undefined,
  }
}

function approval(leg: LegState): LegChange {
  return { ...aChange('APPROVED'), entry: entry(`SETTLED_${leg.corner}`) }
}

function entry(event: string) {
  return { event, message: randomUUID() }
}

async function eventsOf(db: Database, deliverable: Deliverable, at: number): Promise<readonly string[]> {
  const rows = await db.query(
    sql(
      'select event from entries where document_id = $1 and (at = $2 or $2 = 0) order by at, id',
      deliverable.documentId,
      at,
    ),
  )
  return rows
    .map((row) => String(row.event))
    .filter((event) => event !== 'DOCUMENT_CREATED' && event !== 'VALIDATION_SUCCESS')
}
