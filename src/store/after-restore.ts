import { families } from '../document/family.ts'
import { integer, onlyRow, text } from './database/columns.ts'
import { type Database, sql } from './database/database.ts'
import { acrossOrganisations } from './database/organisation.ts'

/**
 * Prepares a database restored from a backup, before any instance uses it. Every waiting leg is
 * asked about before it is sent. Minting skips `numbersAhead` numbers in every organisation and
 * family, so that no number given out after the backup is used again. All or nothing; running it
 * twice does no harm. Returns how many legs wait. Source: docs/decisions/0029.
 */
export async function goOnAfterRestore(db: Database, numbersAhead: number): Promise<number> {
  const ofFamilies = families.map((family) => `select '${family}' as family`).join(' union all ')
  const [waiting] = await db.transaction([
    acrossOrganisations(
      'a restore concerns all organisations',
      sql('select count(*) as legs from legs where next_attempt_at is not null'),
    ),
    acrossOrganisations(
      'a restore concerns all organisations',
      sql('update legs set in_doubt = 1 where next_attempt_at is not null'),
    ),
    // Families without a block too: their first number may have been minted after the backup.
    acrossOrganisations(
      'a restore concerns all organisations',
      sql(
        `insert into number_blocks (org_id, family, last)
       select o.id, f.family, cast($1 as bigint) from organisations o cross join (${ofFamilies}) f where true
       on conflict (org_id, family) do update set last = number_blocks.last + excluded.last`,
        numbersAhead,
      ),
    ),
    // They may have been minted after the backup.
    acrossOrganisations('a restore concerns all organisations', sql('delete from spare_numbers')),
  ])
  return integer(onlyRow(waiting), 'legs')
}

/** The UUIDs among `uuids` without a leg here: transmissions of documents that the restore lost. */
export async function transmissionsWithoutLeg(db: Database, uuids: readonly string[]): Promise<readonly string[]> {
  const without: string[] = []
  for (let at = 0; at < uuids.length; at += batchMax) {
    const batch = uuids.slice(at, at + batchMax)
    const places = batch.map((_, index) => `$${index + 1}`).join(', ')
    const rows = await db.query(
      acrossOrganisations(
        'the access point names only transmissions',
        sql(`select transmission_uuid from legs where transmission_uuid in (${places})`, ...batch),
      ),
    )
    const known = new Set(rows.map((row) => text(row, 'transmission_uuid')))
    without.push(...batch.filter((uuid) => !known.has(uuid)))
  }
  return without
}

const batchMax = 500
