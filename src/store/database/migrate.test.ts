import { strict as assert } from 'node:assert'
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { sql } from '../../../test/support/databases/any-row.ts'
import { eachEmptyDatabase } from '../../../test/support/databases/databases.ts'
import type { Database } from './database.ts'
import { MigrationRefused, migrate } from './migrate.ts'
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
    await write('9001-first.sql', 'create table first (id {{text}} primary key);\n')
    await write(
      '9002-second.sql',
      'create table second (id {{text}} primary key);\ncreate table second (id {{text}});\n',
    )
    await assert.rejects(migrate(database, 44, folder), /already exists/)
    await assert.rejects(database.query(sql('select id from second')))
    await write(
      '9002-second.sql',
      '-- Mended; with a semicolon at the end of a comment;\ncreate table second (id {{text}} primary key);\n',
    )
    assert.deepEqual(await migrate(database, 45, folder), ['9002-second'])
    assert.deepEqual(await database.query(sql('select id from second')), [])
  })

  test('an unknown token is refused', async () => {
    await write('9003-token.sql', 'create table third (id {{uuid}});\n')
    await assert.rejects(migrate(database, 46, folder), /\{\{uuid\}\}/)
    await rm(new URL('9003-token.sql', folder))
  })

  test('a migration edited after it was applied is refused', async () => {
    await write('9001-first.sql', 'create table first (id {{text}} primary key, more {{text}});\n')
    await assert.rejects(migrate(database, 47, folder), (error) => {
      assert.ok(error instanceof MigrationRefused)
      assert.match(error.message, /^Migration 9001-first was edited after the database had applied it\./)
      return true
    })
    await write('9001-first.sql', 'create table first (id {{text}} primary key);\r\n')
    assert.deepEqual(await migrate(database, 48, folder), [], 'line ends of another system are no edit')
  })

  test('a database newer than the code is refused', async () => {
    await assert.rejects(migrate(database, 49), (error) => {
      assert.ok(error instanceof MigrationRefused)
      assert.match(
        error.message,
        /^The database has migration 9001-first, which this version of Selfbill does not know/,
      )
      return true
    })
  })

  test('a migration that comes before one already applied is refused', async () => {
    await write('0000-late.sql', 'create table late (id {{text}});\n')
    await assert.rejects(migrate(database, 50, folder), MigrationRefused)
    await assert.rejects(database.query(sql('select id from late')))
  })
})
