import { whileAsRead } from '../as-read.ts'
import { flag, integer, optionalText, text } from '../database/columns.ts'
import { type Database, type Row, type Statement, sql } from '../database/database.ts'
import { acrossOrganisations } from '../database/organisation.ts'
import { newMark } from '../new-mark.ts'
import { type Hold, holdColumns, holdIn } from './hold.ts'

/** How long an organisation keeps the content of its documents, and what happens afterwards. */
export interface Retention {
  /** Counted from the end of the calendar year. */
  readonly years: number
  /** Whether the content is removed afterwards. */
  readonly removes: boolean
  /** On all documents of the organisation. */
  readonly hold: Hold | undefined
}

/** Seven years cover real estate and corporate tax; a shorter time is a choice. */
const defaultYears = 7
/** What the law asks of every taxable person, and far more than of anybody. */
export const [yearsMin, yearsMax] = [5, 30]

export async function retentionOf(db: Database, orgId: string): Promise<Retention> {
  const [row] = await db.query(sql(`select ${columns} from retentions where org_id = $1`, orgId))
  return row === undefined ? { years: defaultYears, removes: false, hold: undefined } : retentionIn(row)
}

/** Absent members keep their value. */
export interface RetentionChange {
  readonly years?: number | undefined
  readonly removes?: boolean | undefined
}

/**
 * Statements that change the retention. They fail at `retention_as_read` when it is no longer
 * `present`, also where they change nothing: the answer shows it.
 */
export function changeRetention(
  orgId: string,
  { years, removes }: RetentionChange,
  present: Retention,
): readonly Statement[] {
  if (years === undefined && removes === undefined) {
    const unchanged = retentionAsRead('years', present, 2)
    return [sql(`update retentions set years = ${unchanged.value} where org_id = $1`, orgId, ...unchanged.params)]
  }
  const kept = retentionAsRead('coalesce($2, years)', present, 4)
  return [
    ...lookAgain(orgId),
    sql(
      `update retentions set years = ${kept.value}, removes = coalesce($3, removes) where org_id = $1`,
      orgId,
      years ?? null,
      removes === undefined ? null : Number(removes),
      ...kept.params,
    ),
  ]
}

/** As `whileAsRead`, of the number of years. Without a row the retention is the usual one. */
export function retentionAsRead(years: string, { years: readYears, removes, hold }: Retention, place: number) {
  const { heldAt = null, heldBy = null, reason = null } = hold ?? {}
  const read = { years: readYears, removes: Number(removes), held_at: heldAt, held_by: heldBy, hold_reason: reason }
  return whileAsRead(years, read, place)
}
/**
 * Makes the next removal look at all documents again, because more may be removable now. Comes
 * first in its transaction: a removal locks this row before its document.
 */
export function lookAgain(orgId: string): readonly Statement[] {
  return [
    sql(
      `insert into retentions (org_id, years, removes, mark) values ($1, ${defaultYears}, 0, $2)
       on conflict do nothing`,
      orgId,
      newMark(),
    ),
    sql('update retentions set removed_before = null, mark = $2 where org_id = $1', orgId, newMark()),
  ]
}

/** The organisations whose content is removed after its retention. */
export async function removingOrganisations(db: Database): Promise<readonly RemovingOrganisation[]> {
  const rows = await db.query(
    acrossOrganisations(
      'retentions',
      sql('select org_id, years, removed_before, mark from retentions where removes = 1 and held_at is null'),
    ),
  )
  return rows.map((row) => ({
    orgId: text(row, 'org_id'),
    years: integer(row, 'years'),
    removedBefore: optionalText(row, 'removed_before'),
    mark: text(row, 'mark'),
  }))
}

export interface RemovingOrganisation {
  readonly orgId: string
  readonly years: number
  /** A day: of documents issued before it, all that could be removed was. */
  readonly removedBefore: string | undefined
  readonly mark: string
}

/** All of an organisation that could be removed was, unless the retention changed meanwhile. */
export async function noteRemovedBefore(
  db: Database,
  { orgId, mark }: RemovingOrganisation,
  day: string,
): Promise<void> {
  await db.query(sql('update retentions set removed_before = $2 where org_id = $1 and mark = $3', orgId, day, mark))
}

const columns = `years, removes, ${holdColumns()}`

function retentionIn(row: Row): Retention {
  return { years: integer(row, 'years'), removes: flag(row, 'removes'), hold: holdIn(row) }
}
