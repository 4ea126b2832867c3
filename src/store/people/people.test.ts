import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { v7 } from 'uuid'
import { sql } from '../../../test/support/databases/any-row.ts'
import { eachDatabase } from '../../../test/support/databases/databases.ts'
import type { Database } from '../database/database.ts'
import { addAuditEntry, auditEntries, forgetAuditEntries, insertAuditEntry } from './audit.ts'
import { findSession, forgetSessions, idleMs, insertLoginLink, sessionMs, startSession } from './sessions.ts'
import { addUser, changeUser, removeUser } from './users.ts'

eachDatabase('people in the store', (open) => {
  let db: Database
  const orgId = v7()
  const user = { orgId, id: v7(), name: 'Huda', email: undefined, role: 'admin', createdAt: 1 } as const
  before(async () => {
    db = await open()
    await db.query(
      sql(
        `insert into organisations (id, name, default_api_version, phase2, auto_numbering, created_at)
         values ($1, 'People', '20260101', 1, 1, 1)`,
        orgId,
      ),
    )
    await addUser(db, user)
  })
  const entry = (action: string, at: number) => ({
    orgId,
    id: v7({ msecs: at }),
    at,
    actor: { kind: 'user', id: user.id } as const,
    action,
    target: { kind: 'user', id: user.id },
    detail: '{}',
  })

  test('entries of the audit log cannot be changed, nor deleted before their time', async () => {
    const now = Date.now()
    await addAuditEntry(db, entry('young', now))
    await addAuditEntry(db, entry('old', now - sixYearsMs))
    const refused = /audit_entries can only grow/
    for (const statement of [
      sql("update audit_entries set action = 'other' where org_id = $1", orgId),
      sql('delete from audit_entries where org_id = $1', orgId),
      sql("update audit_entries set detail = '{}' where org_id = $1 and at < $2", orgId, now - sixYearsMs + 1),
    ])
      await assert.rejects(db.query(statement), (error) => refused.test(reasonsOf(error)))
    const actions = async () => (await auditEntries(db, orgId, { limit: 9 })).map(({ action }) => action)
    assert.deepEqual(await actions(), ['young', 'old'])
    await assert.rejects(forgetAuditEntries(db, now + 1), (error) => refused.test(reasonsOf(error)))
    await forgetAuditEntries(db, now - sixYearsMs)
    assert.deepEqual(await actions(), ['young'])
  })

  test('an entry keeps the present name of its actor, and belongs to a transaction', async () => {
    const now = Date.now()
    const broken = sql(
      'insert into users (org_id, id, name, role, created_at) values ($1, $2, $3, $4, 1)',
      orgId,
      user.id,
      'x',
      'viewer',
    )
    await assert.rejects(db.transaction([insertAuditEntry(entry('undone', now)), broken]))
    await db.transaction([insertAuditEntry(entry('done', now))])
    const [last] = await auditEntries(db, orgId, { limit: 1, from: now })
    assert.deepEqual([last?.action, last?.actor], ['done', { kind: 'user', id: user.id, name: 'Huda' }])
  })

  test('who becomes the last administrator meanwhile may get another name', async () => {
    const other = { ...user, id: v7(), name: 'Omar', role: 'viewer' } as const
    await addUser(db, other)
    let attempts = 0
    const meanwhile: Database = {
      ...db,
      async transaction(statements) {
        attempts += 1
        if (attempts === 1) {
          await changeUser(db, orgId, other.id, { role: 'admin' }, 1)
          await changeUser(db, orgId, user.id, { role: 'viewer' }, 1)
        }
        return db.transaction(statements)
      },
    }
    const changed = await changeUser(meanwhile, orgId, other.id, { name: 'Omar Saleh' }, 1)
    assert.ok(typeof changed === 'object')
    assert.deepEqual([changed.name, changed.role, attempts], ['Omar Saleh', 'admin', 2])
    assert.equal(await changeUser(db, orgId, other.id, { role: 'viewer' }, 1), 'last_admin')
  })

  test('a role above the former one ends sessions and login links, and no other change does', async () => {
    const person = { ...user, id: v7(), name: 'Salim', role: 'viewer' } as const
    await addUser(db, person)
    const signIns = async () => {
      const tables = ['sessions', 'login_links']
      const of = (table: string) => sql(`select user_id from ${table} where org_id = $1`, orgId)
      const rows = await Promise.all(tables.map((table) => db.query(of(table))))
      return rows.map((found) => found.filter(({ user_id }) => user_id === person.id).length)
    }
    const begun = { userAgent: undefined, now: Date.now() }
    for (const [change, left] of [
      [{ role: 'clerk' }, [0, 0]],
      [{ role: 'clerk' }, [1, 1]],
      [{ name: 'Salim Omar' }, [1, 1]],
      [{ role: 'operator' }, [0, 0]],
      [{ role: 'admin' }, [1, 1]],
    ] as const) {
      await db.query(sql('delete from sessions where org_id = $1 and user_id = $2', orgId, person.id))
      await db.query(sql('delete from login_links where org_id = $1 and user_id = $2', orgId, person.id))
      await startSession(db, person, { id: v7(), secretHash: v7(), auditId: v7(), ...begun }, 'oidc')
      await db.transaction([
        insertLoginLink({ orgId, userId: person.id, hash: v7(), now: 1, expiresAt: Date.now() + 600_000 }),
      ])
      await changeUser(db, orgId, person.id, change, 1)
      assert.deepEqual(await signIns(), left, JSON.stringify(change))
    }
    await removeUser(db, orgId, person.id, 1)
  })

  test('the upkeep deletes expired sessions and links, and no others', async () => {
    const start = (secretHash: string, now: number) =>
      startSession(db, user, { id: v7(), secretHash, userAgent: undefined, now, auditId: v7() }, 'oidc')
    const now = 1_900_000_000_000
    await start('idle', now - idleMs)
    await start('old', now - sessionMs)
    await start('live', now - idleMs + 1)
    const link = { orgId, userId: user.id, now: 1 }
    await db.transaction([
      insertLoginLink({ ...link, hash: 'over', expiresAt: now }),
      insertLoginLink({ ...link, hash: 'open', expiresAt: now + 1 }),
    ])
    await forgetSessions(db, now)
    const left = await db.query(sql('select secret_hash from sessions where org_id = $1', orgId))
    assert.deepEqual(left, [{ secret_hash: 'live' }])
    assert.equal((await findSession(db, 'live', now))?.user.id, user.id)
    const links = await db.query(sql('select hash from login_links where org_id = $1', orgId))
    assert.deepEqual(links, [{ hash: 'open' }])
  })
})

/** The message of an error and of what caused it. */
function reasonsOf(error: unknown): string {
  return error instanceof Error ? `${error.message} ${reasonsOf(error.cause)}` : ''
}

const sixYearsMs = 6 * 366 * 86_400_000
