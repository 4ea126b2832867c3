import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { v7 } from 'uuid'
import { sql } from '../../../test/support/databases/any-row.ts'
import { eachDatabase } from '../../../test/support/databases/databases.ts'
import type { Database } from '../../store/database/database.ts'
import { addUser, findUserByEmail } from '../../store/people/users.ts'
import { SignInRefused } from '../people.ts'
import { type AccountParts, accountOf } from './account.ts'

// The first sign-in of a person, from two devices at once. Source: docs/decisions/0116.

eachDatabase('the account of a first sign-in', (open) => {
  let db: Database
  const orgId = v7()
  before(async () => {
    db = await open()
    await db.query(
      sql(
        `insert into organisations (id, name, default_api_version, phase2, auto_numbering, created_at)
         values ($1, 'Accounts', '20260101', 1, 1, 1)`,
        orgId,
      ),
    )
  })
  const partsWith = (database: Database): AccountParts => ({
    db: database,
    now: () => 1,
    organisation: async () => orgId,
    namesOrganisations: true,
    givesRoles: true,
  })
  const aPerson = () => {
    const email = `${v7()}@example.com`
    const identity = { issuer: 'https://provider.example', subject: v7() }
    return { identity, name: 'Huda', email, organisation: orgId, role: 'clerk' } as const
  }
  /** Does `other` before the first statement that begins so. */
  const doneBefore = (begins: string, other: () => Promise<unknown>): Database => {
    let isDone = false
    const once = async (statements: readonly { readonly sql: string }[]) => {
      if (isDone || !statements.some((statement) => statement.sql.startsWith(begins))) return
      isDone = true
      await other()
    }
    return {
      ...db,
      async query(statement) {
        await once([statement])
        return db.query(statement)
      },
      async transaction(statements) {
        await once(statements)
        return db.transaction(statements)
      },
    }
  }

  for (const [what, begins] of [
    ['links an account', 'update users'],
    ['makes an account', 'insert into users'],
  ] as const)
    test(`${what}, and the other device finds it`, async () => {
      const person = aPerson()
      const invited = { orgId, id: v7(), name: 'Huda', email: person.email, role: 'clerk', createdAt: 1 } as const
      if (begins === 'update users') await addUser(db, invited)
      const others: unknown[] = []
      const raced = doneBefore(begins, async () => others.push(await accountOf(person, partsWith(db))))
      const user = await accountOf(person, partsWith(raced))
      assert.equal(others.length, 1)
      assert.deepEqual(user, others[0])
      assert.equal(user?.id, (await findUserByEmail(db, orgId, person.email))?.id)
    })

  test('of somebody else who gets the address meanwhile is refused', async () => {
    const [one, other] = [aPerson(), aPerson()]
    const raced = doneBefore('insert into users', () => accountOf({ ...other, email: one.email }, partsWith(db)))
    await assert.rejects(
      accountOf(one, partsWith(raced)),
      (error) => error instanceof SignInRefused && error.reason === 'no_account',
    )
  })
})
