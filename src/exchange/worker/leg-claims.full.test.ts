import { strict as assert } from 'node:assert'
import { test } from 'node:test'
import { sql } from '../../../test/support/databases/any-row.ts'
import { eachDatabase } from '../../../test/support/databases/databases.ts'
import { addDeliverable } from '../../../test/support/delivery/deliverables.ts'
import { apartFor } from '../../../test/support/delivery/machine-away.ts'
import { systemClock } from '../../clock/clock.ts'
import type { Database } from '../../store/database/database.ts'
import { OrganisationLook } from '../../store/organisation-look.ts'
import { LegClaims } from './leg-claims.ts'

eachDatabase('claims of due legs', (open) => {
  const fresh = async () => {
    const db = await open()
    await db.query(sql('update legs set next_attempt_at = null, lease_until = null'))
    return db
  }
  const claimsOf = (db: Database, troubles: unknown[] = []) =>
    new LegClaims({
      ...{
        db,
        look: new OrganisationLook(db, systemClock),
        owner: 'one',
        accessPoint: 'default',
        leaseMs: 100,
        pollMs: 1_000,
      },
      doubtAfterMs: 5_000,
      onTrouble: (_, error) => troubles.push(error),
    })

  test('an organisation with many due legs delays no other: each has its share, and no slot stays empty', async () => {
    const db = await fresh()
    const now = Date.now()
    for (let at = 0; at < 60; at++) await addDeliverable(db, { orgId: 'org-a', createdAt: now - 1_000 + at })
    for (const orgId of ['org-b', 'org-c', 'org-d', 'org-e', 'org-f'])
      for (let at = 0; at < 3; at++) await addDeliverable(db, { orgId, createdAt: now - 10 + at })
    await addDeliverable(db, { orgId: 'org-later', createdAt: now + 60_000 })
    const owners: string[] = []
    const claims = claimsOf(db)
    for (let round = 1; round <= 10; round++) {
      const { legs } = await claims.next({ now, limit: 10, doubtBefore: 0 })
      assert.equal(legs.length, 10)
      owners.push(...legs.map(({ orgId }) => orgId))
    }
    // First come, first served would have given the first hundred places to the first organisation
    // alone.
    for (const orgId of ['org-b', 'org-c', 'org-d', 'org-e', 'org-f']) {
      const places = owners.flatMap((owner, place) => (owner === orgId ? [place] : []))
      assert.equal(places.length, 6, orgId)
      assert.ok((places[0] ?? 100) < 30, `${orgId} came at ${places[0]}`)
    }
    assert.equal(owners.filter((owner) => owner === 'org-a').length, 70)
  })

  test('every organisation gets its turn, however many legs are due later', async () => {
    const db = await fresh()
    const now = Date.now()
    const name = (at: number) => `turn-${String(at).padStart(3, '0')}`
    for (let at = 0; at < 100; at++)
      await addDeliverable(db, { orgId: name(at), createdAt: at % 50 === 49 ? now - 1_000 : now + 60_000 })
    for (let at = 0; at < 20; at++) await addDeliverable(db, { orgId: 'turn-000', createdAt: now - 2_000 })
    const owners: string[] = []
    const claims = claimsOf(db)
    while (owners.length < 44) {
      const { legs } = await claims.next({ now, limit: 2, doubtBefore: 0 })
      assert.equal(legs.length, 2)
      owners.push(...legs.map(({ orgId }) => orgId))
    }
    assert.ok(owners.indexOf('turn-049') < 24 && owners.indexOf('turn-099') < 36, owners.join(' '))
    assert.deepEqual(await claims.next({ now: now + 1_000, limit: 2, doubtBefore: 0 }), { legs: [], isMore: false })
  })

  test('a request names its organisation, so that nobody looks at all of them', async () => {
    const db = await fresh()
    const asked: string[] = []
    const counted: Database = {
      ...db,
      query(statement) {
        asked.push(statement.across ?? 'one')
        return db.query(statement)
      },
    }
    const claims = claimsOf(counted)
    const now = Date.now()
    assert.equal((await claims.next({ now, limit: 10, doubtBefore: 0 })).legs.length, 0)
    assert.deepEqual(asked, ['due legs'])
    await addDeliverable(db, { orgId: 'org-b', createdAt: now })
    claims.wake('org-b')
    const { legs, isMore } = await claims.next({ now: now + 1, limit: 10, doubtBefore: 0 })
    assert.deepEqual([legs.length, isMore, asked.length], [2, false, 1])
    // Nobody names legs of other instances, and legs that are tried again.
    await addDeliverable(db, { orgId: 'org-c', createdAt: now })
    assert.equal((await claims.next({ now: now + 999, limit: 10, doubtBefore: 0 })).legs.length, 0)
    assert.equal((await claims.next({ now: now + 1_000, limit: 10, doubtBefore: 0 })).legs.length, 2)
  })

  test('a backlog is not in doubt, until another server of the database answers', async () => {
    const db = await fresh()
    let server = 'one'
    const watched: Database = {
      ...db,
      async transaction(statements, lane) {
        const results = await db.transaction(statements, lane)
        return results.map((rows) => rows.map((row) => ('server' in row ? { ...row, server } : row)))
      },
    }
    const now = Date.now()
    for (let at = 0; at < 3; at++) await addDeliverable(db, { orgId: 'org-a', createdAt: now + at })
    await db.query(sql("update legs set absent_at = 7, absent_mark = mark where org_id = 'org-a'"))
    const claims = claimsOf(watched)
    const next = async (later: number) => {
      const { legs } = await claims.next({ now: now + later, limit: 2, doubtBefore: 0 })
      assert.equal(legs.length, 2)
      return legs.map(({ inDoubt, absentAt }) => [inDoubt, absentAt])
    }
    assert.deepEqual(await next(10), Array(2).fill([false, 7]))
    assert.deepEqual(await next(60_000), Array(2).fill([false, 7]))
    server = 'two'
    assert.deepEqual(await next(120_000), Array(2).fill([true, undefined]))
    await addDeliverable(db, { orgId: 'org-a', createdAt: now + 120_001 })
    assert.deepEqual(await next(180_000), Array(2).fill([false, undefined]))
  })

  test('while a machine of the database is away, the organisations on the others are served', async () => {
    const db = await fresh()
    const now = Date.now()
    for (const orgId of ['org-a', 'org-b', 'org-c']) await addDeliverable(db, { orgId, createdAt: now })
    const machine = apartFor(db, ['org-b'])
    const troubles: unknown[] = []
    const claims = claimsOf(machine.database, troubles)
    machine.goAway()
    claims.wake('org-b')
    const owners: string[] = []
    for (let round = 0; round < 3; round++) {
      const { legs } = await claims.next({ now: now + round, limit: 10, doubtBefore: 0 })
      owners.push(...legs.map(({ orgId }) => orgId))
    }
    assert.deepEqual(owners.toSorted(), ['org-a', 'org-a', 'org-c', 'org-c'])
    assert.equal(troubles.length, 1)
    machine.comeBack()
    const { legs } = await claims.next({ now: now + 2_000, limit: 10, doubtBefore: 0 })
    assert.deepEqual(
      legs.map(({ orgId }) => orgId),
      ['org-b', 'org-b'],
    )
  })
})
