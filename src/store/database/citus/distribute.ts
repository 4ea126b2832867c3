import { flag, text } from '../columns.ts'
import { type Database, DatabaseUnusable, type Placement, type Row, type Statement, sql } from '../database.ts'
import { acrossOrganisations } from '../organisation.ts'

/**
 * Spreads the tables over the workers of Citus: the rows of an organisation lie together on one
 * worker (docs/decisions/0102). Returns the names of the tables that it moved, none when all of
 * them are where they belong. All or nothing. No instance may run meanwhile.
 */
export async function distribute(database: Database): Promise<readonly string[]> {
  const tables = (await readTables(database)).filter((table) => !table.isPlaced)
  if (tables.length === 0) return []
  await database.transaction(await placing(database, tables))
  return tables.map(({ name }) => name)
}

/** For the tables that a migration adds to a database that is distributed already. */
export const placement: Placement = {
  // A new table is a plain one until it is placed: Citus would refuse its keys to tables that are
  // distributed.
  unplaced(statement) {
    if (!/^create (unlogged )?table/.test(statement.sql)) return [statement]
    const propagate = (value: string) => sql(`set local citus.enable_ddl_propagation = ${value}`)
    return [propagate('off'), statement, propagate('on')]
  },
  async placeNewTables(database) {
    const tables = await readTables(database)
    const isDistributed = tables.some(({ isPlaced }) => isPlaced)
    if (isDistributed && tables.some(({ isPlaced }) => !isPlaced)) await distribute(database)
  },
}

/**
 * Throws `DatabaseUnusable` unless this is the coordinator of a cluster with workers; its message
 * says what the operator can do.
 */
export async function requireCluster(database: Database): Promise<void> {
  const { placement } = database.dialect
  if (placement === undefined)
    throw new DatabaseUnusable(
      'The database does not have the extension Citus. Run `create extension citus` on every node.',
    )
  const [nodes] = await database.query(
    sql(`select citus_is_coordinator() as here,
           (select count(*) from pg_dist_node where groupid = 0) as coordinators,
           (select count(*) from pg_dist_node where shouldhaveshards and isactive) as workers`),
  )
  if (nodes?.here !== 1) throw new DatabaseUnusable('This node is a worker. Set DATABASE_URL to the coordinator.')
  if (nodes.coordinators === 0)
    throw new DatabaseUnusable(
      'The workers do not know the coordinator. Run `select citus_set_coordinator_host(HOST, PORT)` on it.',
    )
  if (nodes.workers === 0)
    throw new DatabaseUnusable('The coordinator has no worker. Run `select citus_add_node(HOST, PORT)` on it.')
}

/**
 * Copied to every node: the rows on the workers refer to them or are joined with them. A change
 * needs every worker.
 */
const copied: ReadonlySet<string> = new Set(['organisations', 'clients', 'users'])

/**
 * With an organisation, but on the coordinator like the tables without one. Nobody signs in or out
 * without a session, a link and an audit entry, and that must not wait for all workers.
 */
const onCoordinator: ReadonlySet<string> = new Set([
  'sessions',
  'login_links',
  'audit_entries',
  'outage_documents',
  // Joined with the people of all organisations, to find those who are to be asked.
  'confirmation_mails',
  'confirmation_days',
])

interface Table {
  readonly name: string
  readonly hasOrganisation: boolean
  /** Row level security binds the owner too. */
  readonly hasRowSecurity: boolean
  /** Citus knows the table. */
  readonly isPlaced: boolean
}

async function readTables(database: Database): Promise<readonly Table[]> {
  const rows = await read(
    database,
    `select c.relname as name, c.relforcerowsecurity as has_row_security, p.logicalrelid is not null as is_placed,
       exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'org_id') as is_tenant
     from pg_class c left join pg_dist_partition p on p.logicalrelid = c.oid
     where c.relkind = 'r' and c.relnamespace = cast(current_schema() as regnamespace) order by c.relname`,
  )
  return rows.map((row) => ({
    name: text(row, 'name'),
    hasOrganisation: flag(row, 'is_tenant'),
    hasRowSecurity: flag(row, 'has_row_security'),
    isPlaced: flag(row, 'is_placed'),
  }))
}

/**
 * Citus takes a table only when those that its keys name are placed. So the keys are dropped first
 * and come back last. Row level security does not bind the owner meanwhile: the rows move by
 * `copy`, which PostgreSQL refuses under it.
 */
async function placing(database: Database, tables: readonly Table[]): Promise<readonly Statement[]> {
  const secured = tables.filter(({ hasRowSecurity }) => hasRowSecurity)
  const names = new Set(tables.map(({ name }) => name))
  const keys = (await readKeys(database)).filter(({ table }) => names.has(table))
  return [
    `set local citus.multi_shard_modify_mode = 'sequential'`,
    ...keys.map(({ table, name }) => `alter table ${table} drop constraint ${name}`),
    ...secured.map(({ name }) => `alter table ${name} no force row level security`),
    ...placements.flatMap(({ isFor, place }) => tables.filter(isFor).map(({ name }) => place(name))),
    ...secured.map(({ name }) => `alter table ${name} force row level security`),
    ...keys.map(({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`),
  ].map(asOperator)
}

/** Copied to every node before others refer to them, on the workers, or on the coordinator. */
const placements: readonly { isFor(table: Table): boolean; place(name: string): string }[] = [
  { isFor: ({ name }) => copied.has(name), place: (name) => `select create_reference_table('${name}')` },
  {
    isFor: ({ name }) => name === 'documents',
    place: (name) => `select create_distributed_table('${name}', 'org_id')`,
  },
  {
    isFor: (table) => isSpread(table) && table.name !== 'documents',
    place: (name) => `select create_distributed_table('${name}', 'org_id', colocate_with => 'documents')`,
  },
  {
    isFor: (table) => !isSpread(table) && !copied.has(table.name),
    place: (name) => `select citus_add_local_table_to_metadata('${name}')`,
  },
]

function isSpread({ name, hasOrganisation }: Table): boolean {
  return hasOrganisation && !copied.has(name) && !onCoordinator.has(name)
}

interface Key {
  readonly table: string
  readonly name: string
  readonly definition: string
}

async function readKeys(database: Database): Promise<readonly Key[]> {
  const rows = await read(
    database,
    `select t.relname as table_name, k.conname as name, pg_get_constraintdef(k.oid) as definition
     from pg_constraint k join pg_class t on t.oid = k.conrelid
     where k.contype = 'f' and k.connamespace = cast(current_schema() as regnamespace) order by k.conname`,
  )
  return rows.map((row) => ({
    table: text(row, 'table_name'),
    name: text(row, 'name'),
    definition: text(row, 'definition'),
  }))
}

function read(database: Database, text: string): Promise<readonly Row[]> {
  return database.query(asOperator(text))
}

function asOperator(text: string): Statement {
  return acrossOrganisations('distribution', sql(text))
}
