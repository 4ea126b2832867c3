import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { sql } from '../../../test/support/databases/any-row.ts'
import { eachEmptyDatabase } from '../../../test/support/databases/databases.ts'
import { text } from './columns.ts'
import type { Database } from './database.ts'
import { migrate } from './migrate.ts'
import { statementsIn } from './migration-text.ts'
import { openDatabase } from './open-database.ts'

const folder = new URL('../../../migrations/', import.meta.url)

eachEmptyDatabase('the schema file', (open) => {
  test('makes what all migrations make', async () => {
    const db = open.keep(await openDatabase(open.location))
    const file = await readFile(new URL(`schema.${db.dialect.name}.sql`, folder), 'utf8')
    await db.transaction(statementsIn(file, db.dialect).map((one) => ({ ...one, across: 'a test' })))
    const written = await schemaOf(db)
    for (const table of (await tablesOf(db)).toReversed()) await db.query(sql(`drop table ${table}`))
    assert.deepEqual(await schemaOf(db), [])
    await migrate(db, 0)
    assert.deepEqual(written, await schemaOf(db))
  })
})

/** A line for each part of the schema, in the database's own words. */
async function schemaOf(db: Database): Promise<readonly string[]> {
  const rows = await db.query(sql(db.dialect.name === 'sqlite' ? sqliteSchema : postgresSchema))
  return rows.map((row) => oneLine(text(row, 'line'))).toSorted()
}

/** In the order of the file, where a table comes after the tables it refers to. */
async function tablesOf(db: Database): Promise<readonly string[]> {
  const file = await readFile(new URL(`schema.${db.dialect.name}.sql`, folder), 'utf8')
  return [...file.matchAll(/^create (?:unlogged )?table (\w+)/gm)].map(([, name = '']) => name)
}

/** Columns that were added later keep the layout of their migration. */
function oneLine(statement: string): string {
  return statement.replaceAll(/\s+/g, ' ').replaceAll(/ ?([(),]) ?/g, '$1')
}

const sqliteSchema = "select sql as line from sqlite_schema where sql is not null and name not like 'sqlite_%'"

const postgresSchema = `
  select concat_ws(' ', 'column', table_name, ordinal_position, column_name, data_type, collation_name, is_nullable,
    column_default, identity_generation) as line from information_schema.columns where table_schema = 'public'
  union all
  select concat_ws(' ', 'table', relname, relpersistence, relrowsecurity, relforcerowsecurity) from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r'
  union all
  select concat_ws(' ', 'compression', attrelid::regclass, attname, attcompression) from pg_attribute
    where attrelid::regclass::text !~ '^pg_|\\.' and attcompression <> ''
  union all
  select concat_ws(' ', 'constraint', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint
    where connamespace = 'public'::regnamespace
  union all
  select concat_ws(' ', 'policy', tablename, policyname, permissive, roles, cmd, qual, with_check) from pg_policies
  union all
  select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
  union all
  select indexdef from pg_indexes where schemaname = 'public'`
