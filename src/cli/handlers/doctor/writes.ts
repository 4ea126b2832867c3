import { flag, optionalText, text } from '../../../store/database/columns.ts'
import { type Database, sql } from '../../../store/database/database.ts'
import { tryWrite } from '../../../store/readiness.ts'
import { databaseRepair } from './database-repair.ts'
import { type Diagnosis, reasonOf, wrong } from './diagnosis.ts'

/** Empty where the database accepts a write, tried and rolled back if there are tables. */
export async function diagnoseWrites(database: Database, hasTables: boolean): Promise<readonly Diagnosis[]> {
  const { name: dialect } = database.dialect
  if (dialect === 'postgres') {
    const [mode] = await database.query(sql(selectMode))
    if (mode !== undefined && flag(mode, 'is_standby')) return [wrong(what, standby, standbyRepair)]
    if (mode !== undefined && flag(mode, 'is_read_only')) return [wrong(what, readOnly, readOnlyRepair(mode))]
  }
  if (!hasTables) return []
  try {
    await tryWrite(database)
    return []
  } catch (error) {
    const kind = dialect === 'postgres' ? 'postgres' : 'embedded'
    return [wrong(what, `It accepts no write: ${reasonOf(error)}`, databaseRepair(kind, error))]
  }
}

const what = 'writes to the database'

const selectMode = `select cast(pg_is_in_recovery() as integer) as is_standby,
    cast(current_setting('transaction_read_only') = 'on' as integer) as is_read_only,
    (select source from pg_settings where name = 'default_transaction_read_only') as source,
    current_user as role, current_database() as name`

const standby = 'It accepts no writes: the server is a standby, a copy of another one'
const standbyRepair =
  'Name the primary in DATABASE_URL. Where that is lost: select pg_promote() on this one, then docs/operating.md, ' +
  '"After a restore"'
const readOnly = 'It accepts no writes: default_transaction_read_only is on'

/** The statement depends on where it was set. A read-only session would refuse it. */
function readOnlyRepair(mode: Parameters<typeof text>[0]): string {
  const [role, name] = [`"${text(mode, 'role')}"`, `"${text(mode, 'name')}"`]
  const places: Readonly<Record<string, string>> = {
    database: `alter database ${name}`,
    user: `alter role ${role}`,
    'database user': `alter role ${role} in database ${name}`,
  }
  const place = places[optionalText(mode, 'source') ?? '']
  const reset =
    place === undefined
      ? 'alter system reset default_transaction_read_only; select pg_reload_conf()'
      : `${place} reset default_transaction_read_only`
  return (
    `As a superuser: set default_transaction_read_only = off; ${reset}. Some providers switch it on when the disk is ` +
    'full: then make room first'
  )
}
