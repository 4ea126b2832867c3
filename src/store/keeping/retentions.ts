import { flag, integer, optionalText, text } from '../database/columns.ts'
import { type Database, type Row, type Statement, sql } from '../database/database.ts'
import { acrossOrganisations } from '../database/organisation.ts'
import { newMark } from '../new-mark.ts'
import { type KeptAnswer, underKey } from '../requests/kept-answer.ts'
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
  /** Null releases the hold. A new reason for a hold keeps its time. */
  readonly hold?: Hold | null | undefined
}

/** Statements that change the retention; empty where nothing changes. `kept`: see `underKey`. */
export function changeRetention(
  orgId: string,
  { years, removes, hold }: RetentionChange,
  kept?: KeptAnswer,
): readonly Statement[] {
  if (years === undefined && removes === undefined && hold === undefined) return []
  return [
    ...lookAgain(orgId),
    sql(
      'update retentions set years = coalesce($2, years), removes = coalesce($3, removes) where org_id = $1',
      orgId,
      years ?? null,
      removes === undefined ? null : Number(removes),
    ),
    ...(hold === undefined ? [] : [setHold(orgId, hold, kept)]),
  ]
}

function setHold(orgId: string, hold: Hold | null, kept: KeptAnswer | undefined): Statement {
  if (hold === null) {
    const years = underKey('years', kept, 2)
    return sql(
      `update retentions set held_at = null, held_by = null, hold_reason = null, years = ${years.value}
       where org_id = $1`,
      orgId,
      ...years.params,
    )
  }
  const years = underKey('years', kept, 5)
  return sql(
    `update retentions set held_at = coalesce(held_at, $2), held_by = $3, hold_reason = $4, years = ${years.value}
     where org_id = $1`,
    orgId,
    hold.heldAt,
    hold.heldBy,
    hold.reason,
    ...years.params,
  )
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
