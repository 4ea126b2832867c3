import { MigrationRefused } from '../store/database/applied-migrations.ts'
import { DatabaseAway, OutcomeUnknown } from '../store/database/database.ts'
import { FolderInUse } from '../store/database/folder-lock.ts'

/** The settings may be right: the database is away, in use, or of another version. */
export function isRefusedByState(error: unknown): boolean {
  return states.some((state) => error instanceof state)
}

const states = [DatabaseAway, OutcomeUnknown, MigrationRefused, FolderInUse]
