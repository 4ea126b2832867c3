import { beginCursor } from '../../src/features/notices/gather-notices.ts'
import { addWebhook } from '../../src/features/webhooks/stored-webhooks.ts'
import { addOrganisation } from '../../src/store/accounts/organisations.ts'
import { addProfile } from '../../src/store/accounts/profiles.ts'
import type { Database, Statement } from '../../src/store/database/database.ts'
import { migrate } from '../../src/store/database/migrate.ts'
import { addUser, changeUser } from '../../src/store/people/users.ts'
import { aBuyer, jsonOf } from '../support/requests/requests.ts'
import { profileId } from './callers.ts'
import { watched } from './commit-checks.ts'
import { dialect } from './database.ts'
import { Engine } from './engine.ts'
import { organisations } from './organisations.ts'

/** The true time at which every world begins. */
export const beginsAt = Date.UTC(2026, 7, 1)

/** An engine with all tables and the organisations of a world, each with a profile and a webhook. */
export async function beginning(): Promise<Engine> {
  const engine = new Engine(beginsAt)
  const database = plain(engine)
  await migrate(database, beginsAt)
  // Long before: the database's clock may go back, and nobody gets notices of the time before them.
  const createdAt = beginsAt - 86_400_000
  for (const orgId of organisations) {
    const settings = { name: orgId, defaultApiVersion: '20260101', hasPhase2: true, createdAt }
    await addOrganisation(database, { id: orgId, ...settings })
    await addProfile(database, { orgId, profileId, party: jsonOf(aBuyer()), status: 'ACTIVE', createdAt })
    const webhook = { orgId, id: `webhook-of-${orgId}`, url: 'https://receiver.example/', secret: 'whsec_c2VjcmV0' }
    const wanted = { eventTypes: undefined, description: undefined, isActive: true, position: 0, createdAt }
    await addWebhook(database, { ...webhook, ...wanted }, 10)
    for (const choice of ['at_once', 'daily'] as const) {
      const email = `${choice}@${orgId}.example`
      const id = `${choice} of ${orgId}`
      await addUser(database, { orgId, id, name: id, email, confirmedEmail: email, role: 'clerk', createdAt })
      await changeUser(database, orgId, id, { notices: choice }, createdAt)
    }
    await beginCursor(database, { orgId, position: 0, stalledAt: 0, stalledUuid: '', approvalsAt: 0, approvalsId: '' })
  }
  engine.watch(watched)
  return engine
}

function plain(engine: Engine): Database {
  const all = async (statements: readonly Statement[]) => engine.transaction(statements).results
  return {
    dialect,
    query: async (statement) => engine.run(statement),
    snapshot: all,
    transaction: all,
    close: async () => undefined,
  }
}
