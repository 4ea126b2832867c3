import { strict as assert } from 'node:assert'
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { sql } from '../../../test/support/databases/any-row.ts'
import { eachEmptyDatabase } from '../../../test/support/databases/databases.ts'
import { MigrationRefused } from './applied-migrations.ts'
import type { Database } from './database.ts'
import { migrate } from './migrate.ts'
import { openDatabase } from './open-database.ts'

const ours = new URL('../../../migrations/', import.meta.url)

eachEmptyDatabase('migrate', (open) => {
  let folder: URL
  let database: Database

  // A copy of the project's migrations that the tests can add to and edit.
  before(async () => {
    folder = pathToFileURL(`${await mkdtemp(join(tmpdir(), 'selfbill-migrations-'))}/`)
    await cp(ours, folder, { recursive: true })
  })
  after(async () => {
    await database.close()
    await rm(folder, { recursive: true })
  })

  const write = (name: string, text: string) => writeFile(new URL(name, folder), text)

  test('four instances that start at once apply every migration once', async () => {
    const instances = await Promise.all(Array.from({ length: 4 }, () => openDatabase(open.location)))
    const applied = await Promise.all(instances.map((instance) => migrate(instance, 42, folder)))
    const names = (await readdir(ours)).flatMap((name) => /^(\d{4}-.*)\.sql$/.exec(name)?.[1] ?? []).sort()
    assert.ok(names.includes('0001-start'))
    assert.deepEqual(applied.flat().sort(), names)
    await Promise.all(instances.map((instance) => instance.close()))
    database = await openDatabase(open.location)
    assert.deepEqual(
      await database.query(sql('select name, applied_at from migrations order by name')),
      names.map((name) => ({ name, applied_at: 42 })),
    )
  })

  test('a database that is up to date is left alone', async () => {
    assert.deepEqual(await migrate(database, 43, folder), [])
  })

  test('a migration that fails leaves nothing behind, and is applied after its repair', async () => {
    await write('9001-expand-first.sql', 'create table first (id {{text}} primary key);\n')
    await write(
      '9002-expand-second.sql',
      'create table second (id {{text}} primary key);\ncreate table second (id {{text}});\n',
    )
    await assert.rejects(migrate(database, 44, folder), /already exists/)
    await assert.rejects(database.query(sql('select id from second')))
    await write(
      '9002-expand-second.sql',
      '-- Mended; with a semicolon at the end of a comment;\ncreate table second (id {{text}} primary key);\n',
    )
    assert.deepEqual(await migrate(database, 45, folder), ['9002-expand-second'])
    assert.deepEqual(await database.query(sql('select id from second')), [])
  })

  test('an unknown token is refused', async () => {
    await write('9003-expand-token.sql', 'create table third (id {{uuid}});\n')
    await assert.rejects(migrate(database, 46, folder), /\{\{uuid\}\}/)
    await rm(new URL('9003-expand-token.sql', folder))
  })

  test('a migration edited after it was applied is refused', async () => {
    await write('9001-expand-first.sql', 'create table first (id {{text}} primary key, more {{text}});\n')
    await assert.rejects(migrate(database, 47, folder), (error) => {
      assert.ok(error instanceof MigrationRefused)
      assert.match(error.message, /^Migration 9001-expand-first was edited after the database had applied it\./)
      return true
    })
    await write('9001-expand-first.sql', 'create table first (id {{text}} primary key);\r\n')
    assert.deepEqual(await migrate(database, 48, folder), [], 'line ends of another system are no edit')
  })

  test('a version starts on a database that newer versions have only expanded', async () => {
    assert.deepEqual(await migrate(database, 49), [])
  })

  test('a database with a newer migration of another kind is refused', async () => {
    const cases = [
      ['9003-contract-third', /^The database has migration 9003-contract-third, which removed what this version/],
      ['9003-third', /^The database has migration 9003-third, which this version of Selfbill does not know/],
      ['0040-expand-third', /^The database has migration 0040-expand-third, which this version of Selfbill does not/],
    ] as const
    for (const [name, message] of cases) {
      await database.query(sql("insert into migrations (name, checksum, applied_at) values ($1, '', 1)", name))
      await assert.rejects(migrate(database, 49), { name: 'MigrationRefused', message })
      await database.query(sql('delete from migrations where name = $1', name))
    }
  })

  test('a new migration whose name does not say its kind is a mistake', async () => {
    await write('9003-third.sql', 'create table third (id {{text}});\n')
    await assert.rejects(migrate(database, 50, folder), /name it NNNN-expand-… or NNNN-contract-…/)
    await rm(new URL('9003-third.sql', folder))
  })

  test('a migration that comes before one already applied is refused', async () => {
    await write('0000-late.sql', 'create table late (id {{text}});\n')
    await assert.rejects(migrate(database, 50, folder), MigrationRefused)
    await assert.rejects(database.query(sql('select id from late')))
  })
})
