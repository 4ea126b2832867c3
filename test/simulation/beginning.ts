import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { addWebhook } from '../../src/features/webhooks/stored-webhooks.ts'
import { addOrganisation } from '../../src/store/accounts/organisations.ts'
import { addProfile } from '../../src/store/accounts/profiles.ts'
import type { Database, Row, Statement } from '../../src/store/database/database.ts'
import { migrate } from '../../src/store/database/migrate.ts'
import { aBuyer, jsonOf } from '../support/requests/requests.ts'
import { profileId } from './callers.ts'
import { addFunctions, dialect } from './database.ts'

/** The organisations of every world. */
export const organisations = ['org-a', 'org-b'] as const

/** The true time at which every world begins. */
export const beginsAt = Date.UTC(2026, 7, 1)

/**
 * A database with all tables and the organisations of a world, each with a profile and a webhook: as
 * bytes, because a copy of them opens in a fraction of the time that the migrations take.
 */
export async function beginning(): Promise<Uint8Array> {
  const db = new DatabaseSync(':memory:')
  addFunctions(db, () => beginsAt)
  const database = plain(db)
  await migrate(database, beginsAt)
  for (const orgId of organisations) {
    const createdAt = beginsAt
    const settings = { name: orgId, defaultApiVersion: '20260101', hasPhase2: true, createdAt }
    await addOrganisation(database, { id: orgId, ...settings })
    await addProfile(database, { orgId, profileId, party: jsonOf(aBuyer()), status: 'ACTIVE', createdAt })
    const webhook = { orgId, id: `webhook-of-${orgId}`, url: 'https://receiver.example/', secret: 'whsec_c2VjcmV0' }
    const wanted = { eventTypes: undefined, description: undefined, isActive: true, position: 0, createdAt }
    await addWebhook(database, { ...webhook, ...wanted }, 10)
  }
  const bytes = db.serialize()
  db.close()
  return bytes
}

function plain(db: DatabaseSync): Database {
  const run = ({ sql, params }: Statement) => {
    const named: Record<string, SQLInputValue> = {}
    for (const [index, value] of params.entries()) {
      named[`$${index + 1}`] = Number.isInteger(value) ? BigInt(Number(value)) : value
    }
    return db.prepare(sql).all(named) as Row[]
  }
  const all = async (statements: readonly Statement[]) => {
    db.exec('begin')
    const results = statements.map(run)
    db.exec('commit')
    return results
  }
  return {
    dialect,
    query: async (statement) => run(statement),
    snapshot: all,
    transaction: all,
    close: async () => db.close(),
  }
}
