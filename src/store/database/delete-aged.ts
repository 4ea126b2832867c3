import { integer } from './columns.ts'
import { type Database, type Statement, sql } from './database.ts'
import { stepRowsMax } from './delete-in-steps.ts'
import { acrossOrganisations } from './organisation.ts'

/**
 * Deletes the rows of a table that are older than `before`, of every organisation: the age alone
 * decides. Each step is a plain delete up to a time, which a database sends to all its machines. It
 * removes about `stepRowsMax` rows, so that other writers wait for one step, not for millions of
 * rows. Stops early when `isOver` returns true; the next run deletes the rest.
 */
export async function deleteAged(
  db: Database,
  table: AgedTable,
  before: number,
  isOver: () => boolean = () => false,
): Promise<void> {
  const at = ages[table]
  const end = `select ${at} as at from ${table} where ${at} <= $1 order by ${at} limit 1 offset ${stepRowsMax - 1}`
  const deletion = `delete from ${table} where ${at} <= $1`
  const steps = {
    endOfStep: acrossOrganisations('age of a step', sql(end, before)),
    deleteUntil: (until: number) => [acrossOrganisations('aged rows', sql(deletion, until))],
  }
  await deleteByAge(db, steps, before, isOver)
}

/** The same with other statements. */
export async function deleteByAge(
  db: Database,
  { endOfStep, deleteUntil }: AgedSteps,
  before: number,
  isOver: () => boolean,
): Promise<void> {
  while (!isOver()) {
    const [end] = await db.query(endOfStep)
    for (const deletion of deleteUntil(end === undefined ? before : integer(end, 'at'))) await db.query(deletion)
    if (end === undefined) return
  }
}

interface AgedSteps {
  /** Selects the time `at` at which the next step ends, or nothing when one step is enough. */
  readonly endOfStep: Statement
  readonly deleteUntil: (until: number) => readonly Statement[]
}

/** The tables whose rows go by age, with the column. Each has an index that begins with it. */
export const ages = {
  approvals: 'expires_at',
  audit_entries: 'at',
  drafts: 'updated_at',
  idempotency_answers: 'created_at',
  idempotency_marks: 'dies_at',
  notices: 'updated_at',
  requests: 'at',
  webhook_attempts: 'at',
  webhook_deliveries: 'updated_at',
} as const

type AgedTable = keyof typeof ages
