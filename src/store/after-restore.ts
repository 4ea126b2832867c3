import { families } from '@selfbill/pint-ae/document'
import { allOrganisations } from './accounts/organisations.ts'
import { integer, onlyRow, text } from './database/columns.ts'
import { type Database, sql } from './database/database.ts'
import { legsByTransmission } from './identity-reads.ts'

/**
 * Prepares a database restored from a backup, before any instance uses it. Every waiting leg is
 * asked about before it is sent. Minting skips `numbersAhead` numbers in every organisation and
 * family, so that no number given out after the backup is used again. All or nothing for each
 * organisation; when it fails, run it again, since running it twice does no harm. Returns how many
 * legs wait. Source: docs/decisions/0029.
 */
export async function goOnAfterRestore(db: Database, numbersAhead: number): Promise<number> {
  let legs = 0
  // A few at a time: each is a commit, and the embedded database makes one of several.
  const orgIds = (await allOrganisations(db)).map(({ id }) => id)
  for (let at = 0; at < orgIds.length; at += atOnceMax) {
    const waiting = orgIds.slice(at, at + atOnceMax).map((orgId) => goOn(db, orgId, numbersAhead))
    for (const count of await Promise.all(waiting)) legs += count
  }
  return legs
}

async function goOn(db: Database, orgId: string, numbersAhead: number): Promise<number> {
  const [waiting] = await db.transaction([
    sql('select count(*) as legs from legs where org_id = $1 and next_attempt_at is not null', orgId),
    sql('update legs set in_doubt = 1, absent_at = null where org_id = $1 and next_attempt_at is not null', orgId),
    // Families without a block too: their first number may have been minted after the backup.
    ...families.map((family) =>
      sql(
        `insert into number_blocks (org_id, family, last) values ($1, $2, $3)
         on conflict (org_id, family) do update set last = number_blocks.last + excluded.last`,
        orgId,
        family,
        numbersAhead,
      ),
    ),
    // They may have been minted after the backup.
    sql('delete from spare_numbers where org_id = $1', orgId),
  ])
  return integer(onlyRow(waiting), 'legs')
}

/** Fewer than a database has connections. */
const atOnceMax = 8

/** The UUIDs among `uuids` without a leg here: transmissions of documents that the restore lost. */
export async function transmissionsWithoutLeg(db: Database, uuids: readonly string[]): Promise<readonly string[]> {
  const without: string[] = []
  for (let at = 0; at < uuids.length; at += batchMax) {
    const batch = uuids.slice(at, at + batchMax)
    const wanted = JSON.stringify(Object.fromEntries(batch.map((uuid) => [uuid, 0])))
    const rows = await db.query(legsByTransmission('transmission_uuid', wanted))
    const known = new Set(rows.map((row) => text(row, 'transmission_uuid')))
    without.push(...batch.filter((uuid) => !known.has(uuid)))
  }
  return without
}

const batchMax = 500
